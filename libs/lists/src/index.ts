export { dateLiteral } from './date-literal.js';
export { isInstantText, isStorableText } from './filter-value.js';
export {
  type Bind,
  FILTER_OPERATORS,
  type FilterDay,
  type FilterNode,
  type ListDefinition,
  type ListField,
  type ListFieldType,
  type ListJoin,
  type ListNarrowing,
  type ListPage,
  type ListQuery,
  type ListRequest,
} from './list-definition.js';
export { listPage, listPageText, walkList } from './list-page.js';
export { invalidListRequest } from './list.errors.js';
export { matchesFilter } from './match-filter.js';
export { FilterParser } from './parse-filter.js';
export { MAX_PAGE_SIZE, parseListRequest } from './parse-list-request.js';
export { ANY_DAY } from './relative-filter.js';
export {
  type ReadList,
  readStoredList,
  securityFilter,
  type SkippedPart,
  type StoredList,
} from './stored-list.js';
