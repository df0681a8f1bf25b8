import type { PrintableLine } from '../sheets/printable-document.js';
import type { EInvoiceVat, VatCategory } from './e-invoice.js';

/** Categories whose tax is what the rate gives; of the others it is zero. */
export const TAXED_CATEGORIES: ReadonlySet<VatCategory> = new Set(['S', 'L', 'M']);

const VAT_KINDS: ReadonlySet<string> = new Set(['vat', 'line_rate', 'zero']);

/**
 * The tax of a line in the terms of EN 16931: the category that was decided, where its tax is a
 * single value added tax. Others have no name there.
 */
export function vatOf({ taxes, taxRate, decision }: PrintableLine): EInvoiceVat {
  const { category, reason } = decision;
  const [tax] = taxes;
  // Of an imported line nothing was decided; it bears no tax that we know of.
  if (reason === null && !tax) return { category: 'O', rate: null };
  if (category === 'O') return { category, rate: null };
  const isTaxed = category !== null && TAXED_CATEGORIES.has(category);
  if (!isTaxed && category !== 'Z') return { category, rate: category && '0' };
  if (taxes.length > 1 || (tax && !VAT_KINDS.has(tax.kind))) return { category: null, rate: null };
  return { category, rate: isTaxed ? (tax?.rate ?? taxRate) : '0' };
}
