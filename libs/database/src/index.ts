export { arrays } from './rows/binary-array.js';
export {
  bindToCompany,
  createCompanyTable,
  createDoor,
  createSchema,
  distribute,
  keepEverywhere,
} from './server/company-table.js';
export { APP_ROLE, type Entity, type Migration } from './server/data-source.js';
export {
  databaseBusy,
  databaseUnavailable,
  isForLater,
  preconditionFailed,
  runAgainWhenTaken,
  translateDatabaseError,
  violates,
  violationOf,
  type ConstraintViolation,
} from './database.errors.js';
export { Database, type WriteOptions } from './database.js';
export { ForwardMigration } from './server/forward-migration.js';
export { inIndexOrder } from './rows/in-index-order.js';
export { COLUMN_TEXT } from './rows/json-text.js';
export type { LockedTx } from './locked.js';
export { namedSql } from './rows/named-sql.js';
export { onBehalfOf } from './request-tx.js';
export { rowSet, rowSetOf } from './rows/row-set.js';
export { publishViews } from './server/published-view.js';
export { atSavepoint } from './savepoint.js';
export { sentAnswers } from './sent.js';
export { type Sql, sql } from './rows/sql.js';
export type { WriteBuffer } from './later.js';
export type { TextRow, Tx } from './tx.js';
export type { Invariant } from './verify/invariant.js';
export { checkVersion, NO_VERSION } from './version.js';
