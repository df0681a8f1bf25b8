import { invalidFields, type FieldError } from '@quittance/kernel';
import { decodeCursor } from './cursor.js';
import { isStorableText } from './filter-value.js';
import type {
  FilterDay,
  FilterNode,
  ListDefinition,
  ListField,
  ListQuery,
  ListRequest,
  SortKey,
} from './list-definition.js';
import { invalidListRequest } from './list.errors.js';
import { FilterParser } from './parse-filter.js';

const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
const MAX_SORT_KEYS = 5;
const MAX_SEARCH = 200;

/**
 * What holds where a request says nothing: a stored view, already read against the fields there
 * are.
 */
export interface ListFallback {
  /** Null for the order of the definition. */
  readonly sort: readonly SortKey[] | null;
  readonly filter: FilterNode | null;
}

/**
 * Checks the parameters of a list against its definition; everything that is wrong is reported at
 * once. A sort or filter in the request stands in place of the fallback's, also when it is empty.
 * Relative days are read where there is a `day` that they count from.
 * @throws DomainError invalid_list_request (what cannot be read), validation_failed (out of range)
 */
export function parseListRequest(
  definition: ListDefinition,
  query: ListQuery,
  fallback?: ListFallback,
  day?: FilterDay,
): ListRequest {
  const unreadable: FieldError[] = [];
  const outside: FieldError[] = [];
  const page = wholeNumber('page', query.page, 1, 1e9, unreadable, outside);
  const pageSize = wholeNumber(
    'pageSize',
    query.pageSize,
    DEFAULT_PAGE_SIZE,
    MAX_PAGE_SIZE,
    unreadable,
    outside,
  );
  const stored = query.sort === undefined ? fallback?.sort : null;
  const sort = stored ? [...stored] : readSort(definition, query.sort, unreadable, outside);
  const filter =
    query.filter === undefined && fallback
      ? fallback.filter
      : readFilter(definition, query.filter, day, [unreadable, outside]);
  const cursor = readCursor(definition, query, sort, unreadable);
  const search = readSearch(query.search, unreadable);
  if (unreadable.length > 0) throw invalidListRequest({}, { errors: [...unreadable, ...outside] });
  if (outside.length > 0) throw invalidFields(outside);
  return { page, pageSize, cursor, sort, filter, search };
}

function wholeNumber(
  parameter: string,
  text: string | undefined,
  fallback: number,
  max: number,
  unreadable: FieldError[],
  outside: FieldError[],
): number {
  if (text === undefined) return fallback;
  if (!/^-?\d{1,15}$/.test(text)) {
    unreadable.push({ parameter, code: 'type', message: 'must be a whole number' });
    return fallback;
  }
  const value = Number(text);
  if (value < 1) outside.push({ parameter, code: 'min', message: 'must be at least 1' });
  if (value > max) outside.push({ parameter, code: 'max', message: `must be at most ${max}` });
  return value;
}

export function parseSort(text: string): SortKey[] {
  return text.split(',').map((part) => {
    const descending = part.startsWith('-');
    return { field: descending ? part.slice(1) : part, descending };
  });
}

/** A key with the field that it means, where the list reaches that and has it not. */
export function knownKey(
  { fields, reach }: Pick<ListDefinition, 'fields' | 'reach'>,
  key: SortKey,
): { readonly key: SortKey; readonly field: ListField | undefined } {
  if (Object.hasOwn(fields, key.field)) return { key, field: fields[key.field] };
  const reached = reach?.(key.field);
  return reached ? { key: { ...key, reached }, field: reached } : { key, field: undefined };
}

function readSort(
  definition: ListDefinition,
  text: string | undefined,
  errors: FieldError[],
  outside: FieldError[],
): SortKey[] {
  const usual = text === undefined || text === '';
  const sort = parseSort(usual ? definition.defaultSort : text).map((key) =>
    knownKey(definition, key),
  );
  const fail = (code: string, message: string) => errors.push({ parameter: 'sort', code, message });
  if (sort.length > MAX_SORT_KEYS) fail('max', `must have at most ${MAX_SORT_KEYS} fields`);
  for (const { key, field: known } of sort.slice(0, MAX_SORT_KEYS)) {
    const { field } = key;
    if (known?.refusal) outside.push({ parameter: 'sort', ...known.refusal });
    else if (!known || known.sortable === false) {
      fail('unknown_field', `${field.slice(0, 100)} is not a field this list is sorted by`);
    }
  }
  const names = new Set(sort.map(({ key }) => key.field));
  if (names.size < sort.length) fail('duplicate', 'must name a field once');
  return sort.map(({ key }) => key);
}

function readFilter(
  { fields, reach }: ListDefinition,
  text: string | undefined,
  day: FilterDay | undefined,
  [errors, outside]: readonly [FieldError[], FieldError[]],
): FilterNode | null {
  if (text === undefined || text === '') return null;
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    errors.push({ parameter: 'filter', code: 'format', message: 'must be JSON' });
    return null;
  }
  const parser = new FilterParser(fields, { day, reach });
  const node = parser.parse(tree);
  errors.push(...parser.errors);
  outside.push(...parser.refusals);
  return node ?? null;
}

function readCursor(
  { fields }: ListDefinition,
  { cursor, page }: ListQuery,
  sort: readonly SortKey[],
  errors: FieldError[],
): ListRequest['cursor'] {
  if (cursor === undefined) return null;
  const fail = (code: string, message: string) =>
    errors.push({ parameter: 'cursor', code, message });
  if (page !== undefined) fail('state', 'must not be given beside page');
  if (cursor === '') return { after: null };
  const after = decodeCursor(cursor, sort, fields);
  if (!after) fail('format', 'is not a cursor of this list and sort');
  return { after: after ?? null };
}

function readSearch(text: string | undefined, errors: FieldError[]): string | null {
  const search = text?.trim() ?? '';
  if (search.length > MAX_SEARCH) {
    const message = `must have at most ${MAX_SEARCH} characters`;
    errors.push({ parameter: 'search', code: 'max_length', message });
  }
  if (!isStorableText(search)) {
    errors.push({ parameter: 'search', code: 'format', message: 'must be text without NUL' });
  }
  return search === '' ? null : search;
}
