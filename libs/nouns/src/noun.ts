import { makeEntity, rowSet } from '@quittance/database';
import type { FieldDescription } from '@quittance/fields';
import type { ListField } from '@quittance/lists';
import { catalogueField } from './catalogue-field.js';
import { listField } from './list-field.js';
import type { Member, MemberKind } from './member.js';
import type {
  ColumnName,
  CopyOf,
  DraftOf,
  EmptyOf,
  HeadName,
  Members,
  NameOf,
  PrintedOf,
  RowOf,
  SaidOf,
} from './member-types.js';

/** A document with money, said once. */
export interface NounDescription<M extends Members> {
  /** With its schema: `receivables.invoice`. */
  readonly table: string;
  /** The name of its rows in the SQL of lists: `i`. */
  readonly alias: string;
  /** In the order of the answer. */
  readonly members: M;
}

const COLUMN_TYPES: Readonly<Record<MemberKind, string>> = {
  text: 'text',
  word: 'text',
  currency: 'text',
  id: 'uuid',
  date: 'date',
  instant: 'timestamptz',
  amount: 'bigint',
  boolean: 'boolean',
  integer: 'integer',
  serial: 'bigint',
  json: 'jsonb',
};

const hasColumn = ({ sql, derived }: Member) => sql === undefined && !derived;

/**
 * Makes of a description what reads, writes, lists and documents the noun. What it does, its states
 * and its prices are written by hand.
 */
export function describeNoun<const M extends Members>(description: NounDescription<M>) {
  const { table, alias, members } = description;
  const all = Object.entries<Member>(members);
  const kept = all.filter(([, member]) => hasColumn(member));
  const names = (of: (member: Member) => unknown) => all.filter(([, m]) => of(m)).map(([n]) => n);
  const columns = kept.map(([property, member]) => ({
    property,
    name: columnOf(property, member),
    type: COLUMN_TYPES[member.kind],
  }));
  const entity = makeEntity<RowOf<M> & { companyId: string }>(table, columns);
  const rows = rowSet(entity as unknown as new () => RowOf<M>);
  const stored = kept.filter(([name, { once }]) => name !== 'id' && !once).map(([name]) => name);
  const empty = pick(
    names((m) => m.nullable && hasColumn(m)),
    () => null,
  ) as EmptyOf<M>;
  const said = names(({ nullable, sent }) => nullable && sent);
  const copied = names((member) => member.copied);
  const printed = all.filter(([, member]) => member.printed);
  return {
    table,
    alias,
    members,
    entity,
    rows,
    /**
     * Writes all that may change of a row that is there. The statement is sent before it returns.
     */
    store: rows.storing(stored as never),
    /** The columns of an answer, in its order. */
    head: names((m) => hasColumn(m) && !m.hidden) as readonly string[] as readonly HeadName<M>[],
    /** Null in each member that may be empty: what a new row begins with. */
    empty,
    /** What a draft says of members that may be empty. */
    said: (draft: Partial<DraftOf<M>>): SaidOf<M> =>
      pick(said, (name) => draft[name as keyof typeof draft] ?? null) as SaidOf<M>,
    /** What a copy takes over. */
    copied: (row: RowOf<M>): CopyOf<M> =>
      pick(copied, (name) => row[name as ColumnName<M>]) as CopyOf<M>,
    /** What is printed of it. */
    printed: (row: RowOf<M>): PrintedOf<M> =>
      Object.fromEntries(
        printed.map(([name, { printed: other }]) => [
          other === true ? name : other,
          row[name as ColumnName<M>],
        ]),
      ) as PrintedOf<M>,
    /**
     * What may change as long as it is not closed; what is not among it, before it is sent only.
     */
    changesAlways: names(
      ({ changes }) => changes === 'always',
    ) as readonly string[] as readonly NameOf<M, { readonly changes: 'always' }>[],
    ...shownBy(description),
  };
}

/** What `describeNoun` makes. */
export type Noun<M extends Members = Members> = ReturnType<typeof describeNoun<M>>;

/** What lists, downloads and the catalogue of objects show of a noun. */
function shownBy({ alias, members }: NounDescription<Members>) {
  const all = Object.entries<Member>(members);
  const names = (of: (member: Member) => unknown) => all.filter(([, m]) => of(m)).map(([n]) => n);
  const placeOf = (name: string, member: Member) =>
    member.sql ?? member.shownAs ?? `${alias}.${columnOf(name, member)}`;
  return {
    /** What lists of it are filtered and sorted by. */
    listFields: Object.fromEntries(
      all
        .filter(([, { listed }]) => listed)
        .map(([name, m]) => [name, listField(placeOf(name, m), m, `${alias}.currency`)]),
    ) as Readonly<Record<string, ListField>>,
    /** SQL of the columns that `search` looks into. */
    search: all.filter(([, { searched }]) => searched).map(([name, m]) => placeOf(name, m)),
    /** The columns of a CSV download. */
    csv: [...names(({ csv }) => csv === true), ...names(({ csv }) => csv === 'last')],
    /** Its fields in the catalogue of objects; operations alone write them. */
    catalogue: Object.fromEntries(
      all
        .filter(([, { label }]) => label !== undefined)
        .map(([name, member]) => [name, catalogueField(member)]),
    ) as Readonly<Record<string, FieldDescription>>,
  };
}

function columnOf(name: string, { column }: Member): string {
  return column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pick(names: readonly string[], of: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
