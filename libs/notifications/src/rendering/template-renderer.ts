import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CompanyId } from '@quittance/kernel';
import { PoolFailure, ThreadPool, threadFile } from '@quittance/threads';
import { availableParallelism } from 'node:os';
import { MOST_WORK } from '../liquid/meter.js';
import { templateRenderingBusy } from '../notifications.errors.js';
import { CostlyTemplates } from './costly-templates.js';
import {
  atPlace,
  excessOf,
  type BrokenEmail,
  type CheckAnswer,
  type CheckJob,
  type EmailToRender,
  type RenderAnswer,
  type EmailRenderJob,
  type RenderOutcome,
  type TemplateTexts,
} from './rendering-job.js';
import { UNTRIED, type RenderingShare } from './rendering-share.js';

/** A second one, so that whoever holds one keeps no other company waiting. */
const THREADS = Math.max(2, Math.min(availableParallelism() - 1, 4));
/** Of one text of one e-mail, ten times what the costliest takes that is not refused before. */
const DEADLINE_MS = 1_000;
/** Of somebody who waits for a check: with an honest one's own time it is less than two seconds. */
const PATIENCE_MS = 1_500;
/** Of runs and senders: they have time, and nobody waits for them. */
const LONG_PATIENCE_MS = 120_000;
/** Characters that may wait: of all, and of one company. */
const MOST_WAITING = 40_000_000;
const MOST_WAITING_PER_COMPANY = 8_000_000;
/** What one message to a thread may hold: nobody else is heard while it is packed. */
const MOST_TOLD = 500_000;
const MOST_EMAILS = 200;
/** A template that takes more fails alone, not with its process. */
const MOST_MEMORY_MB = 256;

const TOOK_TOO_LONG = 'it takes too long, or more memory than a template may';

export type RenderingPool = Pick<
  ThreadPool<EmailRenderJob | CheckJob, RenderAnswer | CheckAnswer>,
  'run' | 'close'
>;

/**
 * Renders what companies write as e-mails, in threads: whatever it says, no request of another
 * waits for it. A company has one thread at a time at most.
 */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private readonly costly = new CostlyTemplates();
  private readonly pool = this.openPool();

  /**
   * What is wrong with texts, or the e-mail that they give.
   * @param share of a request that has several checked: their work and their waiting add up
   * @throws DomainError template_rendering_busy
   */
  async check(
    owner: CompanyId,
    job: Omit<CheckJob, 'kind'>,
    share?: RenderingShare,
  ): Promise<CheckAnswer> {
    const { texts } = job;
    if (this.costly.isLeftAlone(owner, texts)) return tookTooLong(0);
    const waiting = share && { patienceMs: share.patienceMs, onBegin: share.startWaiting() };
    try {
      const terms = { owner, weight: charactersOf(job), ...waiting };
      const answer = (await this.pool.run({ kind: 'check', ...job }, terms)) as CheckAnswer;
      share?.spend(excessOf(answer.work));
      return answer;
    } catch (error) {
      const { part } = overrunBy(error);
      this.costly.note(owner, texts, 'lost');
      return tookTooLong(part);
    }
  }

  /**
   * The e-mails in their order, each rendered or not.
   * @throws DomainError template_rendering_busy
   */
  async render(owner: CompanyId, emails: readonly EmailToRender[]): Promise<RenderOutcome[]> {
    const outcomes: RenderOutcome[] = [];
    while (outcomes.length < emails.length) {
      outcomes.push(...(await this.renderSome(owner, messageOf(emails, outcomes.length))));
    }
    return outcomes;
  }

  /**
   * The same while somebody waits for the answer: what their request has no share left for is
   * answered untried, as is everything where no thread has time.
   */
  async renderWithin(
    share: RenderingShare,
    owner: CompanyId,
    emails: readonly EmailToRender[],
  ): Promise<RenderOutcome[]> {
    const isSpentFor = ({ texts }: EmailToRender) => share.isSpentFor(texts);
    const outcomes: RenderOutcome[] = [];
    for (let next = emails[0]; next; next = emails[outcomes.length]) {
      if (isSpentFor(next)) outcomes.push(UNTRIED);
      else if (this.costly.isLeftAlone(owner, next.texts)) outcomes.push(BROKEN);
      else {
        const some = messageOf(emails, outcomes.length);
        const end = some.findIndex(isSpentFor);
        const tried = end < 0 ? some : some.slice(0, end);
        outcomes.push(...(await this.tryWithin(share, owner, tried)));
      }
    }
    return outcomes;
  }

  /** After the last request was served. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  /** Threads that start when there is something to render. */
  protected openPool(): RenderingPool {
    const { file, execArgv } = threadFile(__dirname, 'rendering-thread');
    return new ThreadPool<EmailRenderJob | CheckJob, RenderAnswer | CheckAnswer>({
      file,
      options: { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB }, execArgv },
      threads: THREADS,
      threadsPerOwner: 1,
      mostWaiting: MOST_WAITING,
      mostWaitingPerOwner: MOST_WAITING_PER_COMPANY,
      patienceMs: PATIENCE_MS,
      deadlineMs: DEADLINE_MS,
    });
  }

  /** The first of them, at least one. */
  private async renderSome(
    owner: CompanyId,
    emails: readonly EmailToRender[],
  ): Promise<readonly RenderOutcome[]> {
    const [first] = emails;
    if (first && this.costly.isLeftAlone(owner, first.texts)) return [BROKEN];
    const weight = emails.reduce((sum, email) => sum + charactersOf(email), 0);
    try {
      const terms = { owner, weight, patienceMs: LONG_PATIENCE_MS };
      const { outcomes } = (await this.pool.run(jobOf(emails), terms)) as RenderAnswer;
      this.remember(owner, emails, outcomes);
      return outcomes;
    } catch (error) {
      const { email } = atPlace(overrunBy(error).part);
      const stuck = emails[email] ?? first;
      if (stuck) this.costly.note(owner, stuck.texts, 'lost');
      if (email === 0) return [BROKEN];
      // Those before it were done, and went with the thread.
      return this.renderSome(owner, emails.slice(0, email));
    }
  }

  /** The first of them, at least one; all are untried where there was no thread for them. */
  private async tryWithin(
    share: RenderingShare,
    owner: CompanyId,
    emails: readonly EmailToRender[],
  ): Promise<readonly RenderOutcome[]> {
    const weight = emails.reduce((sum, email) => sum + charactersOf(email), 0);
    const { work, patienceMs } = share;
    const terms = { owner, weight, patienceMs, onBegin: share.startWaiting() };
    try {
      const answer = (await this.pool.run({ ...jobOf(emails), work }, terms)) as RenderAnswer;
      const { outcomes, excess } = answer;
      this.remember(owner, emails, outcomes);
      share.spend(excess);
      for (const [i, outcome] of outcomes.entries()) {
        if (isCostly(outcome)) share.noteCostly(emails[i]?.texts ?? NO_TEXTS);
      }
      return outcomes;
    } catch (error) {
      if (!(error instanceof PoolFailure)) throw error;
      share.end();
      if (!isOverrun(error)) return [UNTRIED];
      const { email } = atPlace(error.part);
      this.costly.note(owner, emails[email]?.texts ?? NO_TEXTS, 'lost');
      // Those before it were done, and went with the thread.
      return emails.slice(0, email + 1).map((_, i) => (i === email ? BROKEN : UNTRIED));
    }
  }

  private remember(
    owner: CompanyId,
    emails: readonly EmailToRender[],
    outcomes: readonly RenderOutcome[],
  ): void {
    for (const [i, outcome] of outcomes.entries()) {
      const texts = emails[i]?.texts ?? NO_TEXTS;
      this.costly.note(owner, texts, isCostly(outcome) ? 'costly' : 'fine');
    }
  }
}

