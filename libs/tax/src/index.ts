import type { Migration } from '@quittance/database';
import { Tax1764000220001 } from './migrations/1764000220001-tax.js';

export { priceDocument } from './calculation/price-document.js';
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
} from './calculation/pricing.js';
export {
  JURISDICTION_LEVELS,
  NO_RATES,
  type ExemptionData,
  type JurisdictionData,
  type JurisdictionLevel,
  type RateBookData,
  type RateData,
} from './rate-books/rate-book-data.js';
export { RateBook } from './rate-books/rate-book.js';
export { RateBooks } from './rate-books/rate-books.js';
export { companyTaxParty } from './company-tax-party.js';
export { TaxModule } from './tax.module.js';

export const taxMigrations: readonly Migration[] = [Tax1764000220001];
