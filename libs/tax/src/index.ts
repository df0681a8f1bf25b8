export { CheckAddress, type CheckedAddress } from './addresses/check-address.js';
export { validateAddress, type AddressCheck } from './addresses/validate-address.js';
export { borneTaxes, type BorneTax, type TaxedLine } from './calculation/borne-taxes.js';
export { CalculateTax, type TaxCalculation, type TaxResult } from './calculation/calculate-tax.js';
export { priceDocument } from './calculation/price-document.js';
export {
  FALLBACK_REASONS,
  TAX_KINDS,
  type Discount,
  type FallbackReason,
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
  lineTaxView,
  pricedDocumentView,
  taxGroupView,
  type LineTaxView,
  type PricedDocumentView,
  type TaxGroupView,
} from './calculation/tax-view.js';
export { readUnknownTaxCodes } from './codes/read-unknown-tax-codes.js';
export { refuseUnknownTaxCodes, unknownTaxCodes } from './codes/unknown-tax-codes.js';
export { CreateTaxCode } from './codes/create-tax-code.js';
export { DeleteTaxCode } from './codes/delete-tax-code.js';
export type { NewTaxCode, TaxCode, TaxCodePatch } from './codes/tax-code.js';
export { taxCodeList } from './codes/tax-code.queries.js';
export { UpdateTaxCode } from './codes/update-tax-code.js';
export { companyTaxParty } from './company-tax-party.js';
export {
  SUPPLY_KINDS,
  TAX_CATEGORIES,
  TAX_REASONS,
  UNDETERMINED_REASONS,
  isUndetermined,
  type SupplyKind,
  type TaxCategory,
  type TaxReason,
} from './decision/decision.js';
export { askProvider, type ProviderAnswer, type ProviderRequest } from './engines/ask-provider.js';
export {
  JsonNumber,
  decimalOf,
  exactJson,
  jsonAmount,
  minorOf,
  objectOf,
  objectsOf,
  percentOf,
  sentenceOf,
  type Json,
} from './engines/exact-json.js';
export {
  ENGINE_FAILURES,
  TAX_PROVIDERS,
  TaxEngineFailure,
  type EngineAccount,
  type EngineAddress,
  type EngineAnswer,
  type EngineDocument,
  type EngineFailureKind,
  type EngineLine,
  type EngineLineTax,
  type EngineRequest,
  type EngineSettings,
  type EngineTax,
  type RecordedLine,
  type RecordedInvoice,
  type RecordedName,
  type TaxEngine,
} from './engines/tax-engine.port.js';
export type { TaxConnectorInput } from './connectors/connector-input.js';
export { DeleteTaxConnector } from './connectors/delete-tax-connector.js';
export { PutTaxConnector } from './connectors/put-tax-connector.js';
export { sealedTaxCredentials } from './connectors/sealed-credentials.sql.js';
export type { TaxConnectorView } from './connectors/tax-connector.js';
export { TaxConnectorQueries } from './connectors/tax-connector.queries.js';
export { TestTaxConnector, type TaxConnectorTestResult } from './connectors/test-tax-connector.js';
export { CreateTaxExemption } from './exemptions/create-tax-exemption.js';
export { DeleteTaxExemption } from './exemptions/delete-tax-exemption.js';
export type {
  NewTaxExemption,
  TaxExemption,
  TaxExemptionPatch,
} from './exemptions/tax-exemption.js';
export { taxExemptionList } from './exemptions/tax-exemption.queries.js';
export { UpdateTaxExemption } from './exemptions/update-tax-exemption.js';
export { CreateTaxJurisdiction } from './jurisdictions/create-tax-jurisdiction.js';
export { DeleteTaxJurisdiction } from './jurisdictions/delete-tax-jurisdiction.js';
export type {
  NewTaxJurisdiction,
  TaxJurisdiction,
  TaxJurisdictionPatch,
} from './jurisdictions/tax-jurisdiction.js';
export { taxJurisdictionList } from './jurisdictions/tax-jurisdiction.queries.js';
export { UpdateTaxJurisdiction } from './jurisdictions/update-tax-jurisdiction.js';
export { HeldQuotes, QuoteNeeded } from './quotes/held-quotes.js';
export type { TaxQuote } from './quotes/tax-quote.js';
export { TaxQuotes, type TaxBasis, type Taxes } from './quotes/tax-quotes.js';
export { TaxWatch, type Fallback } from './quotes/tax-watch.js';
export {
  JURISDICTION_LEVELS,
  NO_RATES,
  type ExemptionData,
  type JurisdictionData,
  type JurisdictionLevel,
  type RateBookData,
  type RateData,
} from './rate-books/rate-book-data.js';
export { RateBook, type TaxSource } from './rate-books/rate-book.js';
export { RateBooks } from './rate-books/rate-books.js';
export { CreateTaxRate } from './rates/create-tax-rate.js';
export { DeleteTaxRate } from './rates/delete-tax-rate.js';
export { RATE_KINDS, type NewTaxRate, type TaxRate, type TaxRatePatch } from './rates/tax-rate.js';
export { taxRateList } from './rates/tax-rate.queries.js';
export { UpdateTaxRate } from './rates/update-tax-rate.js';
export { LoadSeedRates, type SeedResult } from './seed/load-seed-rates.js';
export { SEED_COUNTRIES } from './seed/seed-rates.js';
export { TaxEnginesModule } from './tax-engines.module.js';
export {
  taxCodeTaken,
  taxCodeUnknown,
  taxConnectorMissing,
  taxInputsChanging,
  taxJurisdictionTaken,
  taxProviderRefused,
  taxProviderUnavailable,
  taxRateOverlaps,
  taxRecordInUse,
  taxTransactionConflict,
} from './tax.errors.js';
export {
  startFakeServer,
  type FakeAnswer,
  type FakeFault,
  type FakeRequest,
  type FakeServer,
} from './testing/fake-server.js';
export { TaxModule } from './tax.module.js';
export { TaxQueries } from './tax.queries.js';
export { ChangeTaxTransaction } from './transactions/change-tax-transaction.js';
export { recordTaxOfNote, type TaxedNote } from './transactions/record-tax-of-note.js';
export { SweepTaxTransactions } from './transactions/sweep-tax-transactions.js';
export { TaxRecorder, recordTaxOfPaid, type TaxedInvoice } from './transactions/tax-recorder.js';
export {
  TAX_OPERATIONS,
  TAX_TRANSACTION_STATES,
  type TaxTransactionView,
} from './transactions/tax-transaction.js';
export {
  taxTransactionList,
  voidTaxOfInvoice,
  voidTaxOfNote,
} from './transactions/tax-transaction.repository.js';
export { taxMigrations, taxEntities } from './tax.schema.js';
