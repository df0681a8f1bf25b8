import type {
  FilterDay,
  FilterNode,
  ListDefinition,
  ListNarrowing,
  SortKey,
} from './list-definition.js';
import { FilterCompiler } from './compile-filter.js';
import { FilterParser, type FilterPlace } from './parse-filter.js';
import { knownKey, parseSort } from './parse-list-request.js';

type Fields = ListDefinition['fields'];

/** What was put by of a list: its columns, its order and its filter, as the caller wrote them. */
export interface StoredList {
  /** Null for the usual columns. */
  readonly columns: readonly string[] | null;
  /** As in a request: `-dueDate,number`. Null for the usual order. */
  readonly sort: string | null;
  /** A filter tree; null for none. */
  readonly filter: unknown;
}

/** A piece of a stored list that no longer applies, and why. */
export interface SkippedPart {
  readonly part: 'column' | 'sort' | 'filter';
  /** JSON Pointer into the stored list: `/filter/and/1/field`, `/columns/3`. */
  readonly pointer: string;
  /** The field it names. */
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

/** What is left of a stored list when it is read against the fields there are. */
export interface ReadList {
  readonly columns: readonly string[] | null;
  readonly sort: readonly SortKey[] | null;
  readonly filter: FilterNode | null;
  readonly skipped: readonly SkippedPart[];
}

/**
 * Reads a stored list leniently: what names a field that is gone, or asks of it what its type does
 * not have, is skipped and reported; groups that are left empty go with it. Relative days are read
 * where there is a `day` that they count from.
 */
export function readStoredList(
  { fields, columns: known, reach }: Pick<ListDefinition, 'fields' | 'columns' | 'reach'>,
  stored: StoredList,
  day?: FilterDay,
): ReadList {
  const skipped: SkippedPart[] = [];
  const isKnown = (name: string) =>
    (known ?? Object.keys(fields)).includes(name) || reach?.(name) !== undefined;
  const columns = readColumns(isKnown, stored.columns, skipped);
  const sort = readSort({ fields, reach }, stored.sort, skipped);
  const reader: FilterReader = { fields, place: { day, reach }, skipped };
  const filter = stored.filter === null ? null : readNode(reader, stored.filter, '/filter');
  return { columns, sort, filter: filter ?? null, skipped };
}

function readColumns(
  isKnown: (name: string) => boolean,
  columns: readonly string[] | null,
  skipped: SkippedPart[],
): readonly string[] | null {
  if (columns === null) return null;
  const left = columns.filter((field, i) => {
    if (isKnown(field)) return true;
    skipped.push({ part: 'column', pointer: `/columns/${i}`, field, ...GONE });
    return false;
  });
  return left.length === 0 ? null : left;
}

const GONE = { code: 'unknown_field', message: 'is not a field of this list' };

function readSort(
  list: Pick<ListDefinition, 'fields' | 'reach'>,
  text: string | null,
  skipped: SkippedPart[],
): readonly SortKey[] | null {
  if (text === null || text === '') return null;
  const keys = parseSort(text).flatMap((each) => {
    const { key, field: known } = knownKey(list, each);
    if (known && !known.refusal && known.sortable !== false) return [key];
    const { field } = key;
    skipped.push({ part: 'sort', pointer: '/sort', field, ...(known?.refusal ?? GONE) });
    return [];
  });
  return keys.length === 0 ? null : keys;
}

interface FilterReader {
  readonly fields: Fields;
  readonly place: FilterPlace;
  readonly skipped: SkippedPart[];
}

function readNode(reader: FilterReader, node: unknown, pointer: string): FilterNode | undefined {
  const [kind, inner] = groupOf(node);
  if (kind === 'not') {
    const negated = readNode(reader, inner, `${pointer}/not`);
    return negated && { kind, node: negated };
  }
  if (kind && Array.isArray(inner)) {
    const nodes = inner
      .map((each, i) => readNode(reader, each, `${pointer}/${kind}/${i}`))
      .filter((each) => each !== undefined);
    return nodes.length === 0 ? undefined : { kind, nodes };
  }
  const parser = new FilterParser(reader.fields, reader.place);
  const condition = parser.parse(node);
  const [error] = [...parser.errors, ...parser.refusals];
  if (error) {
    const { field } = (node ?? {}) as { field?: unknown };
    reader.skipped.push({
      part: 'filter',
      pointer: `${pointer}${error.pointer ?? ''}`,
      field: typeof field === 'string' ? field.slice(0, 100) : null,
      code: error.code,
      message: error.message,
    });
  }
  return condition;
}

function groupOf(node: unknown): ['and' | 'or' | 'not' | undefined, unknown] {
  if (typeof node !== 'object' || node === null) return [undefined, undefined];
  const [only, ...more] = Object.entries(node);
  const isGroup = only && more.length === 0 && ['and', 'or', 'not'].includes(only[0]);
  return isGroup ? (only as ['and' | 'or' | 'not', unknown]) : [undefined, undefined];
}

/**
 * A stored filter that keeps records from somebody. Unlike a view's it is never loosened: when a
 * part of it cannot be read, for one because a field it names is gone, nothing passes.
 */
export function securityFilter(fields: Fields, tree: unknown): ListNarrowing {
  const parser = new FilterParser(fields);
  const node = parser.parse(tree);
  if (!node || parser.errors.length > 0) return () => 'false';
  return (bind) => new FilterCompiler(fields, bind).compile(node, new Map());
}
