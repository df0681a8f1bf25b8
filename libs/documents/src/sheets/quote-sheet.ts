import type { Labels } from '../labels/labels.js';
import { labelsOf } from '../labels/labels.js';
import { addressLines, deliveryText } from './address-lines.js';
import {
  agreedFacts,
  agreedTable,
  agreedTexts,
  agreedTotals,
  plainTotal,
  referenceFacts,
  saidFacts,
} from './agreed-table.js';
import { figures, type Figures } from './figures.js';
import type { PrintableQuote } from './printable-quote.js';
import {
  buyerRegistration,
  directionOf,
  footerColumns,
  paperOf,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetFact, SheetSignature, SheetTotal } from './sheet.js';
import { taxBlock } from './taxes/tax-block.js';

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
        ...buyerRegistration(buyer, labels),
      ],
    },
    facts: factsOf(quote, labels, write),
    opening: quote.introduction?.trim() ? quote.introduction : null,
    table: agreedTable(quote, labels, write),
    taxes: quote.withoutPrices ? null : taxBlock(quote, labels, write),
    totals: quote.withoutPrices ? [] : totalsOf(quote, labels, write),
    registration: null,
    payment: null,
    paragraphs: agreedTexts(quote, labels),
    signature: signatureOf(quote, labels, write),
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function factsOf(quote: PrintableQuote, labels: Labels, write: Figures): SheetFact[] {
  const { number, revision, issueDate, validUntil } = quote;
  return saidFacts([
    [labels.quoteNumber, number],
    [labels.revision, revision > 1 ? String(revision) : null],
    [labels.quoteDate, write.date(issueDate)],
    [labels.validUntil, write.date(validUntil)],
    ...referenceFacts(quote, labels, write),
    [labels.shipTo, deliveryText(quote)],
    ...agreedFacts(quote, labels, write),
  ]);
}

function totalsOf(quote: PrintableQuote, labels: Labels, write: Figures): SheetTotal[] {
  const { total, recurring, firstInvoice, overTerm, withOptions, deposit } = quote;
  const plain = (label: string, minor: bigint) => plainTotal(label, write.amount(minor));
  const recurs = recurring.length > 0;
  return [
    ...agreedTotals(quote, labels, write),
    ...(recurs ? [plain(labels.dueAtStart, firstInvoice)] : []),
    ...(recurs && overTerm !== null ? [plain(labels.overTerm, overTerm)] : []),
    ...(withOptions !== total ? [plain(labels.withOptions, withOptions)] : []),
    ...(deposit !== null ? [plain(labels.depositDue, deposit)] : []),
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
