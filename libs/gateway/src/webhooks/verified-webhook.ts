import { rowSet, type Tx } from '@quittance/database';
import { dateAt } from '@quittance/calendar';
import { newId, systemCtx, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { keepAccounts } from './account-of-event.js';
import { applyCaptures, type ReportedCapture } from './apply-capture.js';
import { applyNotice } from './apply-notice.js';
import { findNotice } from './found-notice.js';
import type { Effect, VerifiedNotice, VerifiedWebhook } from './verified-notice.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { WebhookAnswer } from './webhook.js';

const deliveries = rowSet(WebhookDeliveryEntity);

/** The context of what a webhook does: the provider is the actor. */
export function contextOf({ companyId, webhook, provider }: VerifiedWebhook): Ctx {
  const actor = { kind: 'provider', id: null, name: provider.name } as const;
  const { now, requestId, unit } = webhook;
  return Object.freeze({ ...systemCtx(companyId, now, requestId, actor), ...(unit && { unit }) });
}

/** Of several in one transaction: none of them alone is to blame for what happens there. */
export function sharedContextOf(first: VerifiedWebhook): Ctx {
  const { unit: _, ...ctx } = contextOf(first);
  return Object.freeze(ctx);
}

/** Does what a verified webhook asks for and lists it, in the caller's transaction. */
export async function applyWebhook(tx: Tx, verified: VerifiedWebhook): Promise<WebhookAnswer> {
  const notice = noticeOf(verified);
  const effect = await applyNotice(tx, notice);
  listDeliveries(tx, [{ verified, notice, effect }]);
  keepAccounts(tx, [verified]);
  return effect.answer;
}

/** The same for captures of one company that share the transaction, in their order. */
export async function applyCaptureWebhooks(
  tx: Tx,
  webhooks: readonly VerifiedWebhook[],
): Promise<WebhookAnswer[]> {
  const notices = webhooks.map((each) => ({ ...noticeOf(each), by: contextOf(each) }));
  const effects = await applyCaptures(
    tx,
    notices.map((each) => reportedCapture(tx, each)),
  );
  listDeliveries(
    tx,
    webhooks.map((verified, i) => {
      const [notice, effect] = [notices[i], effects[i]];
      if (!notice || !effect) throw new RangeError('A webhook has no effect');
      return { verified, notice, effect };
    }),
  );
  keepAccounts(tx, webhooks);
  return effects.map(({ answer }) => answer);
}

function reportedCapture(tx: Tx, verified: VerifiedNotice): ReportedCapture {
  const { event } = verified.notice;
  if (event.kind !== 'capture') throw new RangeError(`${event.kind} is no capture`);
  return { found: findNotice(tx, verified), payment: event.payment };
}

function noticeOf({ webhook, provider, notice, judgedBy }: VerifiedWebhook): VerifiedNotice {
  const { eventId, type } = notice;
  const bodyHash = createHash('sha256').update(webhook.raw).digest('hex');
  const source = { provider: provider.name, eventId, type, bodyHash };
  return { notice, source, receivedOn: dateAt(webhook.now, judgedBy.timeZone) };
}

/** A webhook and what became of it. */
interface Delivery {
  readonly verified: VerifiedWebhook;
  readonly notice: VerifiedNotice;
  readonly effect: Effect;
}

function listDeliveries(tx: Tx, listed: readonly Delivery[]): void {
  tx.later((end) => deliveries.insert(end, listed.map(deliveryRow)));
}

function deliveryRow({ verified, notice, effect }: Delivery) {
  const { webhook, began } = verified;
  const { answer, invoiceId, paymentId } = effect;
  const { source } = notice;
  const { event, reference } = notice.notice;
  return {
    id: newId<'webhook-delivery'>(),
    provider: source.provider,
    eventId: source.eventId,
    type: source.type,
    applied: answer.applied,
    reason: answer.applied ? null : answer.reason,
    invoiceId,
    paymentId: paymentId ?? null,
    providerPaymentId: event.kind === 'unhandled' ? null : reference.providerPaymentId,
    bodyHash: source.bodyHash,
    durationMs: Math.round(performance.now() - began),
    requestId: webhook.requestId,
    receivedAt: webhook.now,
  };
}
