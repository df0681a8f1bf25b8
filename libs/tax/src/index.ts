export { lineAmounts } from './calculation/document-discount.js';
export { originalTaxes } from './calculation/original-taxes.js';
export { priceDocument } from './calculation/price-document.js';
export {
  type Discount,
  FALLBACK_REASONS,
  type FallbackReason,
  type LineTax,
  type PricedDocument,
  type PricedLine,
  type PricingLine,
  type SupplyPlace,
} from './calculation/pricing.js';
export { readUnknownTaxCodes } from './codes/read-unknown-tax-codes.js';
export { refuseUnknownTaxCodes, unknownTaxCodes } from './codes/unknown-tax-codes.js';
export { taxReports } from './codes/tax-reports.js';
export { companyTaxParty } from './company-tax-party.js';
export {
  isUndetermined,
  type SupplyKind,
  TAX_CATEGORIES,
  TAX_REASONS,
  type TaxCategory,
  type TaxReason,
  UNDETERMINED_REASONS,
} from './decision/decision.js';
export { distanceSales } from './decision/distance-sales.js';
export { sharesTerritory } from './decision/territories.js';
export type { RecordedLine } from './engines/tax-engine.port.js';
export { HeldQuotes, QuoteNeeded } from './quotes/held-quotes.js';
export { type TaxBasis, type Taxes, TaxQuotes } from './quotes/tax-quotes.js';
export { RateBook } from './rate-books/rate-book.js';
export type { TaxSource } from './rate-books/taxation.js';
export { taxInputsChanging } from './tax.errors.js';
export { TaxModule } from './tax.module.js';
export { recordTaxOfNote } from './transactions/record-tax-of-note.js';
export { recordTaxOfPaid, type TaxedInvoice, TaxRecorder } from './transactions/tax-recorder.js';
export { voidTax } from './transactions/tax-transaction.repository.js';
