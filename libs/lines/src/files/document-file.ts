import { invalidFields, type Ctx, type DomainError, type FieldError } from '@quittance/kernel';
import { isStorableText } from '@quittance/lists';
import {
  countryForms,
  tableRows,
  importFileNotReadable,
  jsonLine,
  TOO_MANY_CELLS,
  unguarded,
  type CountryCells,
  type RowFormat,
  type SentRows,
} from '@quittance/mass';
import type { Readable } from 'node:stream';
import { HeldFile } from './held-file.js';
import { documentColumns, rowOf, type ReadCells } from './document-columns.js';
import { REFERENCE, type DocumentShape } from './document-shape.js';

/** A file of documents, and how its country writes numbers and days. */
export type SentDocuments = SentRows & CountryCells;

/** A document of a file: a body as it would be sent, and the lines of the file it stands on. */
export interface FileDocument {
  /** Its number where it comes from; by it a file that is sent again is known. */
  readonly reference: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The line of the file that each of its lines is; in JSON all of it is on one. */
  readonly rows: readonly number[];
  readonly format: RowFormat;
  /** Why it cannot be taken as it stands. */
  readonly error?: DomainError;
  /** Cells that are written in no way that the country has: told with all else that is wrong. */
  readonly faults?: readonly FieldError[];
}

/**
 * As many lines as a document of any kind has, so that what is downloaded is taken back, and no
 * file makes one of more that is held whole; a kind that has fewer says so itself.
 */
const MOST_ROWS = 1000;
/** Deeper than any body of a document is. */
const MOST_NESTING = 8;
/** Deeper than a field takes JSON, of which a cell may be: its own limit is told first. */
const MOST_NESTING_OF_CELLS = 16;
const MOST_REFERENCE = 200;

/**
 * The documents of a file as they arrive. In CSV each row is a line of a document, and rows of one
 * stand together; in JSON Lines each line is a document with its `lines`.
 * @throws DomainError import_file_not_readable, import_columns_invalid
 */
export async function* documentsOfFile(
  ctx: Ctx,
  shape: DocumentShape,
  sent: SentDocuments,
): AsyncGenerator<FileDocument> {
  const { body, format } = sent;
  const isJson = format === 'jsonl';
  const table = { body, format, ...countryForms.asked(sent) };
  const seen = new Set<string>();
  let any = false;
  for await (const document of isJson ? jsonDocuments(body) : csvDocuments(ctx, shape, table)) {
    any = true;
    const { reference, rows } = document;
    const again = seen.has(reference);
    if (reference !== '') seen.add(reference);
    yield again ? { ...document, error: refused(rows, REFERENCE, 'unique', TOGETHER) } : document;
  }
  if (!any && isJson) throw importFileNotReadable({ reason: 'It is empty.' });
}

const TOGETHER = 'stands in the file twice: rows of one document stand together';

/**
 * The file is read twice: of a document that comes again further down nothing may have been
 * written, since what is written is taken for whole when the file is sent again.
 */
async function* csvDocuments(
  ctx: Ctx,
  shape: DocumentShape,
  { body, format, ...country }: SentRows & CountryCells,
): AsyncGenerator<FileDocument> {
  const file = new HeldFile();
  const scattered = await scatteredReferences(
    shape,
    tableRows(ctx, { body: file.kept(body), format }),
  );
  const table = tableRows(ctx, { body: file.again(), format });
  for await (const document of csvTogether(shape, table, country)) {
    const { reference, rows } = document;
    const error = refused(rows, REFERENCE, 'unique', TOGETHER);
    yield scattered.has(reference) ? { ...document, error } : document;
  }
}

/** The documents of which rows stand apart. */
async function scatteredReferences(
  shape: DocumentShape,
  table: ReturnType<typeof tableRows>,
): Promise<ReadonlySet<string>> {
  const scattered = new Set<string>();
  const seen = new Set<string>();
  let at: number | undefined;
  let open = '';
  for await (const { cells } of table) {
    if (at === undefined) {
      documentColumns(shape, cells);
      at = cells.findIndex((cell) => cell.trim() === REFERENCE);
      continue;
    }
    const reference = unguarded(cells[at] ?? '').trim() || open;
    if (reference === open) continue;
    if (seen.has(reference)) scattered.add(reference);
    seen.add(reference);
    open = reference;
  }
  return scattered;
}

async function* csvTogether(
  shape: DocumentShape,
  table: ReturnType<typeof tableRows>,
  country: CountryCells,
): AsyncGenerator<FileDocument> {
  let columns: ReturnType<typeof documentColumns> | undefined;
  let open: OpenDocument | undefined;
  for await (const { line, cells, typed, error } of table) {
    if (!columns) {
      columns = documentColumns(shape, cells);
      continue;
    }
    const read = rowOf(columns, cells, country, typed);
    const { [REFERENCE]: reference = open?.reference ?? '' } = read.row.head;
    if (open && open.reference !== reference) {
      yield open.document();
      open = undefined;
    }
    open ??= new OpenDocument(String(reference));
    open.take(line, read);
    if (error) open.refuse(line, 'format', error.options.errors?.[0]?.message ?? error.message);
    if (cells.length > columns.length) open.refuse(line, 'max', TOO_MANY_CELLS);
  }
  if (!columns) throw importFileNotReadable({ reason: 'It is empty.' });
  if (open) yield open.document();
}

