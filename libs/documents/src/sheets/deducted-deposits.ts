import type { Labels } from '../labels/labels.js';
import { isolated, type Figures } from './figures.js';
import type { PrintableDeduction, PrintableInvoice } from './printable-document.js';
import type { SheetTotal } from './sheet.js';
import { taxName } from './taxes/tax-block.js';

const grossOf = ({ net, tax }: PrintableDeduction): bigint => net + tax;

/** What was applied to an invoice: each deposit by its number, then all other credit. */
export function creditTotals(
  { credited, deductions = [] }: PrintableInvoice,
  labels: Labels,
  write: Figures,
): SheetTotal[] {
  const row = (label: string, minor: bigint): SheetTotal => ({
    label,
    value: write.amount(-minor),
    weight: 'plain',
  });
  const rest = deductions.reduce((sum, each) => sum - grossOf(each), credited);
  return [
    ...deductions.map((each) =>
      row(labels.lessDeposit.replace('{invoice}', isolated(each.invoiceNumber)), grossOf(each)),
    ),
    ...(rest === 0n ? [] : [row(labels.credited, rest)]),
  ];
}

/**
 * A sentence for each deposit with its net and tax, and below it the same by tax and rate: what was
 * taxed when it was paid is taken off the invoice of the whole (§ 14 (5) UStG).
 */
export function deductionTexts(
  { deductions = [] }: PrintableInvoice,
  labels: Labels,
  write: Figures,
): string[] {
  return deductions.map((each) => {
    const places: Readonly<Record<string, string>> = {
      invoice: each.invoiceNumber,
      date: write.date(each.invoiceDate),
      note: each.noteNumber,
      noteDate: write.date(each.noteDate),
      net: write.money(each.net),
      tax: write.money(each.tax),
      total: write.money(grossOf(each)),
    };
    const whole = labels.depositDeducted.replace(/\{(\w+)\}/g, (_, place: string) =>
      isolated(places[place] ?? ''),
    );
    const byRate = (each.taxes ?? []).map((tax) => {
      const base = `${labels.taxBase} ${isolated(write.money(tax.base))}`;
      const amount = `${labels.taxAmount} ${isolated(write.money(tax.tax))}`;
      return [isolated(taxName(tax, labels, write)), base, amount].join(' · ');
    });
    return [whole, ...byRate].join('\n');
  });
}
