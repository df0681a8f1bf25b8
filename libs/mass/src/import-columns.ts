import type { FieldError } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import { type Field, fieldTypes, WrongValue } from '@quittance/fields';
import { cellValue } from './cell-value.js';
import { MASK } from './mask-personal.js';
import {
  importColumnOf,
  NamedTarget,
  type ImportColumn,
  type UnreadCell,
} from './import-column.js';

export type { ImportColumn };

/** The columns of a header, or everything that is wrong with it. */
export interface ReadHeader {
  /** Null where what stands in the column is the system's, and is passed over. */
  readonly columns: readonly (ImportColumn | null)[];
  readonly errors: readonly FieldError[];
  /** The names of those that are passed over. */
  readonly ignored: readonly string[];
}

export interface HeaderOptions {
  /** A file that was downloaded has columns that the system sets: they are passed over. */
  readonly passesOver?: boolean;
  /** Why a record that is pointed at cannot be named by a member of it; undefined where it can. */
  readonly unnamed?: (column: ImportColumn) => Omit<FieldError, 'parameter'> | undefined;
}

/** Reads the header of a CSV file: names of fields, each once. `id` names records to be changed. */
export function readHeader(
  object: RecordObject,
  names: readonly string[],
  { passesOver = false, unnamed }: HeaderOptions = {},
): ReadHeader {
  const errors: FieldError[] = [];
  const columns: (ImportColumn | null)[] = [];
  const ignored: string[] = [];
  const seen = new Map<string, string>();
  for (const [i, given] of names.entries()) {
    const name = given.trim();
    const fail = (code: string, message: string) =>
      errors.push({ parameter: name.slice(0, 100) || `column ${i + 1}`, code, message });
    const column = importColumnOf(object, name, unnamed !== undefined);
    const meant = column && [column.field.name, column.part, column.by].join(' ');
    const before = meant === undefined ? undefined : seen.get(meant);
    const refusal = column?.by === undefined ? undefined : unnamed?.(column);
    if (!column) fail('unknown_field', `is not a field of ${object.name}`);
    else if (before === name) fail('duplicate', 'must stand in the header once');
    else if (before !== undefined) fail('duplicate', `is the same field as ${before}`);
    else if (refusal) fail(refusal.code, refusal.message);
    else if (!isSetBySystem(column.field)) columns.push(column);
    else if (!passesOver) fail('read_only', 'is set by the system');
    else {
      columns.push(null);
      ignored.push(name);
    }
    if (meant !== undefined) seen.set(meant, name);
  }
  return { columns, errors, ignored };
}

export function isSetBySystem({ name, readOnly, type }: Field): boolean {
  return name !== 'id' && (readOnly || fieldTypes.computed.has(type));
}

/**
 * Exports lead a text that a spreadsheet would run with an apostrophe: it is no part of the text.
 */
const ESCAPED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** A cell without the apostrophe by which an export keeps a spreadsheet from running it. */
export function unguarded(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE ? cell.replace(ESCAPED, '') : cell;
}

export interface CellOptions {
  /** What an empty cell says: nothing, or that there is no value. */
  readonly emptyCells?: 'keep' | 'clear';
  /** In which telephone numbers without a country are. */
  readonly country?: string | null;
}

/** What the cells of a row say, by member; an empty cell says nothing unless it is told to. */
export function rowValues(
  columns: readonly (ImportColumn | null)[],
  cells: readonly string[],
  { emptyCells = 'keep', country = null }: CellOptions = {},
  unread: readonly UnreadCell[] = [],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const wrong = new Map(unread.map(({ column, fault }) => [column, new WrongValue(fault)]));
  for (let i = 0; i < columns.length; i += 1) {
    const cell = cells[i];
    const column = columns[i];
    if (!column) continue;
    const { field, part, by } = column;
    const { name } = field;
    const unreadable = wrong.get(i);
    if (unreadable) {
      values[name] = unreadable;
      continue;
    }
    if (cell === undefined) continue;
    if (cell === '') {
      if (emptyCells === 'clear' && part === null && by === undefined) values[name] ??= null;
      continue;
    }
    const text = unguarded(cell);
    // Of a download that has kept it from whoever took it: nobody has written that.
    if (field.personal && text === MASK) continue;
    // An id says more than a name.
    if (by !== undefined) values[name] ??= new NamedTarget(by, text);
    else if (part === null) values[name] = cellValue(field, text, country);
    else if (!(values[name] instanceof WrongValue)) {
      values[name] = { ...(values[name] as object | undefined), [part]: text };
    }
  }
  return values;
}

const APOSTROPHE = 0x27;