/** A document whose rows are still coming. */
class OpenDocument {
  private readonly head: Record<string, unknown> = {};
  private readonly lines: object[] = [];
  private readonly rows: number[] = [];
  private readonly errors: FieldError[] = [];
  private readonly faults: FieldError[] = [];

  constructor(readonly reference: string) {}

  take(at: number, { row: { head, line }, wrong }: ReadCells): void {
    for (const { pointer, code, message } of wrong) {
      const told = `Line ${at}: ${pointer} ${message}`;
      this.faults.push({ pointer: `/${at}/${pointer}`, code, message: told });
    }
    for (const [name, value] of Object.entries(head)) {
      if (this.head[name] === undefined) this.head[name] = value;
      else if (JSON.stringify(this.head[name]) !== JSON.stringify(value)) {
        const message = `Line ${at}: ${name} is another than on the first row of its document`;
        this.errors.push({ pointer: `/${at}/${name}`, code: 'conflict', message });
      }
    }
    this.rows.push(at);
    if (this.lines.length < MOST_ROWS) this.lines.push(line);
  }

  /** A row of it cannot be taken, and so nothing of it is. */
  refuse(at: number, code: string, message: string): void {
    this.errors.push({ pointer: `/${at}`, code, message: `Line ${at}: ${message}` });
  }

  document(): FileDocument {
    const { reference, rows, lines, errors, faults } = this;
    const { [REFERENCE]: _, ...head } = this.head;
    const [only = {}] = lines;
    const isBare = lines.length === 1 && Object.keys(only).length === 0;
    const body = { ...head, lines: isBare ? [] : lines };
    const made = { reference, rows, body, format: 'csv', faults } as const;
    const wrong = wrongReference(reference, rows);
    if (wrong) return { ...made, error: wrong };
    if (rows.length > MOST_ROWS) {
      return { ...made, error: refused(rows, REFERENCE, 'max', `has more than ${MOST_ROWS} rows`) };
    }
    if (isDeep(body, MOST_NESTING_OF_CELLS)) {
      return { ...made, error: refused(rows, '', 'nesting', 'nests too deep') };
    }
    if (errors.length === 0) return made;
    return { ...made, error: invalidFields([...errors, ...faults].slice(0, 100)) };
  }
}

async function* jsonDocuments(body: Readable): AsyncGenerator<FileDocument> {
  for await (const row of jsonLine.each(body)) {
    const { line } = row;
    if ('error' in row) {
      yield { reference: '', rows: [line], body: {}, format: 'jsonl', error: row.error };
      continue;
    }
    const { values } = row;
    const { [REFERENCE]: said, ...rest } = values;
    const rows = [line];
    const reference = typeof said === 'string' ? said.trim() : '';
    const error = isDeep(rest, MOST_NESTING)
      ? refused(rows, '', 'nesting', 'nests too deep')
      : wrongReference(reference, rows);
    const made = { reference, rows, body: rest, format: 'jsonl' } as const;
    yield error ? { ...made, error } : made;
  }
}

function wrongReference(reference: string, rows: readonly number[]): DomainError | undefined {
  if (reference === '') return refused(rows, REFERENCE, 'required', 'is required');
  if (reference.length > MOST_REFERENCE) {
    const message = `has more than ${MOST_REFERENCE} characters`;
    return refused(rows, REFERENCE, 'max_length', message);
  }
  return isStorableText(reference)
    ? undefined
    : refused(rows, REFERENCE, 'format', 'is text without NUL and lone surrogates');
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((each) => isDeep(each, left - 1));
}

function refused(rows: readonly number[], member: string, code: string, message: string) {
  const [line = 1] = rows;
  const pointer = member === '' ? `/${line}` : `/${line}/${member}`;
  return invalidFields([{ pointer, code, message: `Line ${line}: ${member} ${message}` }]);
}

/**
 * Where in its file stands what a refusal says of a document: `/lines/2/unitPrice` is
 * `/14/line.unitPrice` of the 14th line of a table, and as it is behind the line of a JSON one.
 * Where a column is named otherwise, it is told beside.
 */
export function inFile(
  { rows, format }: FileDocument,
  { pointer, message, ...error }: FieldError,
): FieldError {
  const [first = 1] = rows;
  const found = /^\/lines\/(\d+)(?:\/(.*))?$/.exec(pointer ?? '');
  const column = format === 'jsonl' ? undefined : shareColumnAt(pointer ?? '');
  const told = { ...error, ...(column !== undefined && { parameter: column }) };
  if (format === 'jsonl' || !found) {
    return { ...told, pointer: `/${first}${pointer ?? ''}`, message: `Line ${first}: ${message}` };
  }
  const line = rows[Number(found[1])] ?? first;
  const member = found[2] === undefined ? '' : `/line.${found[2]}`;
  return { ...told, pointer: `/${line}${member}`, message: `Line ${line}: ${message}` };
}

/** The column that a part of a share stands in: `line.discountPercent` of a line's discount. */
function shareColumnAt(pointer: string): string | undefined {
  const share = /^\/(lines\/\d+\/)?(\w+)\/(percent|amount|recurring)$/.exec(pointer);
  if (!share) return undefined;
  const [, ofLine, member = '', part = ''] = share;
  const column = member + part.charAt(0).toUpperCase() + part.slice(1);
  return ofLine === undefined ? column : `line.${column}`;
}
