import { Injectable } from '@nestjs/common';
import { lockFreeInvoices } from '@quittance/receivables';
import { Database, databaseBusy, databaseUnavailable, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRevision } from './company-cache.js';
import { namedInvoice, type VerifiedWebhook } from './verified-notice.js';
import {
  applyCaptureWebhooks,
  applyWebhook,
  contextOf,
  sharedContextOf,
} from './verified-webhook.js';
import type { WebhookAnswer } from './webhook.js';

/** Large enough to be worth it, small enough that nobody waits long for the invoices it holds. */
const MOST_TOGETHER = 32;

/**
 * A capture that takes longer, perhaps as somebody holds its invoice, is not waited for by others.
 */
const PATIENCE_MS = 500;

/** A verified capture that waits for its transaction. */
interface Waiting {
  readonly verified: VerifiedWebhook;
  resolve(answer: WebhookAnswer): void;
  reject(error: unknown): void;
}

/**
 * What comes in under one name is worked on batch by batch: the first at once, then what came
 * meanwhile.
 */
class Batches<T> {
  private readonly queues = new Map<string, T[]>();

  constructor(private readonly work: (batch: readonly T[]) => Promise<void>) {}

  has(name: string): boolean {
    return this.queues.has(name);
  }

  add(name: string, item: T): void {
    const queue = this.queues.get(name);
    if (queue) {
      queue.push(item);
      return;
    }
    const begun = [item];
    this.queues.set(name, begun);
    void this.run(name, begun);
  }

  private async run(name: string, queue: T[]): Promise<void> {
    while (queue.length > 0) await this.work(queue.splice(0, MOST_TOGETHER));
    this.queues.delete(name);
  }
}

/**
 * Applies verified webhooks. Payments of one company are numbered one transaction after the other,
 * each commit waiting for the disk while it holds the counter. So captures of a provider that come
 * in while a transaction of their company is under way share the next one: a storm costs one commit
 * for many, and a single capture waits for nobody. Those whose invoice somebody holds part from the
 * others and stand in line for it, one transaction at a time, so that a storm on one invoice takes
 * one connection. Should one of them break a transaction, each gets its own.
 */
@Injectable()
export class SharedTransactions {
  private readonly companies = new Batches<Waiting>((batch) => this.together(batch));
  private readonly lines = new Batches<Waiting>((batch) => this.inLine(batch));

  constructor(private readonly db: Database) {}

  /** @throws StaleCompany when it has to be judged anew; DomainError of the database */
  apply(verified: VerifiedWebhook): Promise<WebhookAnswer> {
    // Without the metadata its invoice is only known inside the transaction.
    const shares = verified.notice.event.kind === 'capture' && namedInvoice(verified) !== null;
    if (!shares) return this.alone(verified);
    const { companyId, provider } = verified;
    return new Promise((resolve, reject) => {
      this.companies.add(`${companyId} ${provider.name}`, { verified, resolve, reject });
    });
  }

  private async together(batch: readonly Waiting[]): Promise<void> {
    const [first, ...more] = batch;
    if (!first) return;
    if (more.length === 0) return within(PATIENCE_MS, this.standInLine(first));
    const free = batch.filter(({ verified }) => !this.lines.has(lineOf(verified)));
    const answers = await this.applyFree(free);
    for (const each of batch) {
      const answer = answers.get(each.verified);
      if (answer) each.resolve(answer);
      else void this.standInLine(each);
    }
  }

  /** The answers of those that could share a transaction; whatever breaks it, there are none. */
  private async applyFree(
    free: readonly Waiting[],
  ): Promise<ReadonlyMap<VerifiedWebhook, WebhookAnswer>> {
    const [first] = free;
    if (!first) return new Map();
    const webhooks = free.map(({ verified }) => verified);
    const ctx = sharedContextOf(first.verified);
    return this.db.write(ctx, (tx) => applyTogether(tx, webhooks)).catch(() => new Map());
  }

  /** Ends when it was answered or refused. */
  private standInLine({ verified, resolve, reject }: Waiting): Promise<void> {
    return new Promise<WebhookAnswer>((answer, refuse) => {
      this.lines.add(lineOf(verified), { verified, resolve: answer, reject: refuse });
    }).then(resolve, reject);
  }

  /** Captures of one invoice, who wait for it together. */
  private async inLine(batch: readonly Waiting[]): Promise<void> {
    const webhooks = batch.map(({ verified }) => verified);
    const [first, ...more] = webhooks;
    if (!first) return;
    try {
      const answers =
        more.length === 0
          ? [await this.alone(first)]
          : await this.db.write(sharedContextOf(first), (tx) => applyAll(tx, webhooks));
      batch.forEach((each, i) => each.resolve(answers[i] as WebhookAnswer));
    } catch (error) {
      // Whatever it was: whoever is to blame finds out alone, unless it is the database.
      const all = more.length === 0 || isOverload(error);
      for (const each of batch) {
        if (all) each.reject(error);
        else await this.inLine([each]);
      }
    }
  }

  private alone(verified: VerifiedWebhook): Promise<WebhookAnswer> {
    return this.db.write(contextOf(verified), (tx) =>
      asJudged(tx, [verified], () => applyWebhook(tx, verified)),
    );
  }
}

/** Does the work if the webhooks were judged by what the company's secrets are now. */
async function asJudged<T>(
  tx: Tx,
  webhooks: readonly VerifiedWebhook[],
  work: () => Promise<T>,
): Promise<T> {
  const revision = checkRevision(tx, new Set(webhooks.map(({ judgedBy }) => judgedBy.revision)));
  revision.catch(() => undefined);
  const result = await work();
  await revision;
  return result;
}

function applyAll(tx: Tx, webhooks: readonly VerifiedWebhook[]): Promise<WebhookAnswer[]> {
  return asJudged(tx, webhooks, () => applyCaptureWebhooks(tx, webhooks));
}

/** Answers those whose invoices nobody holds; the others were not touched. */
function applyTogether(
  tx: Tx,
  webhooks: readonly VerifiedWebhook[],
): Promise<ReadonlyMap<VerifiedWebhook, WebhookAnswer>> {
  return asJudged(tx, webhooks, async () => {
    const held = await lockFreeInvoices(tx, webhooks.map(invoiceOf));
    const free = webhooks.filter((each) => !held.has(invoiceOf(each)));
    const answers = free.length > 0 ? await applyCaptureWebhooks(tx, free) : [];
    return new Map(answers.map((answer, i) => [free[i] as VerifiedWebhook, answer] as const));
  });
}

/** What would only happen again. */
function isOverload(error: unknown): boolean {
  const codes = [databaseBusy.code, databaseUnavailable.code];
  return error instanceof DomainError && codes.includes(error.code);
}

function invoiceOf(verified: VerifiedWebhook): string {
  return (namedInvoice(verified) ?? '').toLowerCase();
}

/** The name of the line for an invoice. */
function lineOf(verified: VerifiedWebhook): string {
  return `${verified.companyId} ${invoiceOf(verified)}`;
}

/** Waits for the work, but no longer than this; it goes on all the same. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const patience = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, patience]);
  over.abort();
}
