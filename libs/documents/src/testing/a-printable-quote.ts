import { parseLocalDate } from '@quittance/calendar';
import type {
  PrintableAcceptance,
  PrintableQuote,
  PrintableQuoteLine,
} from '../sheets/printable-quote.js';
import { aPrintableInvoice, aPrintableLine } from './a-printable-invoice.js';

export function aPrintableQuoteLine(over: Partial<PrintableQuoteLine> = {}): PrintableQuoteLine {
  return {
    ...aPrintableLine(),
    kind: 'one_off',
    share: 0n,
    frequency: null,
    trialDays: 0,
    discountPeriods: null,
    charges: [],
    usageMinimum: null,
    optional: false,
    selected: true,
    minQuantity: null,
    maxQuantity: null,
    ...over,
  };
}

/** A quote over one line of 89.98 EUR and 19 % VAT, waiting to be signed. */
export function aPrintableQuote(over: Partial<PrintableQuote> = {}): PrintableQuote {
  const { language, locale, currency, seller, buyer, changedAt, taxes } = aPrintableInvoice();
  return {
    language,
    locale,
    currency,
    seller,
    buyer,
    changedAt,
    taxes,
    kind: 'quote',
    number: 'Q-000042',
    revision: 1,
    mark: null,
    title: null,
    poNumber: null,
    buyerReference: null,
    deliveryDate: null,
    deliveryAddress: null,
    issueDate: parseLocalDate('2026-03-01'),
    validUntil: parseLocalDate('2026-03-31'),
    startOn: null,
    termMonths: null,
    renewal: null,
    introduction: null,
    notes: null,
    terms: null,
    paymentTerms: null,
    pricesIncludeTax: false,
    lines: [aPrintableQuoteLine()],
    subtotal: 8998n,
    taxTotal: 1710n,
    total: 10708n,
    oneOff: 10708n,
    recurring: [],
    firstInvoice: 10708n,
    deposit: null,
    overTerm: null,
    withOptions: 10708n,
    toBeSigned: true,
    acceptance: null,
    ...over,
  };
}

export function aPrintableAcceptance(over: Partial<PrintableAcceptance> = {}): PrintableAcceptance {
  return {
    name: 'Bea Buyer',
    title: 'Head of purchasing',
    poNumber: 'PO-77',
    on: parseLocalDate('2026-03-05'),
    signature: 'Bea Buyer, by hand',
    receiptHash: 'ab'.repeat(32),
    ...over,
  };
}
