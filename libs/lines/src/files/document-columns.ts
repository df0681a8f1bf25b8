import type { Field } from '@quittance/fields';
import type { FieldError } from '@quittance/kernel';
import {
  cellValue,
  countryForms,
  importColumnsInvalid,
  namedTargets,
  unguarded,
  type CountryCells,
} from '@quittance/mass';
import {
  sentMembers,
  ID,
  OWN,
  REFERENCE,
  sharePart,
  SKU,
  TOTAL,
  type DocumentShape,
} from './document-shape.js';

/*
 * What columns of a file say of a document and its lines: pure. A column `line.quantity` is about
 * the line that its row is, the others are about the document.
 */

type Said = Record<string, unknown>;
type Kind = Pick<Field, 'type'> & Partial<Field>;

/** What a row of cells says: of the document, and of the line that it is. */
export interface CellRow {
  readonly head: Said;
  readonly line: Said;
}

/** A column, by its name. */
interface Column {
  readonly name: string;
  /** What its cells are, where a country may write them its own way. */
  readonly kind?: Kind;
  take(cell: string, row: CellRow): void;
}

type Part = keyof CellRow;

const NUMBER: Kind = { type: 'number' };
const nothing = () => undefined;

/**
 * How the columns of a header are read.
 * @throws DomainError import_columns_invalid
 */
export function documentColumns(
  shape: DocumentShape,
  header: readonly string[],
): readonly Column[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const columns = header.map((given, i): Column => {
    const name = given.trim();
    const fail = (code: string, message: string) =>
      errors.push({ parameter: name.slice(0, 100) || `column ${i + 1}`, code, message });
    if (seen.has(name)) fail('duplicate', 'must stand in the header once');
    seen.add(name);
    const column = columnOf(shape, name);
    if (!column) fail('unknown_field', `is no column of ${shape.name}`);
    return column ?? { name, take: nothing };
  });
  if (!seen.has(REFERENCE)) {
    errors.push({ parameter: REFERENCE, code: 'required', message: 'is a column of every import' });
  }
  if (errors.length > 0) throw importColumnsInvalid({}, { errors: errors.slice(0, 100) });
  return columns;
}

function columnOf(shape: DocumentShape, name: string): Column | undefined {
  const { head, line, shares, own, custom, lists = [] } = shape;
  const field = custom.get(name);
  if (field) return said('head', name, field, (cell) => cellValue(field, cell));
  if (name === TOTAL) return said('head', name, NUMBER);
  if (OWN.includes(name) || own.includes(name)) return said('head', name);
  if (name === `line.${SKU}`) return said('line', SKU);
  const isOfLine = name.startsWith('line.');
  const member = isOfLine ? name.slice('line.'.length) : name;
  const part = isOfLine ? 'line' : 'head';
  if (isOfLine && lists.includes(member)) return said(part, member, undefined, jsonOf);
  const share = sharePart(isOfLine ? ['discount'] : shares, member);
  if (share) return shareColumn(part, share);
  const noun = isOfLine ? line : head;
  const kind = sentMembers(noun, shape).get(member)?.field;
  if (kind?.type === 'json') return said(part, member, undefined, jsonOf);
  if (kind) return said(part, member, kind, (cell) => bodyValue(kind, cell));
  if (!isOfLine && member.includes('.')) return namedColumn(shape, member);
  return Object.hasOwn(noun.members, member) ? { name, take: nothing } : undefined;
}

/** What the document points at, by a member of it: `account.name` of `accountId`. */
function namedColumn(shape: DocumentShape, name: string): Column | undefined {
  const dot = name.indexOf('.');
  const [pointer, by] = [`${name.slice(0, dot)}Id`, name.slice(dot + 1)];
  const target = sentMembers(shape.head, shape).get(pointer)?.field.settings.target;
  if (target === undefined || by === '') return undefined;
  const take: Column['take'] = (cell, { head }) => {
    // What stands first says more: a key before a name.
    if (cell.trim() !== '') head[pointer] ??= namedTargets.of(by, cell.trim());
  };
  return { name, take };
}

function said(
  part: Part,
  name: string,
  kind?: Kind,
  read: (cell: string) => unknown = (cell) => cell.trim(),
): Column {
  return {
    name: part === 'line' ? `line.${name}` : name,
    ...(kind && { kind }),
    take: (cell, row) => {
      if (cell.trim() !== '') row[part][name] = read(cell);
    },
  };
}

/** `discountPercent` and `discountAmount` of `discount`. */
function shareColumn(
  of: Part,
  { member, part }: NonNullable<ReturnType<typeof sharePart>>,
): Column {
  const column = part === 'recurring' ? said(of, member) : said(of, member, NUMBER);
  return {
    ...column,
    take: (cell, row) => {
      if (cell.trim() === '') return;
      const value = part === 'recurring' ? bodyValue({ type: 'boolean' }, cell) : cell.trim();
      row[of][member] = { ...(row[of][member] as object | undefined), [part]: value };
    },
  };
}

/** What is no JSON stays text, and is refused by the body. */
function jsonOf(cell: string): unknown {
  return cellValue({ type: 'json' }, cell);
}

/** A cell as a body would have it; whole numbers are numbers there. */
function bodyValue(kind: Kind, cell: string): unknown {
  const value = cellValue(kind, cell);
  const isWhole =
    kind.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value);
  return isWhole ? Number(value) : value;
}

/** A row of cells, and what of it is written in no way that the country has. */
export interface ReadCells {
  readonly row: CellRow;
  readonly wrong: readonly Required<Pick<FieldError, 'pointer' | 'code' | 'message'>>[];
}

/** What a row of cells says. */
export function rowOf(
  columns: readonly Column[],
  cells: readonly string[],
  country: CountryCells = {},
  typed?: ReadonlySet<number>,
): ReadCells {
  const kinds = columns.map(({ kind }) => kind && { field: kind as Field, part: null });
  const known = kinds.map((kind) => kind ?? null);
  const read = countryForms.cells(known, cells.map(unguarded), country, typed);
  const row: CellRow = { head: {}, line: {} };
  read.cells.forEach((cell, i) => columns[i]?.take(cell, row));
  const wrong = read.unread.map(({ column, fault }) => {
    return { pointer: columns[column]?.name ?? ID, ...fault };
  });
  return { row, wrong };
}
