import { rowSetOf, type RowSet } from '@quittance/database';
import type { Field } from '@quittance/fields';
import { COLUMN_TYPES } from './stored-types.js';
import type { Given, RowField } from './row-fields.js';

type RowFields = Readonly<Record<string, RowField>>;

type Named<Fields, By extends Given> = {
  [Name in keyof Fields]: Fields[Name] extends RowField<unknown, infer G>
    ? G extends By
      ? Name
      : never
    : never;
}[keyof Fields];
type Value<Of> = Of extends RowField<infer Held> ? Held : never;

type Row<Fields> = { readonly [Name in keyof Fields]: Value<Fields[Name]> };
type Input<Fields> = {
  readonly [Name in Named<Fields, 'required'>]: Value<Fields[Name]>;
} & { readonly [Name in Named<Fields, 'optional'>]?: Value<Fields[Name]> };

/** A noun whose records are rows of a table of its own, said once. */
export interface RowNoun<Fields extends RowFields> {
  /** `tax-code`, in events, the log and the document. */
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  /** Where its records are served: `/tax/codes`. */
  readonly path: string;
  /** With its schema: `tax.code`. Its first column is `company_id`. */
  readonly table: string;
  /** For example `-createdAt`. */
  readonly defaultSort: string;
  /** Every column but that of the company, in the order in which a record shows them. */
  readonly fields: Fields;
}

/** A member with its name and column. */
export interface RowMember extends Field {
  readonly column: string;
  readonly given: Given;
  readonly example?: unknown;
}

/** What follows from the description of a row. */
export interface RowDescription<
  Row extends object = object,
  Input extends object = object,
> extends RowNoun<RowFields> {
  readonly members: readonly RowMember[];
  /** Its columns in a select, its insert, and its update by key. */
  readonly rows: RowSet<Row>;
  /** In types alone: what a new record is made of. */
  readonly takes?: Input;
}

export type RowOf<Described> = Described extends RowDescription<infer R, object> ? R : never;
export type InputOf<Described> =
  Described extends RowDescription<object, infer I extends object> ? I : never;

/** @throws Error when the description contradicts itself: a programming error, found at start-up */
export function describeRow<const Fields extends RowFields>({
  fields,
  ...noun
}: RowNoun<Fields>): RowDescription<Row<Fields>, Input<Fields>> {
  const members = Object.entries(fields).map(([name, each]) => memberOf(name, each));
  for (const by of noun.defaultSort.split(',').map((part) => part.replace(/^-/, ''))) {
    if (!(by in fields)) throw new Error(`${noun.name} is sorted by ${by}, which it does not have`);
  }
  for (const { name, settings } of members) {
    const { currencyField } = settings;
    if (currencyField === undefined || currencyField in fields) continue;
    throw new Error(`${noun.name}.${name} is an amount without a currency`);
  }
  const columns = members.map(({ name, column, type }) => {
    return { property: name, name: column, type: COLUMN_TYPES[type] };
  });
  return { ...noun, fields, members, rows: rowSetOf<Row<Fields>>(noun.table, columns) };
}

function memberOf(name: string, { field, given, example }: RowField): RowMember {
  const { column: named, ...rest } = field;
  const column = named ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { ...rest, name, storage: { kind: 'column', column }, column, given, example };
}
