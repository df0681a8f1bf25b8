import { sql, type Tx } from '@quittance/database';
import {
  notFound,
  type CreditNoteId,
  type Id,
  type Instant,
  type InvoiceId,
} from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from '../payments/payment-id.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { linesOf, type Invoice, type InvoiceLine } from '../invoices/invoice.repository.js';
import { isClosed } from '../invoices/invoice.js';
import { comparedFigures, provedRounding, runningDown, sumsOfLines } from './proof-parts.js';

export const SETTLEMENT_KINDS = [
  'payment',
  'refund',
  'chargeback',
  'returned',
  'credit',
  'credit_unapplied',
  'write_off',
  'write_off_undone',
] as const;

/** Money that was applied to an invoice or taken back, in minor units. */
interface MovementRow {
  readonly kind: (typeof SETTLEMENT_KINDS)[number];
  /** Positive when it lowers the balance. */
  readonly amount: bigint;
  readonly on: LocalDate;
  readonly paymentId: PaymentId | null;
  readonly refundId: Id<'refund'> | null;
  readonly creditNoteId: CreditNoteId | null;
  /** The number of the payment or credit note; of what was written off the invoice's own. */
  readonly number: string;
  readonly reason: string | null;
  readonly recordedAt: Instant;
}

/** Every append-only row of an invoice in the order they were written; by their invoice indexes. */
const MOVEMENTS = sql(`
  select m.kind, m.amount, m."on", m."paymentId", m."refundId", m."creditNoteId", m.number,
    m.reason, m."recordedAt"
  from (
    select case when a.refund_id is null then 'payment' else r.kind end as kind, a.amount,
      a.applied_on as "on", a.payment_id as "paymentId", a.refund_id as "refundId",
      null::uuid as "creditNoteId", p.number, r.reason, a.created_at as "recordedAt", a.id
    from receivables.payment_allocation a
    join receivables.payment p on p.company_id = $1 and p.id = a.payment_id
    left join receivables.refund r on r.company_id = $1 and r.id = a.refund_id
    where a.company_id = $1 and a.invoice_id = $2
    union all
    select case when c.amount > 0 then 'credit' else 'credit_unapplied' end, c.amount,
      c.applied_on, n.payment_id, null, c.credit_note_id, n.number, n.reason, c.created_at, c.id
    from receivables.credit_application c
    join receivables.credit_note n on n.company_id = $1 and n.id = c.credit_note_id
    where c.company_id = $1 and c.invoice_id = $2
    union all
    select case when w.amount > 0 then 'write_off' else 'write_off_undone' end, w.amount,
      w.applied_on, null, null, null, i.number, w.reason, w.created_at, w.id
    from receivables.write_off w
    join receivables.invoice i on i.company_id = $1 and i.id = w.invoice_id
    where w.company_id = $1 and w.invoice_id = $2
  ) m order by m.id`);

/**
 * Proves the balance of an invoice: every row that moved money on it with the balance after it,
 * their sums beside the amounts kept in the invoice, its lines beside its totals, and how each tax
 * was rounded.
 * @throws DomainError not_found
 */
export async function invoiceProof(tx: Tx, id: InvoiceId) {
  const [invoice, lines, movements] = await Promise.all([
    findInvoice(tx, id),
    linesOf(tx, id),
    tx.rows<MovementRow>(MOVEMENTS, [tx.ctx.companyId, id]),
  ]);
  if (!invoice) throw notFound({ object: 'invoice' });
  return proofView(invoice, lines, movements);
}

export type InvoiceProof = Awaited<ReturnType<typeof invoiceProof>>;

/** The amounts of an invoice that follow from other rows. */
const FIGURES = [
  'subtotal',
  'taxTotal',
  'total',
  'paidAmount',
  'creditedAmount',
  'writtenOffAmount',
  'balance',
] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], bigint>>;

function proofView(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  movements: readonly MovementRow[],
) {
  const { id, number, status, currency, taxTotal } = invoice;
  const summed = sumsOf(invoice, lines, movements);
  const { agrees, ...figures } = comparedFigures(FIGURES, summed, invoice, currency);
  const proved = provedRounding(invoice, lines);
  return {
    invoiceId: id,
    number,
    status,
    currency,
    movements: runningDown(invoice, movements, (each, balance) => ({ ...each, balance })),
    ...figures,
    rounding: proved.rounding,
    agrees: agrees && proved.taxTotal === taxTotal,
  };
}

function sumsOf(
  { status }: Invoice,
  lines: readonly InvoiceLine[],
  movements: readonly MovementRow[],
): Figures {
  const moved = (of: (kind: MovementRow['kind']) => boolean) =>
    sumOf(movements.filter(({ kind }) => of(kind)).map(({ amount }) => amount));
  const isCredit = (kind: string) => kind.startsWith('credit');
  const isWriteOff = (kind: string) => kind.startsWith('write_off');
  const [creditedAmount, writtenOffAmount] = [moved(isCredit), moved(isWriteOff)];
  const paidAmount = moved((kind) => !isCredit(kind) && !isWriteOff(kind));
  const sums = sumsOfLines(lines);
  const open = sums.total - paidAmount - creditedAmount - writtenOffAmount;
  const balance = isClosed(status) ? 0n : open;
  return { ...sums, paidAmount, creditedAmount, writtenOffAmount, balance };
}
