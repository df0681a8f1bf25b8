import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import {
  addSeconds,
  systemClock,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { atWork, quarantineSeconds, setAside, workQuarantined } from '@quittance/watchdog';
import { sumOfEach } from '@quittance/work';
import { headerLine } from '../emails/email.js';
import type { BrokenEmail } from '../rendering/rendering-job.js';
import { AttachmentSource } from './attachment-source.port.js';
import { LEASE_SECONDS, EMAIL_TRIES, UNANSWERED_SECONDS, nextTry } from './back-off.js';
import { MailCarrier, type CarriedMail } from './mail-carrier.port.js';
import { composeMail, type ClaimedEmail } from './compose-mail.js';
import { EmailOccasions } from './email-occasions.port.js';
import { EmailLease } from './email-lease.js';
import { TemplateRenderer } from '../rendering/template-renderer.js';
import { MisplacedLink } from '../rendering/marked-email.js';
import { errorOf, renderAll } from './render-queued.js';
import { SecretLinks } from './secret-links.port.js';
import { CLAIM_EMAILS, DUE_COMPANIES, STORE_OUTCOME } from './sending.sql.js';

/** E-mails taken per company and round, so that no company waits for another's backlog. */
const BATCH = 8;
/** Of work on many records, beside whatever is fresh: it never stands still. */
const LEAST_BULK = 2;
/** E-mails under way at once, each on a connection of its own. */
const CONCURRENCY = 4;

const LONGEST_ERROR = 500;

const HELD: CarriedMail = { outcome: 'refused', error: workQuarantined.detail };

/** What the e-mails of one company are sent with. */
interface Sending {
  readonly companyId: CompanyId;
  readonly clock: Clock;
  readonly lease: EmailLease;
}

/**
 * Sends what is due: takes e-mails and commits, sends them with no transaction open, stores what
 * became of each. Any number of processes may run it. An e-mail whose sender was killed is taken up
 * again when its lease ends, and one that was left without an answer later, under the same message
 * id.
 */
@Injectable()
export class SendEmails {
  constructor(
    readonly db: Database,
    private readonly carrier: MailCarrier,
    private readonly attachments: AttachmentSource,
    private readonly links: SecretLinks,
    private readonly occasions: EmailOccasions,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * One round over the companies; answers how many e-mails it took.
   * @param onFault told what failed with some companies: those behind them have their turn
   */
  async execute(clock: Clock = systemClock, onFault?: (error: unknown) => void): Promise<number> {
    const due = await this.db.door<{ companyId: CompanyId }>(DUE_COMPANIES, [clock.now()]);
    return sumOfEach(due, ({ companyId }) => this.sendOf(companyId, clock), onFault);
  }

  private async sendOf(companyId: CompanyId, clock: Clock): Promise<number> {
    const claimed = await this.claim(systemCtx(companyId, clock.now(), 'emails'));
    const lease = new EmailLease(this.db, companyId, clock, claimed);
    const means: Sending = { companyId, clock, lease };
    try {
      await this.inLanes(await this.rendered(claimed, means), means);
    } finally {
      await lease.end();
    }
    return claimed.length;
  }

  private async inLanes(emails: readonly ClaimedEmail[], means: Sending): Promise<void> {
    const { companyId, clock, lease } = means;
    const waiting = [...emails];
    const worker = async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        // Whoever was halted for too long leaves to others what he has not begun with.
        if (lease.isOver) return;
        const unit = { kind: 'email', id: email.id };
        const ctx = { ...systemCtx(companyId, clock.now(), email.requestId), unit };
        await this.send(ctx, email, means);
      }
    };
    const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
    const broken = workers.find((result) => result.status === 'rejected');
    if (broken) throw broken.reason;
  }

  /** What is fresh before what belongs to work on many records. */
  private claim(ctx: Ctx): Promise<ClaimedEmail[]> {
    const { companyId, now } = ctx;
    const until = addSeconds(now, LEASE_SECONDS);
    const taking = (bulk: boolean, most: number) => {
      return [companyId, now, until, this.carrier.domain, most, bulk];
    };
    return this.db.write(
      ctx,
      async (tx) => {
        const fresh = await tx.rows<ClaimedEmail>(CLAIM_EMAILS, taking(false, BATCH));
        const left = Math.max(LEAST_BULK, BATCH - fresh.length);
        return [...fresh, ...(await tx.rows<ClaimedEmail>(CLAIM_EMAILS, taking(true, left)))];
      },
      { answers: false },
    );
  }

  /**
   * Those that can be sent, all of them rendered and stored so: what is in the log is what is sent,
   * also by another after us. The others have their outcome.
   */
  private async rendered(
    claimed: readonly ClaimedEmail[],
    means: Sending,
  ): Promise<readonly ClaimedEmail[]> {
    const raw = claimed.filter(({ late }) => late?.unrendered);
    if (raw.length === 0) return claimed;
    const failures = new Map<ClaimedEmail['id'], CarriedMail>();
    const texts = new Map<ClaimedEmail['id'], Partial<ClaimedEmail>>();
    try {
      const ctx = systemCtx(means.companyId, means.clock.now(), 'emails');
      for (const { email, language, outcome } of await renderAll(ctx, this, raw)) {
        if ('rendered' in outcome) texts.set(email.id, { ...outcome.rendered, language });
        else failures.set(email.id, failureOf(outcome, email.attempts));
      }
    } catch (error) {
      for (const { id } of raw) failures.set(id, { outcome: 'later', error: messageOf(error) });
    }
    for (const email of raw) {
      const failure = failures.get(email.id);
      if (failure) await this.conclude(email, failure, means);
    }
    return claimed
      .filter(({ id }) => !failures.has(id))
      .map((email) => ({ ...email, ...texts.get(email.id) }));
  }

  private async send(ctx: Ctx, email: ClaimedEmail, means: Sending): Promise<void> {
    const held = quarantineSeconds(ctx) > 0;
    const carried = held ? HELD : await this.carry(ctx, email);
    await this.conclude(email, carried, means);
    if (held) setAside(ctx);
  }

  private async conclude(
    { id, attempts, requestId }: ClaimedEmail,
    carried: CarriedMail,
    { companyId, clock, lease }: Sending,
  ): Promise<void> {
    // A renewal would write over when an e-mail without an answer is taken up again.
    lease.letGo({ id });
    const now = clock.now();
    const params = [companyId, id, attempts, ...afterTry(attempts, carried, now)];
    const ctx = systemCtx(companyId, now, requestId);
    await this.db.write(ctx, (tx) => tx.run(STORE_OUTCOME, params), { answers: false });
  }

  private async carry(ctx: Ctx, email: ClaimedEmail): Promise<CarriedMail> {
    if (email.attempts > EMAIL_TRIES)
      return { outcome: 'refused', error: 'Every try was cut off.' };
    try {
      const over = await this.occasions.isOver(ctx, email);
      if (over !== null) return { outcome: 'refused', error: over };
      const { attachments, links } = this;
      const means = { attachments, links, rendering: this };
      const mail = await atWork(ctx, () => composeMail(ctx, email, means));
      if (!mail) return { outcome: 'refused', error: 'Its link is not wanted any more.' };
      return await this.carrier.carry(mail);
    } catch (error) {
      const outcome = error instanceof MisplacedLink ? 'refused' : 'later';
      return { outcome, error: messageOf(error) };
    }
  }
}

/** Tries of an e-mail whose thread was ended: the machine may have been the cause. */
const UNCERTAIN_TRIES = 3;

function failureOf(broken: BrokenEmail, attempts: number): CarriedMail {
  const isFinal = broken.certain || attempts >= UNCERTAIN_TRIES;
  return { outcome: isFinal ? 'refused' : 'later', error: errorOf(broken) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Status, next look, end, error and answer of an e-mail after a try. */
function afterTry(attempts: number, carried: CarriedMail, now: Instant): readonly unknown[] {
  if (carried.outcome === 'accepted') {
    return ['sent', null, now, null, headerLine(carried.answer, LONGEST_ERROR)];
  }
  const error = headerLine(carried.error, LONGEST_ERROR);
  if (carried.outcome === 'unknown' && attempts < EMAIL_TRIES) {
    return ['sending', addSeconds(now, UNANSWERED_SECONDS), null, error, null];
  }
  const again = carried.outcome === 'later' ? nextTry(attempts, now) : undefined;
  return again ? ['queued', again, null, error, null] : ['failed', null, now, error, null];
}
