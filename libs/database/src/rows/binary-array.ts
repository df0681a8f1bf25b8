import { toEpochDay, type LocalDate } from '@quittance/calendar';
import { writeNewId } from '@quittance/kernel';

/** One column of a set of rows as the driver sends it; null where every value is. */
export type ColumnArray = Buffer | string | null;

type ValueOf<Row, Value> = (row: Row, position: number) => Value | null;
type Put<Value> = (view: DataView, value: Value, at: number) => void;

/** Dimensions, whether there are nulls, element type, length, lower bound: 32 bits each. */
const HEAD = 20;
const NULL = -1;
const OID = { bool: 16, int8: 20, int4: 23, text: 25, uuid: 2950, date: 1082 } as const;

/*
 * Arrays in PostgreSQL's binary format. A set of a thousand rows has tens of thousands of values:
 * written as text, quoting and parsing them costs both sides as much as the rest of the insert. An
 * array of nothing but nulls is sent as null: `unnest` of several arrays fills it up.
 */

function beginArray(length: number, size: number): { buffer: Buffer; view: DataView } {
  const buffer = Buffer.allocUnsafe(HEAD + size);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  view.setInt32(0, 1);
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return { buffer, view };
}

function copyBytes(buffer: Buffer, from: number, to: number, size: number): void {
  for (let i = 0; i < size; i += 1) buffer[to + i] = buffer[from + i] ?? 0;
}

function arrayOf<Value>(oid: number, size: number, put: Put<Value>) {
  return <Row>(rows: readonly Row[], valueOf: ValueOf<Row, Value>): Buffer | null => {
    const { buffer, view } = beginArray(rows.length, rows.length * (4 + size));
    let [at, nulls, lastAt] = [HEAD, 0, 0];
    let last: Value | null = null;
    for (let i = 0; i < rows.length; i += 1) {
      const value = valueOf(rows[i] as Row, i);
      view.setInt32(at, value === null ? NULL : size);
      at += 4;
      if (value === null) {
        nulls += 1;
        continue;
      }
      // Rows of one document follow each other: many a value is the one before.
      if (value === last) copyBytes(buffer, lastAt, at, size);
      else put(view, value, at);
      [last, lastAt] = [value, at];
      at += size;
    }
    view.setInt32(4, nulls > 0 ? 1 : 0);
    view.setInt32(8, oid);
    return nulls === rows.length ? null : buffer.subarray(0, at);
  };
}

const BAD = 0xff;
const HEX = new Uint8Array(103).fill(BAD);
for (const digit of '0123456789abcdefABCDEF') {
  HEX[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
}

function putUuid(view: DataView, text: string, at: number): void {
  if (text.length !== 36) throw new TypeError(`Not a UUID: ${text}`);
  let [from, seen] = [0, 0];
  for (let byte = 0; byte < 16; byte += 1) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) from += 1;
    const high = HEX[text.charCodeAt(from)] ?? BAD;
    const low = HEX[text.charCodeAt(from + 1)] ?? BAD;
    seen |= high | low;
    view.setUint8(at + byte, (high << 4) | low);
    from += 2;
  }
  if (seen > 15) throw new TypeError(`Not a UUID: ${text}`);
}

/** Dates are sent as days since 2000. */
const FIRST_DAY = 10_957;

/** For `$n::uuid[]`. @throws TypeError when a value is no UUID in its usual writing */
export const uuidArray = arrayOf<string>(OID.uuid, 16, putUuid);

/** For `$n::uuid[]`: so many new ids. */
export function newIdArray(count: number): Buffer {
  const { buffer, view } = beginArray(count, count * 20);
  view.setInt32(4, 0);
  view.setInt32(8, OID.uuid);
  for (let at = HEAD; at < buffer.length; at += 20) {
    view.setInt32(at, 16);
    writeNewId(view, at + 4);
  }
  return buffer;
}

/** For `$n::integer[]`. */
export const int4Array = arrayOf<number>(OID.int4, 4, (view, value, at) =>
  view.setInt32(at, value),
);

/** For `$n::bigint[]`. */
export const int8Array = arrayOf<bigint>(OID.int8, 8, (view, value, at) =>
  view.setBigInt64(at, value),
);

/** For `$n::boolean[]`. */
export const booleanArray = arrayOf<boolean>(OID.bool, 1, (view, value, at) =>
  view.setUint8(at, value ? 1 : 0),
);

/** For `$n::date[]`. */
export const dateArray = arrayOf<LocalDate>(OID.date, 4, (view, value, at) =>
  view.setInt32(at, toEpochDay(value) - FIRST_DAY),
);

/** Up to this length a call into the encoder costs more than the text. */
const SHORT = 48;

/** Writes UTF-8 where there is room for it, and answers how many bytes. */
function putText(buffer: Buffer, text: string, at: number): number {
  if (text.length > SHORT) return buffer.write(text, at);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 127) return buffer.write(text, at);
    buffer[at + i] = code;
  }
  return text.length;
}

/** For `$n::text[]`, of any texts. */
export function textArray<Row>(rows: readonly Row[], valueOf: ValueOf<Row, string>): Buffer | null {
  const values = rows.map(valueOf);
  let most = 4 * values.length;
  // Counted: a walk over arrays of many kinds makes an object of each step.
  for (let i = 0; i < values.length; i += 1) most += 3 * (values[i]?.length ?? 0);
  const { buffer, view } = beginArray(values.length, most);
  let [at, nulls] = [HEAD, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? null;
    const size = value === null ? NULL : putText(buffer, value, at + 4);
    view.setInt32(at, size);
    at += 4;
    if (size === NULL) nulls += 1;
    else at += size;
  }
  view.setInt32(4, nulls > 0 ? 1 : 0);
  view.setInt32(8, OID.text);
  return nulls === values.length ? null : buffer.subarray(0, at);
}

/** For `$n::numeric[]`, of plain decimal texts: short as they are, they are sent as such. */
export function numericArray<Row>(
  rows: readonly Row[],
  valueOf: ValueOf<Row, string>,
): string | null {
  const values = rows.map(valueOf);
  return values.every((value) => value === null)
    ? null
    : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Arrays of one column each, as the driver sends them; null where every value is. */
export const arrays = {
  boolean: booleanArray,
  date: dateArray,
  int4: int4Array,
  int8: int8Array,
  newIds: newIdArray,
  numeric: numericArray,
  text: textArray,
  uuid: uuidArray,
} as const;
