import type { RecordReach } from '@quittance/access';
import { rowSetOf } from '@quittance/database';
import type { FieldDescription } from '@quittance/fields';
import type { ListField } from '@quittance/lists';
import { catalogueField } from './catalogue-field.js';
import { listField } from './list-field.js';
import type { Member } from './member.js';
import type {
  CopyOf,
  DraftOf,
  EmptyOf,
  HeadName,
  Members,
  NameOf,
  PrintedColumn,
  PrintedOf,
  RowOf,
  SaidOf,
} from './member-types.js';
import { columnOf, columnType, hasColumn, memberSql } from './member-place.js';

/** A noun with a table of its own, said once. */
export interface NounDescription<M extends Members = Members> {
  /** `tax-code`, in events, the log and the document. */
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  /** Where its records are served: `/tax/codes`. */
  readonly path: string;
  /** With its schema: `receivables.invoice`. Its first column is `company_id`. */
  readonly table: string;
  /** The name of its rows in the SQL of lists: `i`. */
  readonly alias: string;
  /** For example `-createdAt`. */
  readonly defaultSort: string;
  /** Whose its records are, where a role may reach less than all of them. */
  readonly reach?: RecordReach;
  /** Every column but that of the company, in the order of the answer. */
  readonly members: M;
}

/**
 * Makes of a description what reads, writes, lists and documents the noun. What it does, its states
 * and its prices are written by hand.
 * @throws Error when the description contradicts itself: a programming error, found at start-up
 */
export function describeNoun<
  const M extends Members,
  const R extends RecordReach | undefined = undefined,
>(description: NounDescription<M> & { readonly reach?: R }) {
  const { table, members } = description;
  checkDescription(description);
  const all = Object.entries<Member>(members);
  const stored = all.filter(([, member]) => hasColumn(member));
  const names = (of: (member: Member) => unknown) => all.filter(([, m]) => of(m)).map(([n]) => n);
  const rows = rowSetOf<RowOf<M>>(
    table,
    stored.map(([property, member]) => ({
      property,
      name: columnOf(property, member),
      type: columnType(member),
    })),
  );
  const changing = stored.filter(([name, { once }]) => name !== 'id' && !once);
  // Every column has its place in it: a copy that grew member by member would take twice as long.
  const nullable = new Set(names((m) => m.nullable));
  const empty = pick(names(hasColumn), (name) =>
    nullable.has(name) ? null : undefined,
  ) as EmptyOf<M>;
  const said = names(({ nullable, given }) => nullable && given === 'optional');
  return {
    ...description,
    reach: description.reach as R,
    ...({} as { /** In types alone: what a new record is made of. */ readonly takes?: DraftOf<M> }),
    rows,
    /**
     * Writes all that may change of a row that is there. The statement is sent before it returns.
     */
    store: rows.storing(changing.map(([name]) => name) as never),
    /** The columns of an answer, in its order. */
    head: names(
      (m) => hasColumn(m) && m.given !== 'hidden',
    ) as readonly string[] as readonly HeadName<M>[],
    /**
     * What a new row begins with, ahead of all that is said of it: null in each member that may be
     * empty, and a place for every other.
     */
    empty,
    /** What a draft says of members that may be empty. */
    said: (draft: Partial<DraftOf<M>>): SaidOf<M> =>
      pick(said, (name) => draft[name as keyof typeof draft] ?? null) as SaidOf<M>,
    /** What a copy takes over. */
    copied: copiedOf(description),
    /** What is printed of it. */
    printed: printedOf(description),
    /**
     * What may change as long as it is not closed; what is not among it, before it is sent only.
     */
    changesAlways: names(
      ({ changes }) => changes === 'always',
    ) as readonly string[] as readonly NameOf<M, { readonly changes: 'always' }>[],
    ...shownBy(description),
  };
}

/** What a copy takes over of a row, or of the members that rows of several tables share. */
export function copiedOf<M extends Members>({ members }: { readonly members: M }) {
  const copied = Object.entries<Member>(members).flatMap(([name, m]) => (m.copied ? [name] : []));
  return (row: Readonly<CopyOf<M>>): CopyOf<M> =>
    pick(copied, (name) => row[name as keyof CopyOf<M>]) as CopyOf<M>;
}

/** What is printed of a row, or of the members that rows of several tables have in common. */
export function printedOf<M extends Members>({ members }: { readonly members: M }) {
  const printed = Object.entries<Member>(members).filter(([, member]) => member.printed);
  return (row: Pick<RowOf<M>, PrintedColumn<M>>): PrintedOf<M> =>
    Object.fromEntries(
      printed.map(([name, { printed: other }]) => [
        other === true ? name : other,
        row[name as PrintedColumn<M>],
      ]),
    ) as PrintedOf<M>;
}

/** What lists, downloads and the catalogue of objects show of a noun. */
function shownBy(description: NounDescription) {
  const all = Object.entries<Member>(description.members);
  const names = (of: (member: Member) => unknown) => all.filter(([, m]) => of(m)).map(([n]) => n);
  const csv = [...names((m) => m.csv === true), ...names((m) => m.csv === 'last')];
  return {
    /** What lists of it are filtered and sorted by. */
    listFields: Object.fromEntries(
      all.flatMap(([name, member]): [string, ListField][] => {
        const found = listField(description, name, member);
        return found ? [[name, found]] : [];
      }),
    ) as Readonly<Record<string, ListField>>,
    /** SQL of the columns that `search` looks into. */
    search: all
      .filter(([, { field, searchedUnsaid }]) => field.searched || searchedUnsaid)
      .map(([name, member]) => memberSql(description, name, member)),
    /** The columns of a CSV download; undefined for those of the list. */
    csv: csv.length > 0 ? csv : undefined,
    /** Its fields in the catalogue of objects; operations alone write them. */
    catalogue: Object.fromEntries(
      all
        .filter(([, { catalogued }]) => catalogued)
        .map(([name, { field }]) => [name, catalogueField(field)]),
    ) as Readonly<Record<string, FieldDescription>>,
  };
}

function checkDescription({ name: noun, defaultSort, members }: NounDescription): void {
  for (const by of defaultSort.split(',').map((part) => part.replace(/^-/, ''))) {
    if (!(by in members)) throw new Error(`${noun} is sorted by ${by}, which it does not have`);
  }
  for (const [name, { field }] of Object.entries(members)) {
    const { currencyField } = field.settings;
    if (currencyField === undefined || currencyField in members) continue;
    throw new Error(`${noun}.${name} is an amount without a currency`);
  }
}

function pick(names: readonly string[], of: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
