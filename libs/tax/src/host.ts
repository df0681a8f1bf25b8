export { CheckAddress, type CheckedAddress } from './addresses/check-address.js';
export { CalculateTax, type TaxCalculation, type TaxResult } from './calculation/calculate-tax.js';
export type { DecisionStep } from './decision/decide.js';
export { PLACE_GROUNDS, type PlaceGround, type SuppliedAt } from './rate-books/supplied-at.js';
export { TAX_WARNINGS, type TaxWarning, type TaxWarningCode } from './decision/warnings.js';
export { TAX_KINDS, type TaxKind } from './calculation/pricing.js';
export type { LineTaxView, TaxGroupView } from './calculation/tax-view.js';
export { taxCodeRecord } from './codes/tax-code-record.js';
export { DeleteTaxConnector } from './connectors/delete-tax-connector.js';
export { PutTaxConnector } from './connectors/put-tax-connector.js';
export { sealedTaxCredentials } from './connectors/sealed-credentials.sql.js';
export { TaxConnectorQueries } from './connectors/tax-connector.queries.js';
export { taxConnectorNoun } from './connectors/tax-connector.description.js';
export type { TaxConnectorView } from './connectors/tax-connector.js';
export { TestTaxConnector } from './connectors/test-tax-connector.js';

export { TAX_PROVIDERS } from './engines/tax-engine.port.js';
export { taxExemptionNoun } from './exemptions/tax-exemption.js';
export { taxExemptionRecord } from './exemptions/tax-exemption-record.js';
export { taxJurisdictionRecord } from './jurisdictions/tax-jurisdiction-record.js';
export { type Fallback, TaxWatch } from './quotes/tax-watch.js';
export { NO_RATES, type RateBookData } from './rate-books/rate-book-data.js';
export { RateBooks } from './rate-books/rate-books.js';
export { taxRateRecord } from './rates/tax-rate-record.js';
export type { TaxRate } from './rates/tax-rate.js';
export { LoadSeedRates, type SeedResult } from './seed/load-seed-rates.js';
export { SEED_COUNTRIES } from './seed/seed-rates.js';
export { CreateTaxRecord } from './set-up/create-tax-record.js';
export { DeleteTaxRecord } from './set-up/delete-tax-record.js';
export type { SetUpRecord, SetUpRow } from './set-up/set-up-record.js';
export { UpdateTaxRecord } from './set-up/update-tax-record.js';
export { TaxEnginesModule } from './tax-engines.module.js';
export {
  taxCodeUnknown,
  taxConnectorMissing,
  taxProviderRefused,
  taxProviderUnavailable,
  taxTransactionConflict,
} from './tax.errors.js';
export { TaxQueries } from './tax.queries.js';
export { taxMigrations } from './tax.schema.js';
export { ChangeTaxTransaction } from './transactions/change-tax-transaction.js';
export { SweepTaxTransactions } from './transactions/sweep-tax-transactions.js';
export { taxTransactionList } from './transactions/tax-transaction.repository.js';
export { taxTransactionNoun } from './transactions/tax-transaction.description.js';
export { SUPPLY_KINDS } from './decision/decision.js';
