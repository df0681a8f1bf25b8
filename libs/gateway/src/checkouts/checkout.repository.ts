import { sql, type Tx } from '@quittance/database';
import { newId, type Instant, type InvoiceId } from '@quittance/kernel';
import { checkoutNoun } from './checkout.description.js';
import { busyUntil, nextSweep, referenceOf } from './checkout.js';
import type { Checkout, CheckoutTerms } from './checkout.js';
import { ATTEMPTS_OVER, insertParts, withParts, type CheckoutOver } from './checkout-parts.js';
import type { CollectedPart } from './collected-parts.js';
import { isUnderWaySql } from './money-under-way.js';

const { rows } = checkoutNoun;
const COLUMNS = rows.select('c');

const FIND = sql(`select ${COLUMNS} from gateway.checkout c
  where c.company_id = $1 and c.id = $2`);
const LOCK = sql(`
  select ${COLUMNS} from gateway.checkout c
  where c.company_id = $1 and c.id = $2 for update`);

/** The attempts over any of the invoices that can be paid, or whose money has still to come. */
const LOCK_LIVE = sql(`
  select ${COLUMNS} from gateway.checkout c
  where c.company_id = $1 and c.id in (${ATTEMPTS_OVER})
    and (c.status in ('creating', 'open') or ${isUnderWaySql('c')})
  order by c.id for update`);

const LAST_ATTEMPT = sql(`
  select coalesce(max(attempt), 0)::int as attempt from gateway.checkout
  where company_id = $1 and invoice_id = $2`);

/** The attempt that an event belongs to, by what the provider tells of it. */
const FIND_REFERENCED = sql(`
  select ${COLUMNS} from gateway.checkout c
  where company_id = $1 and provider = $2
    and (id = $3::uuid or link_id = $4 or reference = $5 or order_id = $6)
  order by (id = $3::uuid) desc nulls last, attempt desc limit 1`);

/** The attempt on which a payment failed: late, it may come in after all. By the primary keys. */
const FIND_OF_FAILURE = sql(`
  select ${COLUMNS} from gateway.failed_payment f
  join gateway.checkout c on c.company_id = $1 and c.id = f.checkout_id
  where f.company_id = $1 and f.provider = $2 and f.provider_payment_id = $3`);

/**
 * The live link over an invoice with nothing left to pay, or which is not its payer's any more
 * (`$4`). The balance is read again, because it may
 * have come back since the event: a refund, and the next link is already made. One over several
 * goes as well: whoever paid by it would pay too much.
 */
const REQUEST_CLOSE = sql(`
  update gateway.checkout c set close_requested = true,
    status = case when c.status = 'open' then 'closing' else c.status end,
    sweeps = case when c.status = 'open' then 0 else c.sweeps end,
    next_sweep_at = case when c.status = 'open' then $3 else c.next_sweep_at end,
    version = c.version + 1, updated_at = $3
  from receivables.pub_invoice i
  where c.company_id = $1 and c.id in (${ATTEMPTS_OVER}) and c.status in ('creating', 'open')
    and i.company_id = $1 and i.id = any($2::uuid[]) and ($4 or i.balance = 0)`);

export function findCheckout(tx: Tx, id: string): Promise<Checkout | undefined> {
  return tx.maybe<Checkout>(FIND, [tx.ctx.companyId, id]);
}

/** @throws Error when there is none: attempts are never deleted. */
export function lockCheckout(tx: Tx, id: string): Promise<Checkout> {
  return tx.one<Checkout>(LOCK, [tx.ctx.companyId, id]);
}

/** The live attempts over any of the invoices: one of each, and those with money on its way. */
export async function lockLiveCheckouts(
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
): Promise<CheckoutOver[]> {
  const params = [tx.ctx.companyId, invoiceIds];
  return withParts(tx, await tx.rows<Checkout>(LOCK_LIVE, params));
}

