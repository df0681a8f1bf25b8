import { isEuMember, placeOfTax } from '@quittance/registrations';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import type { EInvoiceVat, VatCategory } from './e-invoice.js';

/** Categories whose tax is what the rate gives; of the others it is zero. */
export const TAXED_CATEGORIES: ReadonlySet<VatCategory> = new Set(['S', 'L', 'M']);

const VAT_KINDS: ReadonlySet<string> = new Set(['vat', 'line_rate', 'zero']);

/**
 * Countries whose value added tax the norm is used for, beside the member states of the Union. The
 * Isle of Man and Monaco trade under the tax of one, and of Iceland the network has rules.
 */
const BESIDE_UNION: ReadonlySet<string> = new Set(['CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO']);

/** Whose tax it is where a line tells no place of it: that of the seller. */
type Seller = Pick<PrintableInvoice['seller'], 'address'>;

const UNNAMED: EInvoiceVat = { category: null, rate: null };

/**
 * The tax of a line in the terms of EN 16931: the category that was decided, where its tax is a
 * single value added tax that the norm is used for. Others have no name there, nor has what is free
 * of them.
 */
export function vatOf(line: PrintableLine, seller: Seller): EInvoiceVat {
  const { taxes, taxRate, decision } = line;
  const { category, reason } = decision;
  const [tax] = taxes;
  if (!isNamed(line, seller)) return UNNAMED;
  // Of an imported line nothing was decided; it bears no tax that we know of.
  if (reason === null && !tax) return { category: 'O', rate: null };
  if (category === 'O') return { category, rate: null };
  const isTaxed = category !== null && TAXED_CATEGORIES.has(category);
  if (!isTaxed && category !== 'Z') return { category, rate: category && '0' };
  if (taxes.length > 1 || (tax && !VAT_KINDS.has(tax.kind))) return UNNAMED;
  return { category, rate: isTaxed ? (tax?.rate ?? taxRate) : '0' };
}

/** Whether the tax that a line bears, or is free of, is levied where the norm is used. */
function isNamed({ taxes, decision }: PrintableLine, { address }: Seller): boolean {
  // Goods go from one member state to another, wherever whoever sells them is.
  if (decision.category === 'K') return true;
  const places = taxes.flatMap(({ jurisdiction }) => placeOfTax(jurisdiction).country ?? []);
  const levied = places.length > 0 ? places : [address.country];
  // A seller without a country is told so by a rule of its own (BR-09).
  return levied.every((country) => {
    return country === null || isEuMember(country) || BESIDE_UNION.has(country);
  });
}
