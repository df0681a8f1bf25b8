export { CheckAddress, type CheckedAddress } from './addresses/check-address.js';
export { CalculateTax, type TaxCalculation, type TaxResult } from './calculation/calculate-tax.js';
export { TAX_KINDS, type TaxKind } from './calculation/pricing.js';
export type { LineTaxView, TaxGroupView } from './calculation/tax-view.js';
export { CreateTaxCode } from './codes/create-tax-code.js';
export { DeleteTaxCode } from './codes/delete-tax-code.js';
export { taxCodeList } from './codes/tax-code.queries.js';
export type { NewTaxCode, TaxCode, TaxCodePatch } from './codes/tax-code.js';
export { UpdateTaxCode } from './codes/update-tax-code.js';
export { DeleteTaxConnector } from './connectors/delete-tax-connector.js';
export { PutTaxConnector } from './connectors/put-tax-connector.js';
export { sealedTaxCredentials } from './connectors/sealed-credentials.sql.js';
export { TaxConnectorQueries } from './connectors/tax-connector.queries.js';
export type { TaxConnectorView } from './connectors/tax-connector.js';
export { TestTaxConnector } from './connectors/test-tax-connector.js';
export { SUPPLY_KINDS, TAX_CATEGORIES, TAX_REASONS } from './decision/decision.js';
export { TAX_PROVIDERS } from './engines/tax-engine.port.js';
export { CreateTaxExemption } from './exemptions/create-tax-exemption.js';
export { DeleteTaxExemption } from './exemptions/delete-tax-exemption.js';
export { taxExemptionList } from './exemptions/tax-exemption.queries.js';
export type {
  NewTaxExemption,
  TaxExemption,
  TaxExemptionPatch,
} from './exemptions/tax-exemption.js';
export { UpdateTaxExemption } from './exemptions/update-tax-exemption.js';
export { CreateTaxJurisdiction } from './jurisdictions/create-tax-jurisdiction.js';
export { DeleteTaxJurisdiction } from './jurisdictions/delete-tax-jurisdiction.js';
export { taxJurisdictionList } from './jurisdictions/tax-jurisdiction.queries.js';
export type {
  NewTaxJurisdiction,
  TaxJurisdiction,
  TaxJurisdictionPatch,
} from './jurisdictions/tax-jurisdiction.js';
export { UpdateTaxJurisdiction } from './jurisdictions/update-tax-jurisdiction.js';
export { type Fallback, TaxWatch } from './quotes/tax-watch.js';
export {
  JURISDICTION_LEVELS,
  type JurisdictionLevel,
  NO_RATES,
  type RateBookData,
} from './rate-books/rate-book-data.js';
export { RateBooks } from './rate-books/rate-books.js';
export { CreateTaxRate } from './rates/create-tax-rate.js';
export { DeleteTaxRate } from './rates/delete-tax-rate.js';
export { taxRateList } from './rates/tax-rate.queries.js';
export { type NewTaxRate, RATE_KINDS, type TaxRate, type TaxRatePatch } from './rates/tax-rate.js';
export { UpdateTaxRate } from './rates/update-tax-rate.js';
export { LoadSeedRates, type SeedResult } from './seed/load-seed-rates.js';
export { SEED_COUNTRIES } from './seed/seed-rates.js';
export { TaxEnginesModule } from './tax-engines.module.js';
export {
  taxCodeTaken,
  taxCodeUnknown,
  taxConnectorMissing,
  taxJurisdictionTaken,
  taxProviderRefused,
  taxProviderUnavailable,
  taxRateOverlaps,
  taxRecordInUse,
  taxTransactionConflict,
} from './tax.errors.js';
export { TaxQueries } from './tax.queries.js';
export { taxEntities, taxMigrations } from './tax.schema.js';
export { ChangeTaxTransaction } from './transactions/change-tax-transaction.js';
export { SweepTaxTransactions } from './transactions/sweep-tax-transactions.js';
export { taxTransactionList } from './transactions/tax-transaction.repository.js';
export {
  TAX_OPERATIONS,
  TAX_TRANSACTION_STATES,
  type TaxTransactionView,
} from './transactions/tax-transaction.js';
