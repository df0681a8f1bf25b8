import { namedSql, sql, type Tx } from '@quittance/database';
import { newId, notFound } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { TOTAL_MARK } from '../refunds/refund-arithmetic.js';
import { receiptNoun, type Receipt } from './receipt.description.js';

/** The books say that money went back, and the provider that it did not. */
export const FAILED_AFTER_BOOKING = 'refund_failed_after_booking';

/** The provider has told both that money went back and that it did not, and nothing is booked. */
export const FAILED_BEFORE_BOOKING = 'refund_failed_before_booking';

const { rows } = receiptNoun;
const COLUMNS = rows.select('r');

/**
 * One receipt per piece of money, however often it is reported. A refund that was sorted out before
 * it failed is open again, once; one that waits to be booked waits no longer.
 */
const TOLD_AGAIN = `
  on conflict (company_id, provider, kind, provider_object_id)
  do update set reason = excluded.reason, event_id = excluded.event_id, type = excluded.type,
    body_hash = excluded.body_hash, status = 'open', note = null, resolved_at = null,
    resolved_by = null, version = unapplied_receipt.version + 1, updated_at = excluded.updated_at
    where unapplied_receipt.reason <> excluded.reason
      and (excluded.reason = '${FAILED_AFTER_BOOKING}'
        or (excluded.reason = '${FAILED_BEFORE_BOOKING}' and unapplied_receipt.status = 'open'
          and unapplied_receipt.reason <> '${FAILED_AFTER_BOOKING}'))`;

/** Receipts whose money was booked after all, say after the invoice was imported. */
const RELEASE = namedSql(
  `update gateway.unapplied_receipt u set status = 'resolved', note = b.note,
     resolved_at = :now, resolved_by = :by, version = u.version + 1, updated_at = :now
   from :rows as b
   where u.company_id = :companyId and u.provider = :provider and u.kind = :kind
     and u.provider_object_id = b.provider_object_id and u.status = 'open'`,
  {
    values: { provider: 'text', kind: 'text', by: 'jsonb' },
    rows: { providerObjectId: 'text', note: 'text' },
  },
);

/**
 * Refunds that were told of before the payment itself was, but for totals; by
 * `unapplied_receipt_object_key`.
 */
const EARLY_REFUNDS = sql(`
  select r.provider_object_id as "providerRefundId", r.provider_payment_id as "providerPaymentId",
    r.amount, r.currency
  from gateway.unapplied_receipt r
  where r.company_id = $1 and r.provider = $2 and r.kind = 'refund' and r.status = 'open'
    and r.provider_payment_id = $3 and r.reason = 'payment_not_found'
    and strpos(r.provider_object_id, $4) = 0
  order by r.created_at, r.id`);

const LOCK = sql(`
  select ${COLUMNS} from gateway.unapplied_receipt r
  where r.company_id = $1 and r.id = $2 for update`);

/** Where a receipt comes from. */
export type ReceiptSource = Pick<Receipt, 'provider' | 'eventId' | 'type' | 'bodyHash'>;

export type NewReceipt = Pick<
  Receipt,
  'kind' | 'providerObjectId' | 'providerPaymentId' | 'amount' | 'currency' | 'invoiceId' | 'reason'
>;

/**
 * Keeps what could not be applied. The statement is sent before this returns. Answers whether that
 * was news.
 */
export async function quarantine(
  tx: Tx,
  source: ReceiptSource,
  receipt: NewReceipt,
): Promise<boolean> {
  const written = await rows.offer(tx, [newReceipt(tx, { ...source, ...receipt })], TOLD_AGAIN);
  return written > 0;
}

/** A row with nothing in what is not said. */
export function newReceipt(
  { ctx: { now } }: Tx,
  said: Pick<Receipt, keyof ReceiptSource | keyof NewReceipt> & Partial<Receipt>,
): Receipt {
  const stamps = { id: newId<'receipt'>(), version: 1, createdAt: now, updatedAt: now };
  return { ...receiptNoun.empty, status: 'open', stages: [], ...said, ...stamps };
}

/** Money that is booked now, and what to note on the receipt it was kept as. */
export interface Released {
  readonly providerObjectId: string;
  readonly note: string;
}

/**
 * Closes the receipts of money that is booked now, where there are any. Sent before this returns.
 */
export function release(
  tx: Tx,
  kind: Receipt['kind'],
  provider: string,
  released: readonly Released[],
): Promise<number> {
  return RELEASE.run(tx, { provider, kind, by: tx.ctx.actor, ...RELEASE.columns(released) });
}

/** A refund that waits for its payment; amounts in minor units. */
export interface EarlyRefund {
  readonly providerRefundId: string;
  readonly providerPaymentId: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** The single refunds of a payment that were told of when nobody knew the payment yet. */
export function earlyRefunds(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<EarlyRefund[]> {
  const params = [tx.ctx.companyId, provider, providerPaymentId, TOTAL_MARK];
  return tx.rows<EarlyRefund>(EARLY_REFUNDS, params);
}

/** @throws DomainError not_found */
export async function lockReceipt(tx: Tx, id: string): Promise<Receipt> {
  const receipt = await tx.maybe<Receipt>(LOCK, [tx.ctx.companyId, id]);
  if (!receipt) throw notFound({ object: 'unapplied receipt' });
  return receipt;
}
