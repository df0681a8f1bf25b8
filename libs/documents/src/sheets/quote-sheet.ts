import { decimal } from '@quittance/money';
import type { Labels } from '../labels/labels.js';
import { labelsOf } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { figures, isolated, type Figures } from './figures.js';
import type {
  PrintableQuote,
  PrintableQuoteLine,
  PrintableRenewal,
  PrintedFrequency,
} from './printable-quote.js';
import {
  directionOf,
  footerColumns,
  paperOf,
  present,
  registrationLine,
  sellerBlock,
} from './seller-block.js';
import type {
  Sheet,
  SheetFact,
  SheetRow,
  SheetSignature,
  SheetTable,
  SheetTotal,
} from './sheet.js';
import { taxBlock, taxNotes } from './tax-block.js';

/** Lays out a quote: its terms stand above the place where it is signed. Pure. */
export function quoteSheet(quote: PrintableQuote): Sheet {
  const { language, seller, buyer, mark } = quote;
  const labels = labelsOf(language);
  const write = figures(quote, quote.currency);
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: quote.title ?? labels.quote,
    number: quote.number,
    mark: mark && labels[mark],
    changedAt: quote.changedAt,
    seller: sellerBlock(seller, language),
    buyer: {
      heading: labels.offeredTo,
      name: buyer.name,
      lines: [
        ...addressLines(buyer.address, language, seller.address.country),
        ...(buyer.taxRegistration ? [registrationLine(buyer.taxRegistration, labels)] : []),
      ],
    },
    facts: factsOf(quote, labels, write),
    opening: quote.introduction?.trim() ? quote.introduction : null,
    table: tableOf(quote, labels, write),
    taxes: taxBlock(quote, labels, write),
    totals: totalsOf(quote, labels, write),
    registration: null,
    payment: null,
    paragraphs: paragraphsOf(quote, labels),
    signature: signatureOf(quote, labels, write),
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function factsOf(quote: PrintableQuote, labels: Labels, write: Figures): SheetFact[] {
  const { number, revision, issueDate, validUntil, startOn, lines } = quote;
  const recurs = lines.some(({ kind }) => kind === 'recurring');
  const facts: [string, string | null][] = [
    [labels.quoteNumber, number],
    [labels.revision, revision > 1 ? String(revision) : null],
    [labels.quoteDate, write.date(issueDate)],
    [labels.validUntil, write.date(validUntil)],
    [labels.start, recurs ? (startOn ? write.date(startOn) : labels.onConfirmation) : null],
    [labels.term, recurs ? termText(quote.termMonths, labels) : null],
    [labels.renewal, recurs ? renewalText(quote.renewal, labels, write) : null],
    [labels.paymentTerms, quote.paymentTerms],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

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

function tableOf(quote: PrintableQuote, labels: Labels, write: Figures): SheetTable {
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
  { lines, pricesIncludeTax }: PrintableQuote,
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

function totalsOf(quote: PrintableQuote, labels: Labels, write: Figures): SheetTotal[] {
  const { subtotal, taxTotal, total, oneOff, recurring, firstInvoice, overTerm } = quote;
  const { withOptions, deposit } = quote;
  const plain = (label: string, minor: bigint): SheetTotal => ({
    label,
    value: write.amount(minor),
    weight: 'plain',
  });
  const recurs = recurring.length > 0;
  return [
    plain(labels.subtotal, subtotal),
    plain(labels.taxAmount, taxTotal),
    { label: labels.total, value: write.money(total), weight: 'due' },
    ...(recurs && oneOff !== 0n ? [plain(labels.once, oneOff)] : []),
    ...recurring.map((each) => plain(frequencyName(each.frequency, labels), each.total)),
    ...(recurs ? [plain(labels.firstInvoice, firstInvoice)] : []),
    ...(recurs && overTerm !== null ? [plain(labels.overTerm, overTerm)] : []),
    ...(withOptions !== total ? [plain(labels.withOptions, withOptions)] : []),
    ...(deposit !== null ? [plain(labels.depositDue, deposit)] : []),
  ];
}

function paragraphsOf(quote: PrintableQuote, labels: Labels): Sheet['paragraphs'] {
  const { notes, terms, pricesIncludeTax } = quote;
  const legal = [...taxNotes(quote, labels), ...(pricesIncludeTax ? [labels.includesTax] : [])];
  return [
    ...legal.map((text) => ({ heading: null, text })),
    ...(notes?.trim() ? [{ heading: labels.notes, text: notes }] : []),
    ...(terms?.trim() ? [{ heading: labels.terms, text: terms }] : []),
  ];
}

function signatureOf(
  { acceptance, toBeSigned }: PrintableQuote,
  labels: Labels,
  write: Figures,
): SheetSignature | null {
  if (!acceptance) {
    if (!toBeSigned) return null;
    const blanks = [labels.placeAndDate, labels.acceptedBy, labels.signature];
    return { heading: labels.acceptance, facts: [], picture: null, typed: null, blanks };
  }
  const { name, title, poNumber, on, signature, receiptHash } = acceptance;
  const facts: [string, string | null][] = [
    [labels.acceptedBy, name],
    [labels.jobTitle, title],
    [labels.poNumber, poNumber],
    [labels.acceptedOn, write.date(on)],
    [labels.receipt, receiptHash],
  ];
  const drawn = signature?.startsWith('data:') ?? false;
  return {
    heading: labels.acceptance,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    picture: drawn ? signature : null,
    typed: drawn ? null : signature,
    blanks: [],
  };
}
