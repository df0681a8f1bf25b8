import { fieldTypes, type Field } from '@quittance/fields';
import type { ListField, ListFieldType } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import type { Member } from '@quittance/nouns';
import { sentMembers, ID, REFERENCE, SKU, TOTAL, type DocumentShape } from './document-shape.js';

/*
 * Documents with their lines as a file that is taken back: a row for each line, and what is said of
 * the document on the first of them; in JSON Lines a document with its `lines`.
 */

/** A document as lists answer it, with the names of what it points at. */
type Item = Readonly<Record<string, unknown>>;

/** The lines of documents as bodies have them, by the id of the document. */
type LinesOf = (tx: Tx, items: readonly Item[]) => Promise<ReadonlyMap<string, readonly Item[]>>;

/** How documents of a kind become a file. */
export interface DocumentFile {
  /** What is asked of records that a document points at: `account.name`. */
  readonly names: readonly string[];
  readonly columns: readonly string[];
  /** Columns that are numbers and days, and that no list is filtered by. */
  readonly fields: Readonly<Record<string, ListField>>;
  rows(tx: Tx, items: readonly Item[], isTable: boolean): Promise<readonly object[]>;
}

/** Whoever takes a document over is its owner: whose it was elsewhere is not said. */
const UNSAID: ReadonlySet<string> = new Set(['user']);
/** By a key, where there is one; everything has a name. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  account: ['externalKey', 'name'],
  contact: ['email', 'name'],
};
const BY_NAME = ['name'] as const;

/** A column of a file, and what a document or a line has in it. */
interface Column {
  readonly name: string;
  readonly type?: ListFieldType | undefined;
  of(item: Item): unknown;
}

/** How the documents of a kind are written into a file. */
export function documentFile(shape: DocumentShape, linesOf: LinesOf): DocumentFile {
  const head = headColumns(shape);
  const line = lineColumns(shape);
  const names = head.flatMap(({ name }) => (name.includes('.') ? [name] : []));
  const typed = [...head, ...line].flatMap(({ name, type }) => (type ? [[name, type]] : []));
  return {
    names,
    columns: [ID, REFERENCE, ...head, TOTAL, ...line].map((each) =>
      typeof each === 'string' ? each : each.name,
    ),
    fields: Object.fromEntries(
      typed.map(([name, type]) => [name, { sql: 'null', type, refusal: OF_FILE } as ListField]),
    ),
    rows: async (tx, items, isTable) => {
      const lines = await linesOf(tx, items);
      return items.map(withoutAddresses(tx, names)).flatMap((item) => {
        const own = lines.get(String(item.id)) ?? [];
        return isTable ? tableRows(head, line, item, own) : [document(head, item, own)];
      });
    },
  };
}

/** Addresses of people leave the house with those alone who may change contacts. */
function withoutAddresses({ ctx }: Tx, names: readonly string[]): (item: Item) => Item {
  if (ctx.permissions.can('contacts', 'update')) return (item) => item;
  const kept = names.filter((name) => name.endsWith('.email')).map((name) => [name, null]);
  return (item) => ({ ...item, ...Object.fromEntries(kept) });
}

const OF_FILE = { code: 'not_filterable', message: 'is a column of the file alone' } as const;

function tableRows(
  head: readonly Column[],
  line: readonly Column[],
  item: Item,
  lines: readonly Item[],
): readonly object[] {
  const known = { [ID]: item.id, [REFERENCE]: referenceOf(item) };
  const said = { ...known, ...cells(head, item), [TOTAL]: item.total };
  const rows = lines.map((each) => ({ ...known, ...cells(line, each) }));
  return [{ ...said, ...rows[0] }, ...rows.slice(1)];
}

function cells(columns: readonly Column[], item: Item): Item {
  return Object.fromEntries(columns.map(({ name, of }) => [name, of(item)]));
}

function document(head: readonly Column[], item: Item, lines: readonly Item[]): object {
  const said = head.filter(({ name }) => name.includes('.') || Object.hasOwn(item, name));
  const shares = Object.entries(item).filter(([name]) => isShareOf(head, name));
  return {
    [ID]: item.id,
    [REFERENCE]: referenceOf(item),
    ...present([...Object.entries(cells(said, item)), ...shares]),
    [TOTAL]: item.total,
    lines: lines.map((each) => present(Object.entries(each))),
  };
}

/** A share is one member in JSON, and columns of its parts in a table. */
function isShareOf(head: readonly Column[], name: string): boolean {
  return head.some((column) => column.name === `${name}Percent`);
}

function present(members: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(members.filter(([, value]) => value !== null && value !== undefined));
}

/** Its number, where it comes from; revisions of a quote share theirs. */
function referenceOf({ externalReference, number, revision }: Item): string {
  if (typeof externalReference === 'string') return externalReference;
  return Number(revision ?? 1) > 1 ? `${String(number)}/${String(revision)}` : String(number);
}

function headColumns(shape: DocumentShape): readonly Column[] {
  const members = [...sentMembers(shape.head, shape)];
  const custom = [...shape.custom.values()].filter(isCarried);
  return [
    ...members.flatMap(([name, member]) => columnsOf(name, member, shape.shares)),
    ...custom.map(({ name, type }) => plain(name, name, typeOf(type))),
  ];
}

function lineColumns(shape: DocumentShape): readonly Column[] {
  const members = [...sentMembers(shape.line)].filter(([name]) => name !== 'productId');
  return [
    plain(`line.${SKU}`, SKU),
    ...members.flatMap(([name, member]) =>
      columnsOf(name, member, ['discount']).map((each) => ({ ...each, name: `line.${each.name}` })),
    ),
    ...(shape.lists ?? []).map((name) => plain(`line.${name}`, name)),
  ];
}

/** What a company's own field says of another record, or works out, is not carried. */
function isCarried({ type, readOnly }: Field): boolean {
  if (readOnly || type === 'file') return false;
  return !fieldTypes.computed.has(type) && !fieldTypes.pointing.has(type);
}

function columnsOf(name: string, { field }: Member, shares: readonly string[]): readonly Column[] {
  if (shares.includes(name)) {
    return [
      share(`${name}Percent`, name, 'percent'),
      share(`${name}Amount`, name, 'amount'),
      ...(name === 'discount' ? [share(`${name}Recurring`, name, 'recurring')] : []),
    ];
  }
  if (field.type !== 'lookup') return [plain(name, name, typeOf(field.type))];
  const { target } = field.settings;
  if (target === undefined || UNSAID.has(target)) return [];
  const stem = name.replace(/Id$/, '');
  return (NAMED_BY[target] ?? BY_NAME).map((by) => plain(`${stem}.${by}`, `${stem}.${by}`));
}

function share(name: string, member: string, part: string): Column {
  const of = (item: Item) => (item[member] as Item | null | undefined)?.[part];
  return { name, type: part === 'recurring' ? undefined : 'decimal', of };
}

function plain(name: string, member: string, type?: ListFieldType): Column {
  return { name, type, of: (item) => item[member] };
}

function typeOf(type: Field['type']): ListFieldType | undefined {
  if (type === 'number' || type === 'currency' || type === 'percent') return 'decimal';
  return type === 'date' ? 'date' : undefined;
}
