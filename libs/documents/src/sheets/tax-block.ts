import { isEuMember, isGstin, normalTaxId } from '@quittance/kernel';
import type { Labels } from '../labels/labels.js';
import type { Figures } from './figures.js';
import type { PrintableInvoice, PrintableTax } from './printable-document.js';
import type { SheetTaxes } from './sheet.js';

/** One row per tax and rate; nothing where nothing is taxed. */
export function taxBlock(
  { taxes }: PrintableInvoice,
  labels: Labels,
  write: Figures,
): SheetTaxes | null {
  if (taxes.length === 0) return null;
  return {
    heading: labels.taxSummary,
    columns: [
      { label: labels.tax, align: 'start', share: 44 },
      { label: labels.taxBase, align: 'end', share: 28 },
      { label: labels.taxAmount, align: 'end', share: 28 },
    ],
    rows: taxes.map((tax) => [
      taxName(tax, labels, write),
      write.amount(tax.base),
      write.amount(tax.tax),
    ]),
  };
}

function taxName({ kind, jurisdiction, rate }: PrintableTax, labels: Labels, write: Figures) {
  const names: Readonly<Record<string, string>> = {
    vat: labels.vat,
    gst_cgst: 'CGST',
    gst_sgst: 'SGST',
    gst_utgst: 'UTGST',
    gst_igst: 'IGST',
    sales: labels.salesTax,
    zero: labels.zeroRated,
    exempt: labels.exempt,
    reverse_charge: labels.reverseCharge,
  };
  const name = names[kind] ?? labels.tax;
  if (kind === 'exempt' || kind === 'reverse_charge') return name;
  // Of several places that tax one sale each is named; a country alone says nothing new.
  const place = kind === 'sales' && jurisdiction ? ` ${jurisdiction}` : '';
  return `${name}${place} ${write.percent(rate)}`;
}

/** What the law asks to be written where no tax is charged. */
export function taxNotes({ taxes, seller }: PrintableInvoice, labels: Labels): string[] {
  const bears = (kind: string) => taxes.some((tax) => tax.kind === kind);
  const reversed = isEuMember(seller.address.country)
    ? labels.reverseChargeNote
    : labels.reverseChargeAbroad;
  return [
    ...(bears('reverse_charge') ? [reversed] : []),
    ...(bears('exempt') ? [labels.exemptNote] : []),
  ];
}

const EXPORT = 'SUPPLY MEANT FOR EXPORT';

/**
 * What is endorsed on an invoice to a customer abroad, in the words of the law (CGST Rules, rule 46), whatever
 * the language of the document; null on others.
 */
export function exportEndorsement({ kind, buyer, taxes }: PrintableInvoice): string | null {
  const { country } = buyer.address;
  const registered = isGstin(normalTaxId(buyer.taxRegistration ?? ''));
  if (kind !== 'invoice' || registered || country === null || country === 'IN') return null;
  const paid = taxes.some((tax) => tax.kind === 'gst_igst' && tax.tax !== 0n);
  return paid
    ? `${EXPORT} ON PAYMENT OF INTEGRATED TAX`
    : `${EXPORT} UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX`;
}
