import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { failpoint, newId, type Clock, type Ctx, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { auditedEndpoint, endpointView, liveSecrets } from '../endpoints/endpoint.js';
import type { WebhookId } from '../endpoints/endpoint.entity.js';
import { lockEndpoint, updateEndpoint } from '../endpoints/endpoint.repository.js';
import { guardedLookup, plainLookup } from '../targets/guarded-lookup.js';
import { Poster, type Sent } from '../targets/post.js';
import { judgeTargetUrl } from '../targets/target-url.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import { clearFailures, noteFailure } from './endpoint-health.js';
import { afterAttempt, givesUp, signedHeaders, type AfterAttempt } from './message.js';
import {
  failPending,
  insertAttempt,
  storeOutcome,
  type ClaimedMessage,
  type Outcome,
} from './message.repository.js';

const BLOCKED: Sent = { statusCode: null, error: 'blocked_address', answer: '', retryAfter: null };

/** Sends one claimed message, with no transaction open, and stores what became of it. */
@Injectable()
export class SendMessage implements OnApplicationShutdown {
  private readonly poster: Poster;

  constructor(
    private readonly db: Database,
    @Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings,
  ) {
    const { allowPrivate, resolve } = settings;
    this.poster = new Poster(allowPrivate ? plainLookup : guardedLookup(resolve));
  }

  onApplicationShutdown(): void {
    this.poster.close();
  }

  async execute(ctx: Ctx, message: ClaimedMessage, clock: Clock): Promise<Sent> {
    const started = performance.now();
    const sent = await this.send(ctx, message, clock.now());
    const durationMs = Math.round(performance.now() - started);
    await failpoint('webhooks.sent');
    const now = clock.now();
    await this.db.write({ ...ctx, now }, (tx) => store(tx, message, { sent, durationMs }), {
      answers: false,
    });
    return sent;
  }

  private async send(ctx: Ctx, message: ClaimedMessage, now: Instant): Promise<Sent> {
    // What was allowed when it was saved need not be allowed any more.
    if (!('url' in judgeTargetUrl(message.url, this.settings))) return BLOCKED;
    const endpoint = { ...message, id: message.endpointId };
    const secrets = liveSecrets(this.settings.keys, ctx.companyId, endpoint, now);
    const headers = signedHeaders(message, secrets, now);
    return this.poster.post({ url: message.url, headers, body: message.body });
  }
}

async function store(
  tx: Tx,
  message: ClaimedMessage,
  { sent, durationMs }: { sent: Sent; durationMs: number },
): Promise<void> {
  const { now } = tx.ctx;
  const { statusCode, error, answer } = sent;
  const after = afterAttempt(message, sent, now);
  const { status, nextAttemptAt, deliveredAt } = after;
  let outcome: Outcome = { status, nextAttemptAt, deliveredAt, statusCode, error };
  // The endpoint first: whoever switches it off holds it and then fails what waits.
  if (error === null) await clearFailures(tx, message.endpointId);
  else if (await isSwitchedOff(tx, message.endpointId, sent, after)) {
    const ended = { status: 'failed', nextAttemptAt: null, error: 'webhook_off' } as const;
    if (status === 'pending') outcome = { ...outcome, ...ended };
  }
  // With the endpoint went its messages, those under way included.
  if (!(await storeOutcome(tx, message.id, outcome))) return;
  await insertAttempt(tx, {
    id: newId<'webhook-attempt'>(),
    messageId: message.id,
    number: message.attempts,
    attemptedAt: now,
    durationMs,
    statusCode,
    error,
    answer,
  });
}

/** Whether the endpoint is off, now or by this failure: then nothing waits for it. */
async function isSwitchedOff(
  tx: Tx,
  id: WebhookId,
  sent: Sent,
  after: AfterAttempt,
): Promise<boolean> {
  const { now } = tx.ctx;
  const failing = await noteFailure(tx, id, after.pausedUntil);
  if (!failing?.active) return failing !== undefined;
  const reason = givesUp(failing.failingSince, sent, after, now);
  if (reason === null) return false;
  const before = await lockEndpoint(tx, id);
  const endpoint = await updateEndpoint(tx, before, { active: false, disabledReason: reason });
  await failPending(tx, id);
  const change = { object: 'webhook', recordId: id };
  emit(tx, { type: 'webhook.disabled', ...change, data: { ...endpointView(endpoint) } });
  audit(tx, {
    action: 'webhook.disabled',
    ...change,
    before: auditedEndpoint(before),
    after: auditedEndpoint(endpoint),
  });
  return true;
}
