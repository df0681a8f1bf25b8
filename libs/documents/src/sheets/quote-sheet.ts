import type { Labels } from '../labels/labels.js';
import { labelsOf } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { agreedTable, frequencyName, renewalText, termText } from './agreed-table.js';
import { figures, type Figures } from './figures.js';
import type { PrintableQuote } from './printable-quote.js';
import {
  directionOf,
  footerColumns,
  paperOf,
  registrationLine,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetFact, SheetSignature, SheetTotal } from './sheet.js';
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
    table: agreedTable(quote, labels, write),
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
