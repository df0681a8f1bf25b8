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
  type ColumnArray,
} from './binary-array.js';
export { onCitus } from './citus.js';
export {
  createCompanyTable,
  createDoor,
  createSchema,
  replaceDoorOnCitus,
} from './company-table.js';
export {
  APP_ROLE,
  EVERY_COMPANY,
  connect,
  migrate,
  type ConnectionSettings,
  type Entity,
  type Migration,
} from './data-source.js';
export {
  databaseBusy,
  databaseUnavailable,
  isRetryable,
  preconditionFailed,
  runAgainWhenTaken,
  tookTooLong,
  translateDatabaseError,
  violates,
} from './database.errors.js';
export { deadlocksMet } from './deadlocks.js';
export { DatabaseModule } from './database.module.js';
export { Database, type BooksAlarm, type WriteOptions } from './database.js';
export {
  embeddedOwnerUrl,
  startEmbedded,
  type EmbeddedOptions,
  type EmbeddedServer,
} from './embedded/embedded.js';
export {
  FILTER_OPERATORS,
  type FilterNode,
  type FilterDay,
  type FilterOperator,
  type FilterValue,
  type Bind,
  type ListDefinition,
  type ListField,
  type ListJoin,
  type ListFieldType,
  type ListNarrowing,
  type ListPage,
  type ListQuery,
  type ListRequest,
  type SortKey,
} from './list/list-definition.js';
export { isInstantText, isStorableText } from './list/filter-value.js';
export { JSON_TEXT } from './json-text.js';
export { listPage, listPageText, walkList } from './list/list-page.js';
export { invalidListRequest } from './list/list.errors.js';
export { matchesFilter } from './list/match-filter.js';
export { MAX_PAGE_SIZE, parseListRequest, type ListFallback } from './list/parse-list-request.js';
export { FilterParser, type FilterPlace } from './list/parse-filter.js';
export { ANY_DAY } from './list/relative-filter.js';
export {
  readStoredList,
  securityFilter,
  type ReadList,
  type SkippedPart,
  type StoredList,
} from './list/stored-list.js';
export { rowSet, type RowColumn, type RowSet } from './row-set.js';
export { admitLogin, appliedMigrations, awaitServer, seeEveryCompany } from './server.js';
export { inTheNameOf } from './request-tx.js';
export { atSavepoint } from './savepoint.js';
export { sendAhead } from './send-ahead.js';
export { sql, type Sql } from './sql.js';
export { strongLogin } from './strong-login.js';
export { notTheOwner } from './table-owner.js';
export type { Sink, TextRow, Tx } from './tx.js';
export { NO_VERSION, checkVersion } from './version.js';
export { databaseMigrations } from './database.schema.js';
