import { sql, type Tx } from '@quittance/database';
import {
  formatMinor,
  formatUnits,
  currencyDigits,
  decimal,
  notFound,
  sumOf,
  trimDecimal,
  type CreditNoteId,
  type Currency,
  type Id,
  type Instant,
  type InvoiceId,
  type LocalDate,
  type PaymentId,
} from '@quittance/kernel';
import { findInvoice } from './invoice.queries.js';
import { linesOf, type Invoice, type InvoiceLine } from './invoice.repository.js';
import { isClosed } from './invoice.js';
import { roundingCertificate, type CertifiedTax } from './rounding-certificate.js';

export const MOVEMENT_KINDS = ['payment', 'refund', 'credit', 'credit_unapplied'] as const;

/** Money that was laid against an invoice or taken back, in minor units. */
interface MovementRow {
  readonly kind: (typeof MOVEMENT_KINDS)[number];
  /** Positive when it lowers the balance. */
  readonly amount: bigint;
  readonly on: LocalDate;
  readonly paymentId: PaymentId | null;
  readonly refundId: Id<'refund'> | null;
  readonly creditNoteId: CreditNoteId | null;
  /** The number of the payment or credit note. */
  readonly number: string;
  readonly reason: string | null;
  readonly recordedAt: Instant;
}

/** Every append-only row of an invoice in the order they were written; by their invoice indexes. */
const MOVEMENTS = sql(`
  select m.kind, m.amount, m."on", m."paymentId", m."refundId", m."creditNoteId", m.number,
    m.reason, m."recordedAt"
  from (
    select case when a.refund_id is null then 'payment' else 'refund' end as kind, a.amount,
      a.applied_on as "on", a.payment_id as "paymentId", a.refund_id as "refundId",
      null::uuid as "creditNoteId", p.number, r.reason, a.created_at as "recordedAt", a.id
    from billing.payment_allocation a
    join billing.payment p on p.company_id = a.company_id and p.id = a.payment_id
    left join billing.refund r on r.company_id = a.company_id and r.id = a.refund_id
    where a.company_id = $1 and a.invoice_id = $2
    union all
    select case when c.amount > 0 then 'credit' else 'credit_unapplied' end, c.amount,
      c.applied_on, n.payment_id, null, c.credit_note_id, n.number, n.reason, c.created_at, c.id
    from billing.credit_application c
    join billing.credit_note n on n.company_id = c.company_id and n.id = c.credit_note_id
    where c.company_id = $1 and c.invoice_id = $2
  ) m order by m."recordedAt", m.id`);

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

function proofView(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  movements: readonly MovementRow[],
) {
  const { currency, pricesIncludeTax, taxRounding } = invoice;
  const summed = sumsOf(invoice, lines, movements);
  const kept = pick(invoice);
  const agrees = (Object.keys(kept) as (keyof Sums)[]).every((key) => kept[key] === summed[key]);
  const certified = roundingCertificate(lines, pricesIncludeTax, taxRounding);
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    status: invoice.status,
    currency,
    movements: runningBalance(invoice, movements),
    summed: sumsView(summed, currency),
    kept: sumsView(kept, currency),
    rounding: {
      mode: taxRounding,
      pricesIncludeTax,
      taxes: certified.map((tax) => certificateView(tax, currency)),
    },
    agrees: agrees && sumOf(certified.map(({ tax }) => tax)) === invoice.taxTotal,
  };
}

/** The amounts of an invoice that follow from other rows. */
interface Sums {
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly paidAmount: bigint;
  readonly creditedAmount: bigint;
  readonly balance: bigint;
}

function pick(invoice: Invoice): Sums {
  const { subtotal, taxTotal, total, paidAmount, creditedAmount, balance } = invoice;
  return { subtotal, taxTotal, total, paidAmount, creditedAmount, balance };
}

function sumsOf(
  { status }: Invoice,
  lines: readonly InvoiceLine[],
  movements: readonly MovementRow[],
): Sums {
  const moved = (credit: boolean) =>
    sumOf(movements.filter((m) => m.kind.startsWith('credit') === credit).map((m) => m.amount));
  const [paidAmount, creditedAmount] = [moved(false), moved(true)];
  const total = sumOf(lines.map((line) => line.total));
  return {
    subtotal: sumOf(lines.map((line) => line.net)),
    taxTotal: sumOf(lines.map((line) => line.tax)),
    total,
    paidAmount,
    creditedAmount,
    balance: isClosed(status) ? 0n : total - paidAmount - creditedAmount,
  };
}

function sumsView(sums: Sums, currency: Currency) {
  return {
    subtotal: formatMinor(sums.subtotal, currency),
    taxTotal: formatMinor(sums.taxTotal, currency),
    total: formatMinor(sums.total, currency),
    paidAmount: formatMinor(sums.paidAmount, currency),
    creditedAmount: formatMinor(sums.creditedAmount, currency),
    balance: formatMinor(sums.balance, currency),
  };
}

function runningBalance({ total, currency }: Invoice, movements: readonly MovementRow[]) {
  let balance = total;
  return movements.map((movement) => {
    balance -= movement.amount;
    return {
      ...movement,
      amount: formatMinor(movement.amount, currency),
      balance: formatMinor(balance, currency),
    };
  });
}

/** A certified tax as the API shows it. */
export function certificateView(tax: CertifiedTax, currency: Currency) {
  const exact = decimal(tax.exactTax);
  return {
    jurisdiction: tax.jurisdiction,
    taxCode: tax.taxCode,
    kind: tax.kind,
    rate: tax.rate,
    base: formatMinor(tax.base, currency),
    exactTax: trimDecimal(formatUnits(exact.units, exact.scale + currencyDigits(currency))),
    tax: formatMinor(tax.tax, currency),
    moved: tax.moved.map(({ line, minor }) => ({ line, amount: formatMinor(minor, currency) })),
  };
}
