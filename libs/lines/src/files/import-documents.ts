import { sql, type Database, type Sql, type Tx } from '@quittance/database';
import {
  bulkCtx,
  DomainError,
  invalidField,
  invalidFields,
  isUuid,
  newId,
  type Ctx,
  type FieldError,
} from '@quittance/kernel';
import {
  FileSteps,
  ImportTally,
  recordProblem,
  type ImportResult,
  type ImportSummary,
  type RowFormat,
} from '@quittance/mass';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { trimDecimal } from '@quittance/money';
import type { Taxes, TaxQuotes } from '@quittance/tax';
import type { Readable } from 'node:stream';
import { documentsOfFile, inFile, type FileDocument } from './document-file.js';
import { ID, REFERENCE, TOTAL, type DocumentShape } from './document-shape.js';
import { refusedMembers } from './kept-members.js';
import { withIds } from './named-records.js';

/** A file of documents. */
export interface DocumentImport<Draft> {
  readonly body: Readable;
  readonly format: RowFormat;
  /** How its country writes numbers and days; as everywhere else without. */
  readonly decimal?: 'comma' | 'point';
  readonly dates?: 'dmy' | 'mdy' | 'ymd';
  /** Writes every document and undoes it. */
  readonly dryRun?: boolean;
  /**
   * A document of the file as the body of a request, checked as one.
   * @throws DomainError malformed_request, validation_failed
   */
  readonly read: (body: object) => Promise<Draft>;
}

/** A document that was written. */
interface Made {
  readonly id: string;
  /** What it comes to, as decimal text. */
  readonly total: string;
  /** The tax in it. */
  readonly taxTotal?: string;
}

/** How documents of a kind are taken over. */
export interface ImportKind<Draft> {
  readonly shape: DocumentShape;
  /** The kind of document as the company has shaped it. */
  readonly object: CompanyObject;
  /**
   * The id of the document of a company ($1) with an external reference ($2), or with an id ($3):
   * of that first.
   */
  readonly known: Sql;
  /** As far as the actor may see it. @throws DomainError not_found */
  see(tx: Tx, id: string): Promise<unknown>;
  /** Writes one. What of its body the import itself takes is `own`. */
  make(
    tx: Tx,
    taxes: Taxes,
    draft: Draft,
    said: { readonly reference: string; readonly own: Readonly<Record<string, unknown>> },
  ): Promise<Made>;
}

interface ImportTools {
  readonly db: Database;
  readonly taxes: TaxQuotes;
}

/** Carries what a dry run found out of the transaction that it must not leave. */
class Undone extends Error {
  constructor(readonly result: ImportResult) {
    super('A dry run is undone');
  }
}

/**
 * Lets one import of a company write at a time, so that what is known by its reference stays so.
 */
const LOCK_IMPORT = sql(
  `select pg_advisory_xact_lock(hashtextextended('lines.import ' || $1::text, 0))`,
);

/**
 * Takes over documents of another system, or of another company, each with its lines in a
 * transaction of its own: all of it, or nothing and why. One that was imported before, or that is
 * of this company, is left as it is, so that an import that was cut off is simply repeated and a
 * download that comes back doubles nothing.
 * @throws DomainError import_file_not_readable, import_columns_invalid, partly_saved
 */
export async function importDocuments<Draft>(
  ctx: Ctx,
  tools: ImportTools,
  kind: ImportKind<Draft>,
  input: DocumentImport<Draft>,
): Promise<ImportSummary> {
  const { dryRun = false } = input;
  const tally = new ImportTally(dryRun);
  const bulk = bulkCtx(ctx);
  const steps = (await ctx.steps?.kept()) ?? [];
  const before = new Set(steps.map(({ at }) => at));
  let [saved, at] = [0, 0];
  const work = async () => {
    for await (const document of tally.read(documentsOfFile(ctx, kind.shape, input))) {
      if (dryRun) bulk.demandAwaited?.();
      bulk.work?.renew(document.rows.length);
      at += 1;
      const place = { at, isOfThis: before.has(at) };
      const result = await imported(bulk, tools, kind, { ...input, ...place }, document);
      tally.add([result]);
      if (!dryRun && result.status === 'created') saved += 1;
    }
    return tools.db.write(ctx, async () => tally.summary());
  };
  return FileSteps.part(work, () => {
    if (saved === 0) return undefined;
    const done = `Of the documents of the file ${saved} were saved.`;
    return { done, next: 'Send it again: those are left as they are.' };
  });
}

/** Where a document stands in its file. */
interface Place {
  readonly at: number;
  /** Whether the same request has written it, before it broke off. */
  readonly isOfThis: boolean;
}

