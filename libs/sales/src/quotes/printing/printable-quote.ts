import {
  companyToday,
  NO_ADDRESS,
  type Company,
  type DocumentLanguage,
  type PostalAddress,
} from '@quittance/company';
import {
  printableHead,
  taxRegistrationsOn,
  type DocumentMark,
  type PrintableAcceptance,
  type PrintableQuote,
  type PrintableQuoteLine,
} from '@quittance/documents';
import type { Instant } from '@quittance/kernel';
import { printableTaxes } from '@quittance/lines';
import { parseMinor, type Currency } from '@quittance/money';
import { acceptanceNoun, type Acceptance } from '../decisions/acceptance.js';
import { depositOf } from '../deposit.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, isWritten } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';
import type { QuoteStatus } from '../quote.js';
import { renewalOf } from '../renewal.js';

/** What a printed quote shows that is not of itself. */
export interface QuotePrintFacts {
  readonly company: Company;
  /** Asked for; else that of the quote, else that of the company's documents. */
  readonly language?: DocumentLanguage | null | undefined;
  /** Of the one file that shows who has signed. */
  readonly acceptance?: Acceptance | null;
}

/** Nobody is to take for an offer what nobody has approved, or was given up. */
const MARKS: Partial<Record<QuoteStatus, DocumentMark>> = {
  draft: 'draft',
  submitted: 'draft',
  cancelled: 'cancelled',
};

const TO_BE_SIGNED: ReadonlySet<QuoteStatus> = new Set([
  'draft',
  'submitted',
  'approved',
  'sent',
  'viewed',
]);

/** A quote ready to be printed: once it is submitted as it was then, its seller too. Pure. */
export function printableQuote(
  quote: Quote,
  lines: readonly QuoteLine[],
  { company, language, acceptance = null }: QuotePrintFacts,
): PrintableQuote {
  const { billTo, currency, status, figures } = quote;
  const minor = (text: string) => minorOf(text, currency);
  const facts = { company, language: language ?? quote.language, email: null };
  const { issueDate: on } = quote;
  const head = printableHead(facts, billTo, { currency, changedAt: changedAt(quote), on });
  const chosen = lines.filter((line) => (isPriced(line) || !isWritten(line)) && line.selected);
  return {
    ...head,
    seller: { ...head.seller, ...frozenSeller(quote) },
    kind: 'quote',
    number: quote.number,
    revision: quote.revision,
    mark: MARKS[status] ?? null,
    title: quote.title,
    poNumber: quote.poNumber,
    buyerReference: quote.buyerReference,
    deliveryDate: quote.deliveryDate,
    deliveryAddress: quote.deliveryAddress,
    issueDate: quote.issueDate,
    validUntil: quote.validUntil,
    startOn: quote.startOn,
    termMonths: quote.termMonths,
    renewal: renewalOf(quote),
    introduction: quote.introduction,
    notes: quote.notes,
    terms: quote.terms,
    paymentTerms: quote.paymentTerms,
    pricesIncludeTax: quote.pricesIncludeTax,
    lines: lines.map(printableQuoteLine),
    taxes: printableTaxes(chosen, quote.pricesIncludeTax),
    subtotal: quote.subtotal,
    taxTotal: quote.taxTotal,
    total: quote.total,
    oneOff: minor(figures.oneOff.gross),
    recurring: Object.entries(figures.recurring).map(([frequency, { gross }]) => ({
      frequency: frequency as keyof typeof figures.recurring,
      total: minor(gross),
    })),
    firstInvoice: minor(figures.firstInvoice.gross),
    deposit: depositOf(quote.deposit, quote.total, currency),
    overTerm: figures.tcv && minor(figures.tcv.gross),
    withOptions: minor(figures.withOptions.gross),
    toBeSigned: TO_BE_SIGNED.has(status),
    acceptance: acceptance && printableAcceptance(acceptance, company),
  };
}

/** A line of what is offered or ordered, as it is printed. */
export function printableQuoteLine(
  line: Omit<QuoteLine, 'id' | 'quoteId' | 'invoicing'>,
): PrintableQuoteLine {
  return {
    position: line.position,
    kind: line.kind,
    adjustment: line.adjustment && {
      kind: line.adjustment,
      percent: line.adjustmentPercent,
      base: line.adjustmentBase,
    },
    description: line.description,
    hsnCode: line.hsnCode,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    discountPercent: line.discountPercent,
    discount: line.discountAmount,
    discountPeriods: line.discountPeriods,
    share: line.share,
    taxRate: line.taxRate,
    taxCode: line.taxCode,
    taxes: line.taxes.map(({ kind, rate, tax }) => ({ kind, rate, tax: BigInt(tax) })),
    decision: { category: line.taxCategory, reason: line.taxReason },
    net: line.net,
    total: line.total,
    periodStart: null,
    periodEnd: null,
    frequency: line.frequency,
    trialDays: line.trialDays,
    charges: line.charges,
    usageMinimum: line.usageMinimum,
    optional: line.optional,
    selected: line.selected,
    minQuantity: line.minQuantity,
    maxQuantity: line.maxQuantity,
  };
}

function printableAcceptance(acceptance: Acceptance, company: Company): PrintableAcceptance {
  return { ...acceptanceNoun.printed(acceptance), on: companyToday(company, acceptance.at) };
}

/** When what is printed last changed; that somebody looked at it changes nothing of it. */
function changedAt(quote: Quote): Instant {
  const { decidedAt, closedAt, approvedAt, submittedAt, updatedAt, status } = quote;
  if (status === 'draft') return updatedAt;
  return closedAt ?? decidedAt ?? approvedAt ?? submittedAt ?? updatedAt;
}

interface FrozenSeller {
  readonly name: string;
  readonly address: Partial<PostalAddress>;
  readonly taxRegistrations: Company['taxRegistrations'];
}

/** Who offers, as it was fixed; nothing of a quote that is a draft still. */
function frozenSeller({ content, issueDate }: Quote) {
  if (content === null) return {};
  const { seller } = JSON.parse(content) as { readonly seller?: FrozenSeller };
  if (!seller) return {};
  const { name: legalName, address } = seller;
  const taxRegistrations = taxRegistrationsOn(seller.taxRegistrations, issueDate);
  return { legalName, address: { ...NO_ADDRESS, ...address }, taxRegistrations };
}

/** Figures were written by this lib. */
function minorOf(text: string, currency: Currency): bigint {
  const minor = parseMinor(text, currency);
  if (minor === undefined) throw new TypeError(`Not an amount of ${currency}: ${text}`);
  return minor;
}
