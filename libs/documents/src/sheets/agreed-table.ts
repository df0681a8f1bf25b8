import { decimal } from '@quittance/money';
import type { Labels } from '../labels/labels.js';
import { isolated, type Figures } from './figures.js';
import type {
  PrintableQuote,
  PrintableQuoteLine,
  PrintableRenewal,
  PrintedFrequency,
} from './printable-quote.js';
import { present } from './seller-block.js';
import type { SheetRow, SheetTable } from './sheet.js';

/*
 * What quotes and orders say alike of their lines: pure.
 */

/** What of a document its table is made of. */
export type AgreedLines = Pick<PrintableQuote, 'lines' | 'currency' | 'pricesIncludeTax'>;

/** How long what recurs is agreed for. */
export function termText(termMonths: number | null, labels: Labels): string {
  if (termMonths === null) return labels.openEnded;
  return termMonths === 1 ? labels.oneMonth : counted(labels.months, termMonths);
}

/** Whoever agrees to a contract that goes on by itself is told so, and what it costs then. */
export function renewalText(
  renewal: PrintableRenewal | null,
  labels: Labels,
  write: Figures,
): string | null {
  if (!renewal) return null;
  const { noticeDays, upliftPercent } = renewal;
  const percent = isolated(write.percent(upliftPercent));
  const rises = decimal(upliftPercent).units > 0n;
  return present([
    counted(labels.renewsByItself, noticeDays),
    rises ? labels.upliftAtRenewal.replace('{percent}', percent) : null,
  ]).join('; ');
}

const counted = (text: string, count: number) => text.replace('{count}', isolated(String(count)));

/** The word of how often something is paid. */
export function frequencyName(frequency: PrintedFrequency, labels: Labels): string {
  return frequency === 'half_yearly' ? labels.halfYearly : labels[frequency];
}

/** The table of what is agreed: lines, sections with their sums, notes. */
export function agreedTable(quote: AgreedLines, labels: Labels, write: Figures): SheetTable {
  const { lines, currency } = quote;
  const measured = lines.some(({ unit }) => unit !== null);
  const rows = rowsOf(quote, labels, write, measured);
  return {
    columns: [
      { label: labels.position, align: 'start', share: 6 },
      { label: labels.description, align: 'start', share: measured ? 33 : 42 },
      { label: labels.quantity, align: 'end', share: 11 },
      ...(measured ? [{ label: labels.unit, align: 'start', share: 9 } as const] : []),
      { label: labels.unitPrice, align: 'end', share: 15 },
      { label: labels.tax, align: 'end', share: 10 },
      { label: `${labels.amount} ${currency}`, align: 'end', share: 16 },
    ],
    textColumn: 1,
    rows,
    carriedForward: labels.carriedForward,
    broughtForward: labels.broughtForward,
  };
}

/** Amounts stand in the column as prices do; what is not chosen is carried nowhere. */
function rowsOf(
  { lines, pricesIncludeTax }: AgreedLines,
  labels: Labels,
  write: Figures,
  measured: boolean,
): SheetRow[] {
  const amountOf = (line: PrintableQuoteLine) => (pricesIncludeTax ? line.total : line.net);
  const wide = measured ? 1 : 0;
  let sum = 0n;
  return lines.map((line, i): SheetRow => {
    const { kind, description, selected } = line;
    const blanks = Array.from({ length: 3 + wide }, () => '');
    if (kind === 'note') {
      const cells = ['', description, ...blanks, ''];
      return { cells, details: [], carried: write.amount(sum) };
    }
    if (kind === 'section') {
      const subtotal = sectionOf(lines, i).reduce((all, each) => all + amountOf(each), 0n);
      const cells = ['', description, ...blanks, write.amount(subtotal)];
      return { cells, details: [], carried: write.amount(sum), strong: true };
    }
    if (selected) sum += amountOf(line);
    const cells = [
      String(line.position),
      description,
      write.number(line.quantity),
      ...(measured ? [line.unit ?? ''] : []),
      line.unitPrice === null ? '' : write.price(line.unitPrice),
      write.percent(line.taxRate),
      write.amount(amountOf(line)),
    ];
    return { cells, details: detailsOf(line, labels, write), carried: write.amount(sum) };
  });
}

/** The chosen lines from a section to the next. */
function sectionOf(lines: readonly PrintableQuoteLine[], from: number) {
  const next = lines.findIndex(({ kind }, i) => i > from && kind === 'section');
  const own = lines.slice(from + 1, next < 0 ? undefined : next);
  return own.filter(({ kind, selected }) => selected && kind !== 'note');
}

function detailsOf(line: PrintableQuoteLine, labels: Labels, write: Figures): string[] {
  const { frequency, trialDays, discount, discountPercent, discountPeriods, share } = line;
  const { optional, selected, minQuantity, maxQuantity, quantity } = line;
  const less = (minor: bigint) => isolated(write.amount(-minor));
  const percent = discountPercent && isolated(write.percent(discountPercent));
  const options = optional
    ? present([labels.optional, selected ? null : labels.notChosen]).join(', ')
    : null;
  const bounds =
    minQuantity === null && maxQuantity === null
      ? null
      : `${labels.quantity} ${isolated(
          `${write.number(minQuantity ?? quantity)} – ${write.number(maxQuantity ?? quantity)}`,
        )}`;
  return present([
    frequency && frequencyName(frequency, labels),
    trialDays > 0 ? counted(labels.trialDays, trialDays) : null,
    discount === 0n ? null : present([labels.discount, percent, less(discount)]).join(' '),
    discount !== 0n && discountPeriods ? counted(labels.discountPeriods, discountPeriods) : null,
    share === 0n ? null : `${labels.documentDiscount} ${less(share)}`,
    options,
    optional ? bounds : null,
  ]);
}
