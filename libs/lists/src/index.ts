export { dateLiteral } from './date-literal.js';
export { isInstantText, isStorableText } from './filter-value.js';
export {
  type Bind,
  FILTER_OPERATORS,
  type FieldBeside,
  type FilterDay,
  type FilterNode,
  type ListDefinition,
  type ListField,
  type ListFieldType,
  type ListJoin,
  type ListNaming,
  type ListNarrowing,
  type ListPage,
  type ListQuery,
  type ListRequest,
  type ShownValue,
  type WrittenMembers,
} from './list-definition.js';
export { writtenRows } from './written-list.js';
export { namedRecords } from './named/find-named.js';
export { listPage, listPageText, walkList } from './list-page.js';
export { type GroupRequest } from './group-request.js';
export { grouping } from './grouping.js';
export { invalidListRequest } from './list.errors.js';
export { matchesFilter } from './match-filter.js';
export { FilterParser } from './parse-filter.js';
export { MAX_PAGE_SIZE, parseListRequest } from './parse-list-request.js';
export { POINTED_BY_NAME } from './pointed-by-name.js';
export { sight } from './shown-fields.js';
export type { FieldRights } from './unwritten-members.js';
export { ANY_DAY } from './relative-filter.js';
export {
  type ReadList,
  readStoredList,
  securityFilter,
  type SkippedPart,
  type StoredList,
} from './stored-list.js';
