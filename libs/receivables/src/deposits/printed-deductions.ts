import { sql, type Tx } from '@quittance/database';
import type { PrintableDeduction, PrintableTax } from '@quittance/documents';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import { printableTaxes } from '@quittance/lines';
import { allocate, divideRounded, sumOf } from '@quittance/money';
import { linesOfNotes } from '../credit-notes/credit-note.repository.js';

/** What of a note that deducts a deposit is applied to an invoice, in minor units. */
export interface AppliedDeduction extends Omit<PrintableDeduction, 'net' | 'tax' | 'taxes'> {
  readonly noteTax: bigint;
  readonly noteTotal: bigint;
  readonly applied: bigint;
}

/**
 * Of what notes deduct from an invoice as much as is still applied, a row each; what settles a
 * deposit itself is none. By `credit_application_invoice_index` and primary keys.
 */
const APPLIED = sql(`
  select n.id as "noteId", n.prices_include_tax as "pricesIncludeTax",
    p.number as "invoiceNumber", p.issue_date as "invoiceDate", n.number as "noteNumber",
    n.issue_date as "noteDate", n.tax_total as "noteTax", n.total as "noteTotal",
    sum(a.amount)::bigint as applied
  from receivables.credit_application a
  join receivables.deposit_deduction x on x.company_id = $1
    and x.credit_note_id = a.credit_note_id
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  join receivables.invoice p on p.company_id = $1 and p.id = x.invoice_id
  where a.company_id = $1 and a.invoice_id = $2 and x.invoice_id <> $2
  group by p.number, p.issue_date, n.id, n.prices_include_tax, n.number, n.issue_date, n.tax_total,
    n.total
  having sum(a.amount) > 0
  order by n.id`);

type DeductionRow = AppliedDeduction & {
  readonly noteId: CreditNoteId;
  readonly pricesIncludeTax: boolean;
};

/** The deposits that an invoice is less by, as they are printed. */
export async function printedDeductions(tx: Tx, id: InvoiceId): Promise<PrintableDeduction[]> {
  const rows = await tx.rows<DeductionRow>(APPLIED, [tx.ctx.companyId, id]);
  if (rows.length === 0) return [];
  const ids = rows.map(({ noteId }) => noteId);
  const lines = await linesOfNotes(tx, [...new Set(ids)]);
  return rows.map(({ noteId, pricesIncludeTax, ...applied }) => {
    const own = lines.filter(({ creditNoteId }) => creditNoteId === noteId);
    return deductionOf(applied, printableTaxes(own, pricesIncludeTax));
  });
}

/**
 * Net and tax of what is applied, in all and by rate: of a part its part of those of the note. What
 * is said by rate comes to the whole. Pure.
 */
export function deductionOf(
  { noteTax, noteTotal, applied, ...named }: AppliedDeduction,
  taxes: readonly PrintableTax[],
): PrintableDeduction {
  const part = (minor: bigint) =>
    applied === noteTotal ? minor : divideRounded(minor * applied, noteTotal);
  const tax = part(noteTax);
  const net = applied - tax;
  const [bases, amounts] = [taxes.map(({ base }) => base), taxes.map((each) => each.tax)];
  const isWhole = (parts: readonly bigint[], whole: bigint) =>
    parts.length > 0 && parts.every((each) => each >= 0n) && sumOf(parts) === whole;
  // A line with two taxes has its net under both.
  const ownBases = isWhole(bases, noteTotal - noteTax) ? allocate(net, bases) : bases.map(part);
  const ownTaxes = isWhole(amounts, noteTax) ? allocate(tax, amounts) : amounts.map(part);
  const byRate = taxes.map((each, i) => {
    return { ...each, base: ownBases[i] ?? 0n, tax: ownTaxes[i] ?? 0n };
  });
  return { ...named, net, tax, taxes: byRate };
}
