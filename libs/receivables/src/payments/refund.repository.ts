import { sql, type Sql, type Tx } from '@quittance/database';
import type { CreditNoteId, Id } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import type { Standing } from './payment.js';
import { lockPayment, type Payment } from './payment.repository.js';

/** The invoices a payment was applied to, in the order that prevents deadlocks. */
const LOCK_INVOICES_OF_PAYMENT = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id in (
    select a.invoice_id from receivables.payment_allocation a
    where a.company_id = $1 and a.payment_id = $2)
  order by i.id for no key update`);

/** What was put on other invoices of the credit that a payment left. */
const LOCK_INVOICES_OF_CHARGEBACK = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id in (
    select a.invoice_id from receivables.payment_allocation a
    where a.company_id = $1 and a.payment_id = $2
    union all select c.invoice_id from receivables.credit_note n
    join receivables.credit_application c on c.company_id = $1 and c.credit_note_id = n.id
    where n.company_id = $1 and n.payment_id = $2 and n.kind = 'on_account')
  order by i.id for no key update`);

/** Served by the unique index of on-account notes: the excess first, then what came back. */
const LOCK_NOTES_OF_PAYMENT = sql(`
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.payment_id = $2 and n.kind = 'on_account'
  order by n.id for no key update`);

/** What of the credit of a payment stands on invoices, what was put there last first. */
const SPENT = sql(`
  select c.credit_note_id as "noteId", c.invoice_id as "invoiceId", sum(c.amount)::bigint as amount
  from receivables.credit_note n
  join receivables.credit_application c on c.company_id = $1 and c.credit_note_id = n.id
  where n.company_id = $1 and n.payment_id = $2 and n.kind = 'on_account'
  group by c.credit_note_id, c.invoice_id having sum(c.amount) > 0
  order by max(c.created_at) desc, c.invoice_id`);

/** What of a payment stands on each invoice, newest allocation first; ids are in time order. */
const STANDING = sql(`
  select a.invoice_id as "invoiceId", sum(a.amount)::bigint as amount
  from receivables.payment_allocation a where a.company_id = $1 and a.payment_id = $2
  group by a.invoice_id having sum(a.amount) > 0
  order by max(a.created_at) filter (where a.refund_id is null) desc,
    max(a.id::text) filter (where a.refund_id is null) desc`);

const STORE_REFUNDED = sql(`
  update receivables.payment set status = $3, refunded_amount = $4, version = $5, updated_at = $6
  where company_id = $1 and id = $2`);

const FIND_PROVIDER_REFUND = sql(`
  select id from receivables.refund
  where company_id = $1 and provider = $2 and provider_refund_id = $3`);

/**
 * Locks a payment and all that its refund may touch, in one round trip.
 * @throws DomainError not_found
 */
export function lockForRefund(tx: Tx, id: PaymentId): Promise<LockedForRefund> {
  return lockWith(tx, LOCK_INVOICES_OF_PAYMENT, id);
}

/**
 * The same with the invoices that its credit was put on: what a bank takes back was never ours,
 * whatever was done with it.
 * @throws DomainError not_found
 */
export async function lockForChargeback(tx: Tx, id: PaymentId): Promise<LockedForChargeback> {
  const params = [tx.ctx.companyId, id];
  const [locked, spent] = await tx.locked(
    () => lockWith(tx, LOCK_INVOICES_OF_CHARGEBACK, id),
    (behind) => behind.rows<SpentCredit>(SPENT, params),
  );
  refuseUnlocked(locked.invoices, spent);
  return { ...locked, spent };
}

async function lockWith(tx: Tx, lockInvoices: Sql, id: PaymentId): Promise<LockedForRefund> {
  const params = [tx.ctx.companyId, id];
  const [[locked, payment, notes], standing] = await tx.locked(
    () =>
      tx.locked(
        () => tx.rows<Invoice>(lockInvoices, params),
        () => lockPayment(tx, id),
        () => tx.rows<CreditNote>(LOCK_NOTES_OF_PAYMENT, params),
      ),
    (behind) => behind.rows<Standing>(STANDING, params),
  );
  refuseUnlocked(locked, standing);
  return { payment, invoices: locked, notes, standing };
}

/** Put there between the first statement and the lock: the unit runs again as a whole. */
function refuseUnlocked(locked: readonly Invoice[], standing: readonly Standing[]): void {
  if (standing.every(({ invoiceId }) => locked.some(({ id }) => id === invoiceId))) return;
  throw Object.assign(new Error('The payment was used meanwhile'), { code: '40001' });
}

export async function storeRefundedPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.run(STORE_REFUNDED, [
    tx.ctx.companyId,
    payment.id,
    payment.status,
    payment.refundedAmount,
    payment.version,
    payment.updatedAt,
  ]);
}

/** The refund that a provider's refund was recorded as. */
export async function findProviderRefund(
  tx: Tx,
  provider: string,
  providerRefundId: string,
): Promise<Id<'refund'> | null> {
  const params = [tx.ctx.companyId, provider, providerRefundId];
  return (await tx.maybe<{ id: Id<'refund'> }>(FIND_PROVIDER_REFUND, params))?.id ?? null;
}

/** A payment locked with all that its refund may touch, in the order that prevents deadlocks. */
export interface LockedForRefund {
  readonly payment: Payment;
  readonly invoices: readonly Invoice[];
  /** The payment's on-account notes, the excess first. */
  readonly notes: readonly CreditNote[];
  /** What stands on invoices, newest allocation first. */
  readonly standing: readonly Standing[];
}

/** Credit of a payment that stands on an invoice. */
export interface SpentCredit extends Standing {
  readonly noteId: CreditNoteId;
}

/** Locked with all that a chargeback may touch. */
export interface LockedForChargeback extends LockedForRefund {
  /** What was put there last comes first. */
  readonly spent: readonly SpentCredit[];
}
