import { isEuMember } from '@quittance/kernel';
import type { Labels } from '../labels/labels.js';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import type { EInvoiceVat, VatCategory } from './e-invoice.js';

const VAT_KINDS: ReadonlySet<string> = new Set(['vat', 'line_rate']);

/** How EN 16931 names the tax of a line. A tax that is no value added tax has no name there. */
export function vatOf(
  { taxes, goods }: PrintableLine,
  { seller, buyer }: Pick<PrintableInvoice, 'seller' | 'buyer'>,
): EInvoiceVat {
  const [tax] = taxes;
  if (!tax) return { category: 'O', rate: null };
  if (taxes.length > 1) return { category: null, rate: null };
  if (VAT_KINDS.has(tax.kind) && !isZero(tax.rate)) return { category: 'S', rate: tax.rate };
  if (tax.kind === 'exempt') return { category: 'E', rate: '0' };
  if (tax.kind === 'reverse_charge') return { category: goods ? 'K' : 'AE', rate: '0' };
  if (tax.kind !== 'zero' && !VAT_KINDS.has(tax.kind)) return { category: null, rate: null };
  const { country } = buyer.address;
  const leaves = goods === true && country !== null && !isEuMember(country);
  const exported = isEuMember(seller.address.country) && leaves;
  return { category: exported ? 'G' : 'Z', rate: '0' };
}

function isZero(rate: string): boolean {
  return /^0*(?:\.0*)?$/.test(rate);
}

/** Why no tax is charged: BT-120 in words and BT-121 as a code of the VATEX list. */
export function exemptionOf(
  category: VatCategory | null,
  labels: Labels,
): { readonly reason: string | null; readonly reasonCode: string | null } {
  switch (category) {
    case 'E':
      return { reason: labels.exemptNote, reasonCode: null };
    case 'AE':
      return { reason: labels.reverseChargeNote, reasonCode: 'VATEX-EU-AE' };
    case 'K':
      return { reason: labels.reverseChargeNote, reasonCode: 'VATEX-EU-IC' };
    case 'G':
      return { reason: labels.zeroRated, reasonCode: 'VATEX-EU-G' };
    case 'O':
      return { reason: labels.exempt, reasonCode: 'VATEX-EU-O' };
    default:
      return { reason: null, reasonCode: null };
  }
}
