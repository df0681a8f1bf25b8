import { isLocalDate } from '@quittance/calendar';
import { isStorableText, isTimeText } from './filter-value.js';
import type { ListDefinition, ListFieldType, SortKey } from './list-definition.js';

/** Values of the sort keys of a row, then its id, as PostgreSQL writes them. */
export type CursorValues = readonly (string | null)[];

const TIMESTAMP = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

const NUMERIC = /^-?\d{1,38}(\.\d{1,40})?$/;

/** Of any version: rows that are sums have an id that is a digest of what they have in common. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Cursors come back from outside: each value must read as its field's type before it is bound. */
const SHAPES: Readonly<Record<ListFieldType, (text: string) => boolean>> = {
  text: isStorableText,
  enum: isStorableText,
  id: (text) => ID.test(text),
  money: (text) => NUMERIC.test(text),
  decimal: (text) => NUMERIC.test(text),
  integer: (text) => /^-?\d{1,18}$/.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  date: isLocalDate,
  time: (text) => isTimeText(text),
  set: () => false,
  instant: (text) => TIMESTAMP.test(text) && isLocalDate(text.slice(0, 10)),
};

function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join();
}

/** An opaque text: the sort it belongs to and the position in it. */
export function encodeCursor(sort: readonly SortKey[], values: CursorValues): string {
  return Buffer.from(JSON.stringify([sortText(sort), ...values])).toString('base64url');
}

/** The position of a cursor; undefined when it is not one of this list and sort. */
export function decodeCursor(
  cursor: string,
  sort: readonly SortKey[],
  fields: ListDefinition['fields'],
): CursorValues | undefined {
  const [text, ...values] = readArray(cursor);
  if (text !== sortText(sort) || values.length !== sort.length + 1) return undefined;
  const types = [
    ...sort.map((key) => (key.reached ?? fields[key.field])?.type ?? 'text'),
    'id' as const,
  ];
  const valid = types.every((type, i) => {
    const value = values[i];
    if (value === null) return i < sort.length;
    return typeof value === 'string' && SHAPES[type](value);
  });
  return valid ? (values as (string | null)[]) : undefined;
}

function readArray(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
