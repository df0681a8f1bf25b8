import type { FieldError } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import { type Field, fieldTypes } from '@quittance/fields';

/** A column of an import: a field, or one member of an address. */
export interface ImportColumn {
  readonly field: Field;
  /** `city` of `billingAddress.city`. */
  readonly part: string | null;
}

/** The columns of a header, or everything that is wrong with it. */
export interface ReadHeader {
  readonly columns: readonly ImportColumn[];
  readonly errors: readonly FieldError[];
}

/** Reads the header of a CSV file: names of fields, each once. `id` names records to be changed. */
export function readHeader(object: RecordObject, names: readonly string[]): ReadHeader {
  const errors: FieldError[] = [];
  const columns: ImportColumn[] = [];
  const seen = new Set<string>();
  for (const [i, given] of names.entries()) {
    const name = given.trim();
    const fail = (code: string, message: string) =>
      errors.push({ parameter: name.slice(0, 100) || `column ${i + 1}`, code, message });
    const column = columnOf(object, name);
    if (!column) fail('unknown_field', `is not a field of ${object.name}`);
    else if (seen.has(name)) fail('duplicate', 'must stand in the header once');
    else if (isSetBySystem(column.field)) fail('read_only', 'is set by the system');
    else columns.push(column);
    seen.add(name);
  }
  return { columns, errors };
}

function columnOf({ fields }: RecordObject, name: string): ImportColumn | undefined {
  const field = fields.get(name);
  if (field) return { field, part: null };
  const dot = name.indexOf('.');
  const whole = fields.get(name.slice(0, Math.max(dot, 0)));
  if (whole?.settings.shape !== 'address') return undefined;
  return { field: whole, part: name.slice(dot + 1) };
}

function isSetBySystem({ name, readOnly, type }: Field): boolean {
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

/** What the cells of a row say, by member; an empty cell says nothing. */
export function rowValues(
  columns: readonly ImportColumn[],
  cells: readonly string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i += 1) {
    const cell = cells[i];
    if (cell === undefined || cell === '') continue;
    const { field, part } = columns[i] as ImportColumn;
    const text = unguarded(cell);
    if (part === null) values[field.name] = cellValue(field, text);
    else values[field.name] = { ...(values[field.name] as object | undefined), [part]: text };
  }
  return values;
}

const APOSTROPHE = 0x27;
const TRUE = /^(true|yes|1)$/i;
const FALSE = /^(false|no|0)$/i;

/**
 * The text of a cell as the JSON that a body would have; what does not fit stays text and is
 * refused.
 */
export function cellValue({ type }: Pick<Field, 'type'>, text: string): unknown {
  switch (type) {
    case 'boolean':
      return TRUE.test(text.trim()) ? true : FALSE.test(text.trim()) ? false : text;
    case 'multi_select':
    case 'file':
      return text.trimStart().startsWith('[') ? parsed(text) : separated(text);
    case 'json':
      return parsed(text);
    case 'text':
    case 'textarea':
    case 'rich_text':
      return text;
    default:
      return text.trim();
  }
}

function separated(text: string): string[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
