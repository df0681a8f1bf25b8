import { sql, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { nextLookAfterMoney, type Checkout } from '../checkouts/checkout.js';
import { isUnderWaySql } from '../checkouts/money-under-way.js';
import type { FoundNotice } from './found-notice.js';
import type { Effect, EventOf } from './verified-notice.js';
import { applied, notApplied, type WebhookAnswer } from './webhook.js';

/** A payment that failed, once; late repetitions change nothing. */
const INSERT_FAILED = sql(`
  insert into gateway.failed_payment (company_id, provider, provider_payment_id, checkout_id,
    invoice_id, code, description, failed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`);

/** The provider says the link can no longer be paid; a paid one stays paid. */
const MARK_CLOSED = sql(`
  update gateway.checkout set status = $3, next_sweep_at = null, busy_until = null,
    version = version + 1, updated_at = $4
  where company_id = $1 and id = $2
    and (status in ('creating', 'open') or (status = 'closing' and money_under_way_at is null))`);

/** The payer has acted on the live link. */
const MARK_PROCESSING = sql(`
  update gateway.checkout set status = 'processing', next_sweep_at = $3, busy_until = null,
    sweeps = 0, version = version + 1, updated_at = $4
  where company_id = $1 and id = $2 and status in ('creating', 'open')`);

/** The same of one that was replaced since: it is closed as it was to be, and the money awaited. */
const MARK_UNDER_WAY = sql(`
  update gateway.checkout set money_under_way_at = $3, version = version + 1, updated_at = $3
  where company_id = $1 and id = $2 and status = 'closing' and money_under_way_at is null`);

/** The money never came, and the link cannot be used again. */
const MARK_FAILED = sql(`
  update gateway.checkout c set status = 'failed', next_sweep_at = null, busy_until = null,
    last_error = $3, version = c.version + 1, updated_at = $4
  where c.company_id = $1 and c.id = $2
    and (c.status in ('creating', 'open') or ${isUnderWaySql('c')})`);

type CheckoutEvent = EventOf<'failed' | 'processing' | 'link_closed'>;

/** Does what news of one of our attempts asks for, on the attempt that it names. */
export async function applyToCheckout(
  tx: Tx,
  found: FoundNotice,
  event: CheckoutEvent,
): Promise<Effect> {
  const { checkout, payment } = await found.known;
  if (!checkout) return { answer: notApplied('no_invoice_reference'), invoiceId: null };
  // Whoever has paid is not told that it failed: this is late news of an earlier try.
  const isLate = event.kind === 'failed' && (checkout.status === 'paid' || payment !== undefined);
  const answer = isLate
    ? notApplied('already_processed')
    : await change(tx, checkout, event, found.source.provider);
  return { answer, invoiceId: checkout.invoiceId };
}

async function change(
  tx: Tx,
  checkout: Checkout,
  event: CheckoutEvent,
  provider: string,
): Promise<WebhookAnswer> {
  if (event.kind === 'failed') return fail(tx, checkout, event, provider);
  const { companyId, now } = tx.ctx;
  const changed =
    event.kind === 'processing'
      ? await markUnderWay(tx, checkout)
      : await tx.run(MARK_CLOSED, [companyId, checkout.id, event.status, now]);
  return changed > 0 ? applied() : notApplied('already_processed');
}

async function markUnderWay(tx: Tx, { id }: Checkout): Promise<number> {
  const { companyId, now } = tx.ctx;
  const live = await tx.run(MARK_PROCESSING, [companyId, id, nextLookAfterMoney(now), now]);
  return live > 0 ? live : tx.run(MARK_UNDER_WAY, [companyId, id, now]);
}

async function fail(
  tx: Tx,
  { id, invoiceId }: Checkout,
  { providerPaymentId, code, description, usedUp }: EventOf<'failed'>,
  provider: string,
): Promise<WebhookAnswer> {
  const { companyId, now } = tx.ctx;
  if (usedUp) {
    const lastError = description ?? 'The payment failed.';
    tx.later((end) => end.run(MARK_FAILED, [companyId, id, lastError, now]));
  }
  const params = [companyId, provider, providerPaymentId, id, invoiceId, code, description, now];
  if ((await tx.run(INSERT_FAILED, params)) === 0) return notApplied('already_processed');
  const data = { checkoutId: id, invoiceId, provider, providerPaymentId, code, description };
  emit(tx, { type: 'payment.failed', object: 'checkout', recordId: id, data });
  return applied();
}
