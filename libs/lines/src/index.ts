export { type DocumentAdjustment, documentAdjustments } from './adjustments.js';
export { billToOf, type BillTo, buyerOf } from './bill-to.js';
export { documentLineMembers, type StoredLineTax } from './document-line.description.js';
export { documentReferenceMembers } from './document-references.js';
export { discountOf, keptProduct } from './document-line.js';
export { documentLineViews, unitPriceText } from './document-line.view.js';
export { pointedIntoBody, withPlaces } from './line-pointers.js';
export {
  type LineProduct,
  lineProducts,
  type LineProducts,
  ownCodeOf,
  productAfter,
  productOf,
  productsOf,
  taxCodeOf,
  taxedByOf,
  type TaxedByOf,
  withOwnCode,
} from './line-product.js';
export {
  type Buyer,
  priceDocumentLines,
  type PriceTerms,
  quotedSellerOf,
  type Seller,
  storedTax,
  storedTaxes,
} from './price-lines.js';
export { printableLine, printableTaxes } from './printable-lines.js';
export { roundingCertificate } from './rounding-certificate.js';
export { type SaidOfAccount, saidOfAccount } from './said-of-account.js';
export { taxDays } from './tax-day.js';
export { type DocumentImport, documentFiles } from './files/document-files.js';