const BROKEN: BrokenEmail = { broken: TOOK_TOO_LONG, certain: false, costly: true };

const NO_TEXTS: TemplateTexts = { subject: '', html: '', text: '' };

const isCostly = (outcome: RenderOutcome) => 'broken' in outcome && outcome.costly;

function tookTooLong(place: number): CheckAnswer {
  const pointer = `/${atPlace(place).part}`;
  return { faults: [{ pointer, code: 'too_costly', message: TOOK_TOO_LONG }], work: MOST_WORK };
}

/** The failure of a job that a thread had. @throws DomainError where none has seen it */
function overrunBy(error: unknown): PoolFailure {
  if (!(error instanceof PoolFailure)) throw error;
  if (isOverrun(error)) return error;
  throw templateRenderingBusy({}, { retryAfter: 1, turnedAway: true, cause: error });
}

const isOverrun = ({ reason }: PoolFailure) => reason === 'late' || reason === 'crashed';

function charactersOf({ texts, data }: EmailToRender): number {
  return texts.subject.length + texts.html.length + texts.text.length + data.length;
}

/** As many of the e-mails from a place on as one message may hold. */
function messageOf(emails: readonly EmailToRender[], from: number): readonly EmailToRender[] {
  const known = new Set<TemplateTexts>();
  let characters = 0;
  const some = emails.slice(from, from + MOST_EMAILS);
  const end = some.findIndex((email, i) => {
    characters += known.has(email.texts) ? email.data.length : charactersOf(email);
    known.add(email.texts);
    return i > 0 && characters > MOST_TOLD;
  });
  return end < 0 ? some : some.slice(0, end);
}

function jobOf(emails: readonly EmailToRender[]): EmailRenderJob {
  const templates = [...new Set(emails.map(({ texts }) => texts))];
  const places = new Map(templates.map((texts, i) => [texts, i]));
  return {
    kind: 'render',
    templates: templates.map(({ subject, html, text }) => ({ subject, html, text })),
    emails: emails.map(({ texts, data, locale }) => {
      return { template: places.get(texts) ?? 0, data, locale };
    }),
  };
}
