export { priceDocument } from './price-document.js';
export {
  TAX_KINDS,
  type Discount,
  type LineTax,
  type PricedDocument,
  type PricedLine,
  type PricingLine,
  type PricingRequest,
  type TaxGroup,
  type TaxKind,
  type TaxParty,
  type TaxRounding,
} from './pricing.js';
export {
  JURISDICTION_LEVELS,
  NO_RATES,
  type ExemptionData,
  type JurisdictionData,
  type JurisdictionLevel,
  type RateBookData,
  type RateData,
} from './rate-book-data.js';
export { RateBook } from './rate-book.js';
