export { type AgeingLine, ageingList } from './ageing/ageing.lists.js';
export {
  BACKLOG_STATUSES,
  type BacklogLine,
  type BacklogStatus,
  orderBacklogList,
} from './backlog/order-backlog.lists.js';
export { type CashLine, cashList, cashTold, type ReportPeriod } from './cash/cash.lists.js';
export { COLLECTIONS_COLUMNS, type CollectionsLine } from './collections/collections.js';
export { ReadCollections } from './collections/read-collections.js';
export {
  creditUtilisationList,
  UTILISATION_HOLDS,
  type UtilisationHold,
  type UtilisationLine,
} from './credit/credit-utilisation.lists.js';
export { UtilisationRates } from './credit/utilisation-rates.js';
export { type QuoteConversionLine, quoteConversionList } from './quotes/quote-conversion.lists.js';
export { statementTooLong } from './reporting.errors.js';
export { ReportingModule } from './reporting.module.js';
export { checkedPeriod, ReadStatement, type StatementView } from './statements/read-statement.js';
export {
  DISTANCE_SALES_COLUMNS,
  DISTANCE_SALES_DISAGREEMENTS,
  DISTANCE_SALES_MONTH_COLUMNS,
  DISTANCE_SALES_STANDINGS,
  type DistanceSalesCount,
  type DistanceSalesDisagreement,
  type DistanceSalesMonth,
  type DistanceSalesStanding,
} from './tax/distance-sales.js';
export {
  EC_SALES_COLUMNS,
  EC_SALES_KINDS,
  type EcSalesKind,
  type EcSalesLine,
} from './tax/ec-sales.js';
export { ReadDistanceSales } from './tax/read-distance-sales.js';
export { WatchDistanceSales } from './tax/watch-distance-sales.js';
export { ReadTaxReport } from './tax/read-tax-report.js';
export {
  TAXED_DOCUMENTS,
  type TaxDocumentLine,
  taxDocumentsList,
} from './tax/tax-documents.lists.js';
export { isOfOneStopShop, TAX_REPORT_COLUMNS, type TaxReportRow } from './tax/tax-report.js';
export { MOVEMENT_KINDS, type StatementMovementKind } from './statements/statement.js';
