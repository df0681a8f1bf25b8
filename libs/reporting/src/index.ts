export { ageingList, type AgeingLine } from './ageing/ageing.lists.js';
export { cashList, type CashLine, type ReportPeriod } from './cash/cash.lists.js';
export { COLLECTIONS_COLUMNS, type CollectionsLine } from './collections/collections.js';
export { ReadCollections } from './collections/read-collections.js';
export { statementTooLong } from './reporting.errors.js';
export { ReportingModule } from './reporting.module.js';
export {
  ReadStatement,
  checkedPeriod,
  type StatementPrint,
  type StatementView,
} from './statements/read-statement.js';
export { MOVEMENT_KINDS, type StatementMovementKind } from './statements/statement.js';
