import { Injectable } from '@nestjs/common';
import { lockFreeInvoices } from '@quittance/billing';
import { Database, type Tx } from '@quittance/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRevision } from './known-companies.js';
import { namedInvoice } from './verified-notice.js';
import {
  applyCaptureWebhooks,
  applyWebhook,
  contextOf,
  type VerifiedWebhook,
} from './verified-webhook.js';
import type { WebhookAnswer } from './webhook.js';

/** Large enough to be worth it, small enough that nobody waits long for the invoices it holds. */
const MOST_TOGETHER = 32;

/** A capture that takes longer, perhaps as somebody holds its invoice, is not waited for by others. */
const PATIENCE_MS = 500;

/** A verified capture that waits for its transaction. */
interface Waiting {
  readonly verified: VerifiedWebhook;
  resolve(answer: WebhookAnswer): void;
  reject(error: unknown): void;
}

/**
 * Applies verified webhooks. Payments of one company are numbered one transaction after the other,
 * each commit waiting for the disk while it holds the counter. So captures of a provider that come in
 * while a transaction of their company is under way share the next one: a storm costs one commit for
 * many, and a single capture waits for nobody. One whose invoice somebody holds parts from the others,
 * and should one of them break the transaction, each gets its own.
 */
@Injectable()
export class SharedTransactions {
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly db: Database) {}

  /** @throws StaleCompany when it has to be judged anew; DomainError of the database */
  apply(verified: VerifiedWebhook): Promise<WebhookAnswer> {
    // Without the metadata its invoice is only known inside the transaction.
    const shares = verified.notice.event.kind === 'capture' && namedInvoice(verified) !== null;
    if (!shares) return this.alone(verified);
    return new Promise((resolve, reject) => {
      this.enqueue({ verified, resolve, reject });
    });
  }

  private enqueue(waiting: Waiting): void {
    const { companyId, provider } = waiting.verified;
    const name = `${companyId} ${provider.name}`;
    const queue = this.queues.get(name);
    if (queue) {
      queue.push(waiting);
      return;
    }
    const begun = [waiting];
    this.queues.set(name, begun);
    void this.run(name, begun);
  }

  private async run(name: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await this.together(queue.splice(0, MOST_TOGETHER));
    this.queues.delete(name);
  }

  private async together(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    if (batch.length === 1) return within(PATIENCE_MS, this.settle(first));
    try {
      const ctx = contextOf(first.verified);
      const webhooks = batch.map(({ verified }) => verified);
      const answers = await this.db.write(ctx, (tx) => applyTogether(tx, webhooks));
      for (const each of batch) {
        const answer = answers.get(each.verified);
        if (answer) each.resolve(answer);
        else void this.settle(each);
      }
    } catch {
      // Whatever it was: whoever is to blame finds out alone, and the queue goes on meanwhile.
      for (const each of batch) void this.settle(each);
    }
  }

  private async settle({ verified, resolve, reject }: Waiting): Promise<void> {
    await this.alone(verified).then(resolve, reject);
  }

  private alone(verified: VerifiedWebhook): Promise<WebhookAnswer> {
    return this.db.write(contextOf(verified), async (tx) => {
      const revision = checkRevision(tx, new Set([verified.judgedBy.revision]));
      revision.catch(() => undefined);
      const answer = await applyWebhook(tx, verified);
      await revision;
      return answer;
    });
  }
}

/** Answers those whose invoices nobody holds; the others were not touched. */
async function applyTogether(
  tx: Tx,
  webhooks: readonly VerifiedWebhook[],
): Promise<ReadonlyMap<VerifiedWebhook, WebhookAnswer>> {
  const revision = checkRevision(tx, new Set(webhooks.map(({ judgedBy }) => judgedBy.revision)));
  revision.catch(() => undefined);
  const held = await lockFreeInvoices(tx, webhooks.map(invoiceOf));
  const free = webhooks.filter((each) => !held.has(invoiceOf(each)));
  const answers = free.length > 0 ? await applyCaptureWebhooks(tx, free) : [];
  await revision;
  return new Map(answers.map((answer, i) => [free[i] as VerifiedWebhook, answer] as const));
}

function invoiceOf(verified: VerifiedWebhook): string {
  return (namedInvoice(verified) ?? '').toLowerCase();
}

/** Waits for the work, but no longer than this; it goes on all the same. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const patience = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, patience]);
  over.abort();
}