export interface NewCheckout extends CheckoutTerms {
  readonly parts: readonly [CollectedPart, ...CollectedPart[]];
  readonly amount: bigint;
  readonly callbackUrl: string | null;
  readonly lastingUrl: string | null;
  readonly expiresAt: Instant;
}

/**
 * Stores the next attempt; undefined when another process has stored a live one in the meantime, by
 * `checkout_live_key`.
 */
export async function insertCheckout(
  tx: Tx,
  { parts, ...checkout }: NewCheckout,
): Promise<Checkout | undefined> {
  const { companyId, now } = tx.ctx;
  const [{ invoiceId }] = parts;
  const last = await tx.one<{ attempt: number }>(LAST_ATTEMPT, [companyId, invoiceId]);
  const attempt = last.attempt + 1;
  const stored: Checkout = {
    ...checkoutNoun.empty,
    ...checkout,
    id: newId<'checkout'>(),
    version: 1,
    invoiceId,
    invoiceCount: parts.length,
    attempt,
    reference: referenceOf(invoiceId, attempt),
    status: 'creating',
    closeRequested: false,
    sweeps: 0,
    nextSweepAt: nextSweep(now, 0),
    busyUntil: busyUntil(now),
    createdAt: now,
    updatedAt: now,
  };
  const written = await rows.offer(tx, [stored], 'on conflict do nothing');
  if (written === 0) return undefined;
  await insertParts(tx, stored.id, parts);
  return stored;
}

const MARK_CLOSING = sql(`
  update gateway.checkout c set status = 'closing', close_requested = true, sweeps = 0,
    next_sweep_at = $3, busy_until = $4, version = c.version + 1, updated_at = $3
  where c.company_id = $1 and c.id = any($2::uuid[])`);

/** Takes locked links out of the way of their successor; the provider is told after the commit. */
export async function markClosing(tx: Tx, lives: readonly Checkout[]): Promise<Checkout[]> {
  if (lives.length === 0) return [];
  const { companyId, now } = tx.ctx;
  const ids = lives.map(({ id }) => id);
  await tx.run(MARK_CLOSING, [companyId, ids, now, busyUntil(now)]);
  return lives.map((live) => ({
    ...live,
    status: 'closing',
    closeRequested: true,
    sweeps: 0,
    nextSweepAt: now,
    busyUntil: busyUntil(now),
    version: live.version + 1,
    updatedAt: now,
  }));
}

export async function updateCheckout(
  tx: Tx,
  checkout: Checkout,
  patch: Partial<Checkout>,
): Promise<Checkout> {
  const changed = { ...patch, version: checkout.version + 1, updatedAt: tx.ctx.now };
  await rows.update(tx, { id: checkout.id }, changed);
  return { ...checkout, ...changed };
}

/** What an event says about the attempt it belongs to. */
export interface CheckoutHints {
  readonly checkoutId: string | null;
  readonly linkId: string | null;
  readonly reference: string | null;
  readonly orderId: string | null;
}

export function findReferencedCheckout(
  tx: Tx,
  provider: string,
  { checkoutId, linkId, reference, orderId }: CheckoutHints,
): Promise<Checkout | undefined> {
  const params = [tx.ctx.companyId, provider, checkoutId, linkId, reference, orderId];
  return tx.maybe<Checkout>(FIND_REFERENCED, params);
}

export function findCheckoutOfFailure(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<Checkout | undefined> {
  return tx.maybe<Checkout>(FIND_OF_FAILURE, [tx.ctx.companyId, provider, providerPaymentId]);
}

/**
 * Marks the live link over an invoice for closing once nothing is open, or `evenOpen`; the sweeper
 * tells the provider.
 */
export function requestClose(
  tx: Tx,
  invoiceId: InvoiceId,
  { evenOpen = false } = {},
): Promise<number> {
  return tx.run(REQUEST_CLOSE, [tx.ctx.companyId, [invoiceId], tx.ctx.now, evenOpen]);
}
