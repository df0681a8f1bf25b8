import { COLUMN_TEXT, type rowSetOf, type TextRow } from '@quittance/database';
import { currencyDigits, placePoint, trimDecimal, type Currency } from '@quittance/money';
import { membersFor } from './bodies.js';
import type { Member } from './member.js';
import type { Members } from './member-types.js';

/** The JSON of a member, straight from a row as PostgreSQL writes it; undefined of what is absent. */
export type MemberWriter = (row: TextRow, ...context: readonly unknown[]) => string | undefined;
export type MemberWriters = Readonly<Record<string, MemberWriter>>;

type RowColumn = ReturnType<ReturnType<typeof rowSetOf>['columns']>[number];

type View = (row: object, ...context: readonly unknown[]) => unknown;

interface Described {
  readonly members: Members;
  readonly views: Readonly<Record<string, View | undefined>>;
}

/** Of each view that `headOf` has made: what it is made of. */
const described = new WeakMap<object, Described>();

export function keepDescribed(view: object, of: Described): void {
  described.set(view, of);
}

/**
 * The JSON of what a view of `headOf` answers, member by member in its order, of rows that have
 * these columns: a page is spared thousands of values that would be read only to be written again.
 * Undefined where it is no such view, where a column is of a type that is not written so, or where
 * members have views of their own and nobody says of these that they read a row `byName` alone:
 * one that took a row apart would find nothing in what stands for it here.
 */
export function memberWriters(
  view: object,
  columns: readonly RowColumn[],
  { byName = false } = {},
): MemberWriters | undefined {
  const of = described.get(view);
  if (!of) return undefined;
  const { members, views } = of;
  const rowOf = byName ? lazyRows(columns) : undefined;
  const place = new Map(columns.map(({ property }, i) => [property, i]));
  const writers: Record<string, MemberWriter> = {};
  for (const [name, member] of membersFor({ members }, 'record')) {
    const own = views[name];
    const at = place.get(name);
    const writer = own
      ? rowOf && viewed(own, rowOf)
      : at === undefined
        ? undefined
        : plain(member, at, columns[at]?.type ?? '', place);
    if (!writer) return undefined;
    writers[name] = writer;
  }
  return writers;
}

function viewed(own: View, rowOf: (row: TextRow) => object): MemberWriter {
  return (row, ...context) => JSON.stringify(own(rowOf(row), ...context));
}

function plain(
  member: Member,
  at: number,
  type: string,
  place: ReadonlyMap<string, number>,
): MemberWriter | undefined {
  if (isMoney(member)) {
    const { currencyField } = member.field.settings;
    const currencyAt = currencyField === undefined ? undefined : place.get(currencyField);
    if (currencyField !== undefined && currencyAt === undefined) return undefined;
    return (row, ...context) => {
      const currency = currencyAt === undefined ? (context[0] as string) : row[currencyAt];
      const minor = row[at] ?? null;
      if (minor === null || currency === undefined || currency === null) return 'null';
      return `"${placePoint(minor, currencyDigits(currency as Currency))}"`;
    };
  }
  const write = isDecimal(member)
    ? (text: string) => `"${trimDecimal(text)}"`
    : COLUMN_TEXT.json[type];
  return write && ((row) => (row[at] === null ? 'null' : write(row[at] as string)));
}

/**
 * Makes rows that read a value when they are asked for it: of a row that is written as it is, a
 * view or two ask for a few. Undefined where a column is of a type that is not read so.
 */
function lazyRows(columns: readonly RowColumn[]): ((row: TextRow) => object) | undefined {
  class LazyRow {
    constructor(readonly texts: TextRow) {}
  }
  for (const [at, { property, type }] of columns.entries()) {
    const read = COLUMN_TEXT.value[type];
    if (!read) return undefined;
    Object.defineProperty(LazyRow.prototype, property, {
      get(this: LazyRow) {
        const text = this.texts[at] ?? null;
        return text === null ? null : read(text);
      },
    });
  }
  return (row) => new LazyRow(row);
}

export function isDecimal({ field: { type } }: Member): boolean {
  return type === 'number' || type === 'percent';
}

export function isMoney({ field: { type } }: Member): boolean {
  return type === 'currency';
}