async function imported<Draft>(
  ctx: Ctx,
  { taxes: quotes }: ImportTools,
  kind: ImportKind<Draft>,
  { dryRun = false, read, at, isOfThis }: DocumentImport<Draft> & Place,
  document: FileDocument,
): Promise<ImportResult> {
  const [line = 1] = document.rows;
  if (document.error) return failed(line, document.error);
  const refused = refusedMembers(ctx, kind.shape, kind.object, document);
  if (refused) return failed(line, toldInFile(document, refused));
  const work = async (tx: Tx, taxes: Taxes): Promise<ImportResult> => {
    const { companyId } = tx.ctx;
    await tx.run(LOCK_IMPORT, [companyId]);
    const { id: said } = document.body;
    const id = isUuid(said) ? said : newId();
    const asked = [companyId, document.reference, id];
    const known = await tx.maybe<{ id: RecordId }>(kind.known, asked);
    if (known) {
      await requireTheirs(tx, kind, known.id);
      return { line, status: isOfThis ? 'created' : 'unchanged', id: known.id };
    }
    const made = await madeOf(tx, taxes, kind, document, read);
    if (dryRun) throw new Undone({ line, status: 'created' });
    await tx.ctx.steps?.keep(tx, { at, told: null });
    return { line, status: 'created', id: made.id as RecordId };
  };
  try {
    return await quotes.write(ctx, work, { answers: false });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    if (!isRefusal(error)) throw error;
    return failed(line, toldInFile(document, error));
  }
}

/** A cell that cannot be read is told once, whatever else its text would be. */
function toldInFile(document: FileDocument, error: DomainError): DomainError {
  const { faults = [] } = document;
  const unread = new Set(faults.map(({ pointer }) => pointer));
  const others = error.options.errors
    ?.map((each) => inFile(document, each))
    .filter(({ pointer }) => !unread.has(pointer));
  const errors = others || faults.length > 0 ? [...faults, ...(others ?? [])] : undefined;
  return new DomainError(error.problem, error.params, {
    ...error.options,
    ...(errors && { errors }),
  });
}

function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.problem.status < 500;
}

/**
 * What it names that is not there is told with whatever else its body has that no body may.
 * @throws DomainError validation_failed, and those of writing a draft
 */
async function madeOf<Draft>(
  tx: Tx,
  taxes: Taxes,
  kind: ImportKind<Draft>,
  { body: said, reference, faults = [] }: FileDocument,
  read: DocumentImport<Draft>['read'],
): Promise<Made> {
  const { [ID]: _, [TOTAL]: total, ...rest } = said;
  const named = await withIds(tx, kind.shape, kind.object, rest);
  const { own, body } = apart(kind.shape, named.body);
  const bound = boundIn(kind.shape, body);
  const errors = [...named.errors, ...bound];
  const draft = await read(body).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    throw invalidFields([...errors, ...(error.options.errors ?? [])]);
  });
  if (errors.length + faults.length > 0) throw invalidFields(errors);
  const made = await kind.make(tx, taxes, draft, { reference, own });
  refuseOtherTotal(total, made);
  return made;
}

/** What a document is made of or belongs to is said by operations alone. */
function boundIn({ bound = [] }: DocumentShape, body: object): readonly FieldError[] {
  return bound
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => ({ pointer: `/${name}`, code: 'not_taken', message: NO_FILE_SAYS }));
}

const NO_FILE_SAYS = 'is nothing that a file says';

const PLAIN = /^-?\d{1,15}(\.\d{1,6})?$/;

/**
 * What a document comes to is worked out here, as of every other; where the file says it too, both
 * must be the same.
 * @throws DomainError validation_failed
 */
function refuseOtherTotal(said: unknown, { total, taxTotal }: Made): void {
  if (said === undefined || said === null) return;
  const text = String(said as string);
  if (!PLAIN.test(text)) throw invalidField(`/${TOTAL}`, 'format', 'must be a plain decimal');
  if (trimDecimal(text) === trimDecimal(total)) return;
  const tax = taxTotal === undefined ? '' : `, with ${taxTotal} of tax by the taxes of here`;
  const message =
    `comes to ${total} here${tax}: say taxRate or taxCode of the lines where tax is the cause, ` +
    'or leave the column out to take it so';
  throw invalidField(`/${TOTAL}`, 'conflict', message);
}

/**
 * Whose document has the reference is told to nobody who may not see it, only that it is taken.
 * @throws DomainError validation_failed
 */
async function requireTheirs(
  tx: Tx,
  { see }: Pick<ImportKind<never>, 'see'>,
  id: RecordId,
): Promise<void> {
  try {
    await see(tx, id);
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.code !== 'not_found') throw error;
    throw invalidField(`/${REFERENCE}`, 'unique', 'is that of another document');
  }
}

/** What the import takes of a document, and what its kind does. */
function apart({ own: names }: DocumentShape, body: Readonly<Record<string, unknown>>) {
  const isOwn = ([name]: readonly [string, unknown]) => names.includes(name);
  const members = Object.entries(body);
  return {
    own: Object.fromEntries(members.filter(isOwn)),
    body: Object.fromEntries(members.filter((each) => !isOwn(each))),
  };
}

function failed(line: number, error: DomainError): ImportResult {
  return { line, status: 'failed', problem: recordProblem(error) };
}
