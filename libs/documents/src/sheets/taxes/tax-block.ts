import { regionText } from '../address-lines.js';
import type { Labels } from '../../labels/labels.js';
import { groundsOf, type TaxedDocument } from './tax-grounds.js';
import type { Figures } from '../figures.js';
import type { PrintableInvoice, PrintableTax } from '../printable-document.js';
import type { SheetTaxes } from '../sheet.js';

/** One row per tax and rate; nothing where nothing is taxed. */
export function taxBlock(
  { taxes }: Pick<PrintableInvoice, 'taxes'>,
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

/** Taxes that have no rate: it is not even nothing. */
const WITHOUT_RATE: ReadonlySet<string> = new Set([
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
  'outside_scope',
]);

/** Provinces of Canada whose tax is one with that of the country, and has a name of its own. */
const HARMONIZED: ReadonlySet<string> = new Set(['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE']);

/** What a tax is called, with its rate where it has one. */
export function taxName(
  { kind, jurisdiction, rate }: PrintableTax,
  labels: Labels,
  write: Figures,
) {
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
    intra_community: labels.intraCommunity,
    export: labels.exportExempt,
    outside_scope: labels.serviceAbroad,
  };
  const isHarmonized = kind === 'vat' && HARMONIZED.has(jurisdiction ?? '');
  const name = isHarmonized ? labels.harmonizedTax : (names[kind] ?? labels.tax);
  if (WITHOUT_RATE.has(kind)) return name;
  // Of several places that tax one sale each is named; a country alone says nothing new.
  const place = kind === 'sales' && jurisdiction ? ` ${placeOfTax(jurisdiction)}` : '';
  return `${name}${place} ${write.percent(rate)}`;
}

/** A state without its country, whose name the document says elsewhere. */
function placeOfTax(jurisdiction: string): string {
  const [, country = null] = /^([A-Z]{2})-./.exec(jurisdiction) ?? [];
  return regionText(country, jurisdiction) ?? jurisdiction;
}

/** What the law asks to be written where no tax is charged, once for each ground. */
export function taxNotes(document: TaxedDocument, labels: Labels): string[] {
  const groundOf = groundsOf(document, labels);
  const notes = document.lines.flatMap((line) => groundOf(line).note ?? []);
  return [...new Set(notes)];
}

const EXPORT = 'SUPPLY MEANT FOR EXPORT';
const TO_ZONE = 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS';
const UNPAID = 'UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX';
const PAID = 'ON PAYMENT OF INTEGRATED TAX';

/** By what was decided of the line, and not by who buys: a guest from abroad is taxed here. */
const ENDORSEMENTS: Readonly<Record<string, string>> = {
  export: `${EXPORT} ${UNPAID}`,
  export_tax_paid: `${EXPORT} ${PAID}`,
  sez_undertaking: `${TO_ZONE} ${UNPAID}`,
  sez_tax_paid: `${TO_ZONE} ${PAID}`,
};

/**
 * What is endorsed on an Indian invoice of exports, or of what goes to a special economic zone: in
 * the words of the law (CGST Rules, rule 46), whatever the language of the document.
 */
export function exportEndorsements({
  kind,
  lines,
}: Pick<PrintableInvoice, 'kind' | 'lines'>): string[] {
  if (kind !== 'invoice') return [];
  const endorsed = lines.flatMap(({ decision }) => ENDORSEMENTS[decision.reason ?? ''] ?? []);
  return [...new Set(endorsed)];
}
