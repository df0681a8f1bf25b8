import type { LocalDate } from '@quittance/calendar';
import {
  booleanArray,
  dateArray,
  int4Array,
  int8Array,
  numericArray,
  textArray,
  uuidArray,
  type ColumnArray,
} from './binary-array.js';

/** Types of what is bound to a statement, with what each is here. */
export interface BoundTypes {
  readonly uuid: string;
  readonly text: string;
  readonly smallint: number;
  readonly integer: number;
  readonly bigint: bigint;
  readonly numeric: string;
  readonly boolean: boolean;
  readonly date: string;
  readonly timestamptz: string;
  readonly jsonb: unknown;
  readonly bytea: Uint8Array;
  readonly 'uuid[]': readonly string[];
  readonly 'text[]': readonly string[];
}

export type BoundType = keyof BoundTypes;

/** Types of columns of a set of rows, with what a row has in each. */
export interface ColumnTypes {
  readonly uuid: string;
  readonly text: string;
  readonly integer: number;
  readonly bigint: bigint;
  readonly numeric: string;
  readonly boolean: boolean;
  readonly date: LocalDate;
  readonly timestamptz: string;
  /** Arrives as text: the statement casts it. */
  readonly jsonb: unknown;
}

export type ColumnType = keyof ColumnTypes;

/** A column of a set of rows as it is bound. */
export type BoundColumn = ColumnArray | readonly (string | null)[];

type Encoder<Value> = <Row>(
  rows: readonly Row[],
  valueOf: (row: Row, position: number) => Value | null,
) => BoundColumn;

/** Makes the array of a column of each type. */
export const columnEncoders: { readonly [T in ColumnType]: Encoder<ColumnTypes[T]> } = {
  uuid: uuidArray,
  text: textArray,
  integer: int4Array,
  bigint: int8Array,
  numeric: numericArray,
  boolean: booleanArray,
  date: dateArray,
  timestamptz: (rows, valueOf) => rows.map(valueOf),
  jsonb: (rows, valueOf) => textArray(rows, (row, at) => jsonText(valueOf(row, at))),
};

/** As what `unnest` takes an array of it. */
export function arrayType(type: string): string {
  return `${type === 'jsonb' ? 'text' : type}[]`;
}

/** JSON as it is bound; of nothing it is null and not the JSON of that. */
export function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
