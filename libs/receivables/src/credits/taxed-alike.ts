import { invalidField, type Id } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import type { LineProduct } from '@quittance/lines';
import type { InvoiceLine } from '../invoices/invoice.repository.js';

/** A line of a note, as far as it says how it is taxed. */
export interface NoteLineTax {
  readonly invoiceLineId: Id<'invoice-line'> | null;
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  readonly product: Pick<LineProduct, 'taxCode'> & Partial<Pick<LineProduct, 'supply'>>;
  /** Of an allowance or a charge of the note. */
  readonly adjustment?: InvoiceLine['adjustment'];
  readonly placeOf?: InvoiceLine['placeOf'];
}

/**
 * The line of the invoice whose tax a line of a note bears: the one it corrects, else one that
 * bears the code and rate it names, else any, where that leaves one decision only. A note never
 * decides anew. Null where the invoice has no lines.
 * @param pointer to the line of the note
 * @throws DomainError validation_failed for a code or rate that no line bears, and where lines
 *   differ
 */
export function taxedAlike(
  line: NoteLineTax,
  invoiced: readonly InvoiceLine[],
  pointer: string,
): InvoiceLine | null {
  const own = invoiced.find(({ id }) => id === line.invoiceLineId);
  if (own || invoiced.length === 0) return own ?? null;
  const alike = asSupplied(line, withRate(line, withCode(line, invoiced, pointer), pointer));
  if (new Set(alike.map(decisionOf)).size <= 1) return alike[0] ?? null;
  const [member, by] =
    line.taxCode === null ? ['taxCode', 'taxCode or invoiceLineId'] : ['invoiceLineId', 'it'];
  const message = `The lines of the invoice are taxed differently: say by ${by} as which of them.`;
  throw invalidField(`${pointer}/${member}`, 'required', message);
}

/** An allowance or a charge stands behind lines that are supplied as it says. */
function asSupplied(
  { adjustment = null, taxCode, taxRate, product, placeOf = null }: NoteLineTax,
  alike: readonly InvoiceLine[],
): readonly InvoiceLine[] {
  if (adjustment === null) return alike;
  const saysNone = taxCode === null && taxRate === null;
  const found = alike.filter((line) => {
    const isOne = line.supplyKind === (product.supply ?? null) && !line.adjustment;
    const isSaid = !saysNone || (line.taxCode === null && line.requestedTaxRate === null);
    return isOne && isSaid && JSON.stringify(line.placeOf) === JSON.stringify(placeOf);
  });
  return found.length > 0 ? found : alike;
}

/**
 * The code of a product tells only lines apart: what was sold otherwise is taxed as the invoice
 * was.
 */
function withCode(
  { taxCode, taxRate, product }: NoteLineTax,
  invoiced: readonly InvoiceLine[],
  pointer: string,
): readonly InvoiceLine[] {
  const code = taxCode ?? (taxRate === null ? product.taxCode : null);
  if (code === null) return invoiced;
  const found = invoiced.filter((line) => bearsCode(line, code));
  if (found.length > 0) return found;
  if (taxCode === null) return invoiced;
  throw invalidField(`${pointer}/taxCode`, 'mismatch', 'No line of the invoice has this code.');
}

function withRate(
  { taxRate }: NoteLineTax,
  invoiced: readonly InvoiceLine[],
  pointer: string,
): readonly InvoiceLine[] {
  if (taxRate === null) return invoiced;
  const found = invoiced.filter((line) => bearsRate(line, taxRate));
  if (found.length > 0) return found;
  const message = 'No line of the invoice that it may be taxed as bears this rate.';
  throw invalidField(`${pointer}/taxRate`, 'mismatch', message);
}

/**
 * Refuses a code or a rate that is not that of the line which is corrected.
 * @param pointer to the line of the note
 * @throws DomainError validation_failed
 */
export function refuseOtherTax(
  { taxCode, taxRate }: Partial<Pick<NoteLineTax, 'taxCode' | 'taxRate'>>,
  corrected: InvoiceLine,
  pointer: string,
): void {
  const message = 'is that of the line of the invoice';
  if (taxCode && !bearsCode(corrected, taxCode)) {
    throw invalidField(`${pointer}/taxCode`, 'state', message);
  }
  if (taxRate && !bearsRate(corrected, taxRate)) {
    throw invalidField(`${pointer}/taxRate`, 'state', message);
  }
}

/** By its own code, that of its product, or the default one. */
function bearsCode({ taxCode, defaultTaxCode, taxes }: InvoiceLine, code: string): boolean {
  return taxCode === code || defaultTaxCode === code || taxes.some((tax) => tax.taxCode === code);
}

/** What was asked for need not be what it bears: a rate in force, and most grounds, win over it. */
function bearsRate({ taxRate }: InvoiceLine, rate: string): boolean {
  return trimDecimal(taxRate) === trimDecimal(rate);
}

function decisionOf({ taxCode, taxes, taxCategory, taxReason }: InvoiceLine): string {
  const code = taxes[0]?.taxCode ?? taxCode;
  const rates = taxes.map(({ jurisdiction, kind, rate }) => [
    jurisdiction,
    kind,
    trimDecimal(rate),
  ]);
  return JSON.stringify([code, taxCategory, taxReason, rates]);
}
