export { allLanded } from './all-landed.js';
export {
  booleanArray,
  dateArray,
  int4Array,
  int8Array,
  newIdArray,
  numericArray,
  textArray,
  uuidArray,
} from './binary-array.js';
export {
  createCompanyTable,
  createDoor,
  createSchema,
  replaceDoorOnCitus,
} from './company-table.js';
export { APP_ROLE, type Entity, type Migration } from './data-source.js';
export {
  databaseBusy,
  databaseUnavailable,
  preconditionFailed,
  runAgainWhenTaken,
  tookTooLong,
  translateDatabaseError,
  violates,
} from './database.errors.js';
export { Database, type WriteOptions } from './database.js';
export { inIndexOrder } from './in-index-order.js';
export { JSON_TEXT } from './json-text.js';
export { makeEntity } from './make-entity.js';
export type { LockedTx } from './locked.js';
export { inTheNameOf } from './request-tx.js';
export { rowSet, type RowSet, rowSetOf } from './row-set.js';
export { askThroughViews, publishViews } from './published-view.js';
export { atSavepoint } from './savepoint.js';
export { type Sql, sql } from './sql.js';
export type { Sink } from './later.js';
export type { TextRow, Tx } from './tx.js';
export { checkVersion, NO_VERSION } from './version.js';
