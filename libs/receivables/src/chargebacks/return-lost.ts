import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, type CompanyTerms } from '@quittance/company';
import { sql, type LockedTx, type Tx } from '@quittance/database';
import { newId, type Id, type InvoiceId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import { assignNumbers, type AssignedNumber, type RulesInForce } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { applyOnAccount } from '../credits/auto-apply-credit.js';
import { onAccountNote } from '../credits/on-account.js';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';
import { withoutUndetermined } from '../invoice-lines/undetermined.js';
import { recordTaxOfUnsent } from '../invoice-lines/tax-of-unsent.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements } from '../invoices/invoice.repository.js';
import { collectable, settle } from '../invoices/settlement.js';
import type { Settled } from '../payments/allocate-payment.js';
import type { NewRefund } from '../payments/payment.entity.js';
import type { PaymentId } from '../payments/payment-id.js';
import { allocations, refunds } from '../payments/payment.repository.js';
import { announceLoss, lostPayment } from '../payments/refund-payment-in.js';
import { storeRefundedPayment, type LockedForRefund } from '../payments/refund.repository.js';

/** What a payment has lost by one row and not got back yet, in minor units. */
export interface Loss {
  readonly id: Id<'refund'>;
  readonly providerDisputeId: string | null;
  readonly providerRefundId: string | null;
  readonly left: bigint;
  /** Of that, what was taken off invoices. */
  readonly invoices: readonly { readonly invoiceId: InvoiceId; readonly amount: bigint }[];
}

/** The newest first; by the indexes of the payment. */
const LOSSES = sql(`
  select r.id, r.provider_dispute_id as "providerDisputeId",
    r.provider_refund_id as "providerRefundId",
    (r.amount + coalesce((select sum(v.amount) from receivables.refund v
      where v.company_id = $1 and v.reverses_id = r.id), 0))::bigint as left,
    coalesce((select json_agg(json_build_object('invoiceId', x.invoice_id,
        'amount', x.amount::text) order by x.last desc, x.invoice_id)
      from (select a.invoice_id, -sum(a.amount) as amount, max(a.created_at) as last
        from receivables.payment_allocation a
        where a.company_id = $1 and a.payment_id = $2 and a.refund_id in (
          select o.id from receivables.refund o
          where o.company_id = $1 and (o.id = r.id or o.reverses_id = r.id))
        group by a.invoice_id having sum(a.amount) < 0) x), '[]') as invoices
  from receivables.refund r
  where r.company_id = $1 and r.payment_id = $2 and r.kind <> 'returned'
    and r.provider = $3 and ($4::text is null or r.provider_dispute_id = $4)
    and ($5::text[] is null or r.provider_refund_id = any($5::text[]))
  order by r.created_at desc, r.id desc`);

type LossRow = Omit<Loss, 'invoices'> & {
  readonly invoices: readonly { readonly invoiceId: InvoiceId; readonly amount: string }[];
};

/** Of which provider, and by what of it. */
interface LostBy {
  readonly provider: string;
  readonly disputeId?: string;
  readonly refundIds?: readonly string[];
}

/** What a locked payment has lost to a dispute, or by refunds, of a provider. */
export async function lossesOf(tx: LockedTx, id: PaymentId, by: LostBy): Promise<Loss[]> {
  const params = [tx.ctx.companyId, id, by.provider, by.disputeId ?? null, by.refundIds ?? null];
  const rows = await tx.rows<LossRow>(LOSSES, params);
  return rows.map((row) => ({
    ...row,
    invoices: row.invoices.map(({ invoiceId, amount }) => ({ invoiceId, amount: BigInt(amount) })),
  }));
}

/** What comes back of a loss: at most what it has left. */
export interface ReturnedPart {
  readonly loss: Loss;
  readonly amount: bigint;
}

/** Why money comes back, and under which rules of the company. */
export interface ReturnTerms {
  readonly reason: string;
  readonly company: CompanyTerms;
  readonly noteRule: RulesInForce;
}

/**
 * Gives a locked payment back what it had lost, by a row for each loss: to the invoices that it was
 * taken off, as far as they are open or were written off meanwhile, and the rest on account by
 * notes of their own. Where the company wants that, credit is applied once all is back: it changes
 * invoices that are read before.
 */
export async function returnLosses(
  tx: Tx,
  locked: LockedForRefund,
  parts: readonly ReturnedPart[],
  terms: ReturnTerms,
): Promise<void> {
  let standing = locked;
  for (const part of parts) standing = await returnLost(tx, standing, part, terms);
  const notes = standing.notes.slice(locked.notes.length);
  const { company } = terms;
  if (notes.length > 0 && company.autoApplyCredit) {
    await applyOnAccount(tx, company, notes, () => tx);
  }
}

/** Answers what is locked as it is then. */
async function returnLost(
  tx: Tx,
  locked: LockedForRefund,
  { loss, amount }: ReturnedPart,
  { reason, company, noteRule }: ReturnTerms,
): Promise<LockedForRefund> {
  const { payment } = locked;
  const today = companyToday(company, tx.ctx.now);
  const settled = await takenAgain(tx, locked, loss, amount, today);
  const placed = sumOf(settled.map((each) => each.paid));
  const rest = amount - placed;
  const days = rest > 0n ? [today] : [];
  const [number] = await assignNumbers(tx, 'credit-note', days, noteRule);
  const row: NewRefund = {
    id: newId<'refund'>(),
    paymentId: payment.id,
    kind: 'returned',
    reversesId: loss.id,
    amount: -amount,
    fromCredit: 0n,
    fromInvoices: -placed,
    toCredit: rest,
    reason,
    provider: payment.provider,
    providerRefundId: null,
    providerDisputeId: null,
    refundedOn: today,
    actor: tx.ctx.actor,
    createdAt: tx.ctx.now,
  };
  const after = lostPayment(payment, -amount, tx.ctx);
  const note = number ? noteOf(tx, locked, row, number) : null;
  tx.later(refunds.insert(tx, [row]));
  tx.later(
    allocations.insert(
      tx,
      settled.map(({ invoice, paid }) => ({
        id: newId<'payment-allocation'>(),
        paymentId: payment.id,
        invoiceId: invoice.id,
        refundId: row.id,
        amount: paid,
        appliedOn: today,
        createdAt: tx.ctx.now,
      })),
    ),
    storeSettlements(tx, settled),
    storeRefundedPayment(tx, after),
  );
  if (note) tx.later(creditNotes.insert(tx, [note]));
  tx.later(
    checkBooks(tx, {
      invoices: settled.map(({ invoice }) => invoice.id),
      payments: [payment.id],
      creditNotes: note ? [note.id] : [],
    }),
  );
  await recordTaxOfUnsent(tx, settled);
  for (const { invoice, settlement } of settled) announceSettlement(tx, invoice, settlement);
  if (note) announceNote(tx, note);
  announceLoss(tx, payment, after, row);
  const now = new Map(settled.map(({ invoice, settlement }) => [invoice.id, settlement]));
  return {
    ...locked,
    payment: after,
    invoices: locked.invoices.map((invoice) => ({ ...invoice, ...now.get(invoice.id) })),
    notes: note ? [...locked.notes, note] : locked.notes,
  };
}

/** An invoice that takes money again which it had lost. */
interface TakenAgain extends Settled {
  readonly paid: bigint;
}

async function takenAgain(
  tx: Tx,
  locked: LockedForRefund,
  loss: Loss,
  amount: bigint,
  today: LocalDate,
): Promise<TakenAgain[]> {
  const { now, actor } = tx.ctx;
  const open = await withoutUndetermined(tx, locked.invoices);
  let left = amount;
  return loss.invoices.flatMap((lost) => {
    const invoice = open.find(({ id }) => id === lost.invoiceId);
    // One that was moved to another customer meanwhile takes none of this one's money.
    if (!invoice || invoice.accountId !== locked.payment.accountId) return [];
    const paid = minOf(minOf(left, lost.amount), collectable(invoice));
    if (paid <= 0n) return [];
    left -= paid;
    return [{ invoice, paid, settlement: settle(invoice, { paid }, { now, actor, today }) }];
  });
}

function noteOf(
  tx: Tx,
  { payment }: LockedForRefund,
  row: NewRefund,
  number: AssignedNumber,
): CreditNote {
  return {
    ...onAccountNote(payment, row.toCredit, row.refundedOn, number, tx.ctx),
    refundId: row.id,
    reason: `On account: money of payment ${payment.number} came back and no invoice took it`,
  };
}

function announceNote(tx: Tx, note: CreditNote): void {
  const data = creditNoteView(note);
  const record = { object: 'credit-note', recordId: note.id };
  emit(tx, { ...record, type: 'credit_note.issued', data });
  audit(tx, { ...record, action: 'credit_note.issued', after: data });
}
