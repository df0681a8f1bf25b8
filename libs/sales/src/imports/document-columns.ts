import type { FieldError } from '@quittance/kernel';
import { cellValue, importColumnsInvalid, unguarded } from '@quittance/mass';
import { membersFor, type Members } from '@quittance/nouns';

/*
 * What columns of a file say of a document and its lines: pure. A column `line.quantity` is about
 * the line that its row is, the others are about the document.
 */

/** A noun, or its members. */
interface Described {
  readonly members: Members;
}

/** What the files of a kind of document may say. */
export interface DocumentShape {
  /** As refusals name it. */
  readonly name: string;
  readonly head: Described;
  readonly line: Described;
  /** Members of the head that are a percentage or an amount: `discountPercent`, `discountAmount`. */
  readonly shares: readonly string[];
  /** Columns of the head that the import itself takes. */
  readonly own: readonly string[];
  /** Kinds of the company's custom fields, by their names. */
  readonly custom: ReadonlyMap<string, Parameters<typeof cellValue>[0]>;
}

/** By which a row says of which document it is. */
export const REFERENCE = 'reference';
/** What a line names its product by instead of its id. */
export const SKU = 'sku';

type Said = Record<string, unknown>;

/** What a row of cells says: of the document, and of the line that it is. */
export interface CellRow {
  readonly head: Said;
  readonly line: Said;
}

type Column = (cell: string, row: CellRow) => void;

/** Reads nothing: what a download shows, and no import takes. */
const IGNORED: Column = () => undefined;

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
    return column ?? IGNORED;
  });
  if (!seen.has(REFERENCE)) {
    errors.push({ parameter: REFERENCE, code: 'required', message: 'is a column of every import' });
  }
  if (errors.length > 0) throw importColumnsInvalid({}, { errors: errors.slice(0, 100) });
  return columns;
}

function columnOf({ head, line, shares, own, custom }: DocumentShape, name: string) {
  const field = custom.get(name);
  if (field) return said('head', name, (cell) => cellValue(field, cell));
  if (name === REFERENCE || own.includes(name)) return said('head', name, (cell) => cell.trim());
  if (name === `line.${SKU}`) return said('line', SKU, (cell) => cell.trim());
  const isOfLine = name.startsWith('line.');
  const [noun, part] = isOfLine ? ([line, 'line'] as const) : ([head, 'head'] as const);
  const member = isOfLine ? name.slice('line.'.length) : name;
  const share = shareColumn(part, isOfLine ? ['discount'] : shares, member);
  if (share) return share;
  const written = membersFor(noun, 'create').find(([each]) => each === member);
  if (written) {
    const kind = written[1].field;
    return kind.type === 'json' ? undefined : said(part, member, (cell) => bodyValue(kind, cell));
  }
  return Object.hasOwn(noun.members, member) ? IGNORED : undefined;
}

function said(part: keyof CellRow, name: string, read: (cell: string) => unknown): Column {
  return (cell, row) => {
    if (cell.trim() !== '') row[part][name] = read(cell);
  };
}

/** `discountPercent` and `discountAmount` of `discount`. */
function shareColumn(part: keyof CellRow, shares: readonly string[], name: string) {
  for (const member of shares) {
    if (name === `${member}Percent`) return shared(part, member, 'percent');
    if (name === `${member}Amount`) return shared(part, member, 'amount');
  }
  return undefined;
}

function shared(part: keyof CellRow, member: string, kind: 'percent' | 'amount'): Column {
  return (cell, row) => {
    if (cell.trim() === '') return;
    row[part][member] = { ...(row[part][member] as object | undefined), [kind]: cell.trim() };
  };
}

/** A cell as a body would have it; whole numbers are numbers there. */
function bodyValue(kind: Parameters<typeof cellValue>[0], cell: string): unknown {
  const value = cellValue(kind, cell);
  const isWhole =
    kind.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value);
  return isWhole ? Number(value) : value;
}

/** What a row of cells says. */
export function rowOf(columns: readonly Column[], cells: readonly string[]): CellRow {
  const row: CellRow = { head: {}, line: {} };
  cells.forEach((cell, i) => columns[i]?.(unguarded(cell), row));
  return row;
}
