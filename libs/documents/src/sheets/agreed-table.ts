import { decimal } from '@quittance/money';
import type { Labels } from '../labels/labels.js';
import { unitWord } from '../labels/unit-words.js';
import { nameOfLine, shareOfLine } from './adjusted-line.js';
import { isolated, type Figures } from './figures.js';
import { chargesOf } from './charged-usage.js';
import type {
  PrintableQuote,
  PrintableQuoteLine,
  PrintableRenewal,
  PrintedFrequency,
} from './printable-quote.js';
import { present } from './seller-block.js';
import type { Sheet, SheetFact, SheetRow, SheetTable, SheetTotal } from './sheet.js';
import { taxNotes } from './taxes/tax-block.js';
import type { TaxedDocument } from './taxes/tax-grounds.js';
import { tableWithoutPrices } from './without-prices.js';

/*
 * What quotes and orders say alike of their lines: pure.
 */

/** What of a document its table is made of. */
export type AgreedLines = Pick<
  PrintableQuote,
  'lines' | 'currency' | 'language' | 'pricesIncludeTax' | 'withoutPrices'
>;

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
    noticeDays === 1 ? labels.renewsUnlessDay : counted(labels.renewsByItself, noticeDays),
    rises ? labels.upliftAtRenewal.replace('{percent}', percent) : null,
  ]).join('; ');
}

function trialText(trialDays: number, labels: Labels): string | null {
  if (trialDays === 0) return null;
  return trialDays === 1 ? labels.trialOneDay : counted(labels.trialDays, trialDays);
}

/** For how long a discount holds; null where it does always. */
function discountedText(periods: number | null, labels: Labels): string | null {
  if (!periods) return null;
  return periods === 1 ? labels.discountOnePeriod : counted(labels.discountPeriods, periods);
}

const counted = (text: string, count: number) => text.replace('{count}', isolated(String(count)));

/** The word of how often something is paid. */
export function frequencyName(frequency: PrintedFrequency, labels: Labels): string {
  return frequency === 'half_yearly' ? labels.halfYearly : labels[frequency];
}

/** The table of what is agreed: lines, sections with their sums, notes. */
export function agreedTable(quote: AgreedLines, labels: Labels, write: Figures): SheetTable {
  const table = pricedTable(quote, labels, write);
  return quote.withoutPrices ? tableWithoutPrices(table) : table;
}

function pricedTable(quote: AgreedLines, labels: Labels, write: Figures): SheetTable {
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
  { lines, pricesIncludeTax, language, currency }: AgreedLines,
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
      nameOfLine(line, labels),
      line.adjustment ? '' : write.number(line.quantity),
      ...(measured ? [unitWord(line.unit, language)] : []),
      line.unitPrice === null || line.adjustment ? '' : write.price(line.unitPrice),
      write.percent(line.taxRate),
      write.amount(amountOf(line)),
    ];
    const charges = chargesOf(line, { labels, write, currency, language });
    const details = detailsOf(line, labels, write);
    return { cells, details, carried: write.amount(sum), ...(charges.length > 0 && { charges }) };
  });
}

/** The chosen lines from a section to the next; what is of the whole document is of none. */
function sectionOf(lines: readonly PrintableQuoteLine[], from: number) {
  const next = lines.findIndex(
    ({ kind }, i) => i > from && (kind === 'section' || kind === 'adjustment'),
  );
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
    shareOfLine(line, write),
    frequency && frequencyName(frequency, labels),
    trialText(trialDays, labels),
    discount === 0n ? null : present([labels.discount, percent, less(discount)]).join(' '),
    discount === 0n ? null : discountedText(discountPeriods, labels),
    share === 0n ? null : `${labels.documentDiscount} ${less(share)}`,
    options,
    optional ? bounds : null,
  ]);
}

/** How what is agreed goes on, and when it is paid: those of what recurs where something does. */
export function agreedFacts(
  agreed: Pick<PrintableQuote, 'lines' | 'startOn' | 'termMonths' | 'renewal' | 'paymentTerms'>,
  labels: Labels,
  write: Figures,
): [string, string | null][] {
  const { lines, startOn } = agreed;
  const recurs = lines.some(({ kind }) => kind === 'recurring');
  return [
    [labels.start, recurs ? (startOn ? write.date(startOn) : labels.onConfirmation) : null],
    [labels.term, recurs ? termText(agreed.termMonths, labels) : null],
    [labels.renewal, recurs ? renewalText(agreed.renewal, labels, write) : null],
    [labels.paymentTerms, agreed.paymentTerms],
  ];
}

/** By what the customer knows it, and when and where it is delivered. */
export function referenceFacts(
  agreed: Pick<PrintableQuote, 'poNumber' | 'buyerReference' | 'deliveryDate'>,
  labels: Labels,
  write: Figures,
): [string, string | null][] {
  const { poNumber, buyerReference, deliveryDate } = agreed;
  return [
    [labels.poNumber, poNumber],
    [labels.buyerReference, buyerReference],
    [labels.deliveredOn, deliveryDate && write.date(deliveryDate)],
  ];
}

/** The facts of which something is said. */
export function saidFacts(facts: readonly (readonly [string, string | null])[]): SheetFact[] {
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** A sum beside the total. */
export function plainTotal(label: string, value: string): SheetTotal {
  return { label, value, weight: 'plain' };
}

/** What it comes to, once and for each period of what recurs. */
export function agreedTotals(
  agreed: Pick<PrintableQuote, 'subtotal' | 'taxTotal' | 'total' | 'oneOff' | 'recurring'>,
  labels: Labels,
  write: Figures,
): SheetTotal[] {
  const { subtotal, taxTotal, total, oneOff, recurring } = agreed;
  return [
    plainTotal(labels.subtotal, write.amount(subtotal)),
    plainTotal(labels.taxAmount, write.amount(taxTotal)),
    { label: labels.total, value: write.money(total), weight: 'due' },
    ...(recurring.length > 0 && oneOff !== 0n
      ? [plainTotal(labels.once, write.amount(oneOff))]
      : []),
    ...recurring.map((each) =>
      plainTotal(frequencyName(each.frequency, labels), write.amount(each.total)),
    ),
  ];
}

/** What the law asks to be said, the notes and the terms, in this order. */
export function agreedTexts(
  agreed: TaxedDocument & Pick<PrintableQuote, 'notes' | 'terms' | 'pricesIncludeTax'>,
  labels: Labels,
): Sheet['paragraphs'] {
  const { notes, terms, pricesIncludeTax } = agreed;
  const legal = [...taxNotes(agreed, labels), ...(pricesIncludeTax ? [labels.includesTax] : [])];
  return [
    ...legal.map((text) => ({ heading: null, text })),
    ...(notes?.trim() ? [{ heading: labels.notes, text: notes }] : []),
    ...(terms?.trim() ? [{ heading: labels.terms, text: terms }] : []),
  ];
}
