import { sql, type Database, type Tx } from '@quittance/database';
import { bulkCtx, DomainError, invalidField, type Ctx } from '@quittance/kernel';
import {
  ImportTally,
  recordProblem,
  type ImportResult,
  type ImportSummary,
  type RowFormat,
} from '@quittance/mass';
import type { RecordId } from '@quittance/metadata';
import type { Taxes, TaxQuotes } from '@quittance/tax';
import type { Readable } from 'node:stream';
import { REFERENCE, type DocumentShape } from './document-columns.js';
import { documentsOfFile, inFile, type FileDocument } from './document-file.js';
import { withIds } from './named-records.js';

/** A file of documents. */
export interface DocumentImport<Draft> {
  readonly body: Readable;
  readonly format: RowFormat;
  /** Writes every document and undoes it. */
  readonly dryRun?: boolean;
  /**
   * A document of the file as the body of a request, checked as one.
   * @throws DomainError malformed_request, validation_failed
   */
  readonly read: (body: object) => Promise<Draft>;
}

/** How documents of a kind are taken over. */
export interface ImportKind<Draft> {
  readonly shape: DocumentShape;
  /** The table whose `external_reference` they are known by. */
  readonly table: 'sales.quote' | 'sales.sales_order';
  /** As far as the actor may see it. @throws DomainError not_found */
  see(tx: Tx, id: string): Promise<unknown>;
  /** Writes one. What of its body the import itself takes is `own`. */
  make(
    tx: Tx,
    taxes: Taxes,
    draft: Draft,
    said: { readonly reference: string; readonly own: Readonly<Record<string, unknown>> },
  ): Promise<{ readonly id: string }>;
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
  `select pg_advisory_xact_lock(hashtextextended('sales.import ' || $1::text, 0))`,
);

/**
 * Takes over documents of another system, each with its lines in a transaction of its own: all of
 * it, or nothing and why. One that was imported before is left as it is, so that an import that was
 * cut off is simply repeated.
 * @throws DomainError import_file_not_readable, import_columns_invalid
 */
export async function importDocuments<Draft>(
  ctx: Ctx,
  tools: ImportTools,
  kind: ImportKind<Draft>,
  input: DocumentImport<Draft>,
): Promise<ImportSummary> {
  const tally = new ImportTally(input.dryRun ?? false);
  const bulk = bulkCtx(ctx);
  for await (const document of documentsOfFile(ctx, kind.shape, input)) {
    bulk.work?.renew(document.rows.length);
    tally.add([await imported(bulk, tools, kind, input, document)]);
  }
  return tools.db.write(ctx, async () => tally.summary());
}

async function imported<Draft>(
  ctx: Ctx,
  { taxes: quotes }: ImportTools,
  kind: ImportKind<Draft>,
  { dryRun = false, read }: DocumentImport<Draft>,
  document: FileDocument,
): Promise<ImportResult> {
  const [line = 1] = document.rows;
  if (document.error) return failed(line, document.error);
  const work = async (tx: Tx, taxes: Taxes): Promise<ImportResult> => {
    const { companyId } = tx.ctx;
    await tx.run(LOCK_IMPORT, [companyId]);
    const known = await tx.maybe<{ id: RecordId }>(knownBy(kind), [companyId, document.reference]);
    if (known) {
      await requireTheirs(tx, kind, known.id);
      return { line, status: 'unchanged', id: known.id };
    }
    const { own, body } = apart(kind.shape, await withIds(tx, document.body));
    const { reference } = document;
    const { id } = await kind.make(tx, taxes, await read(body), { reference, own });
    if (dryRun) throw new Undone({ line, status: 'created' });
    return { line, status: 'created', id: id as RecordId };
  };
  try {
    return await quotes.write(ctx, work, { answers: false });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    if (!(error instanceof DomainError) || error.problem.status >= 500) throw error;
    const errors = error.options.errors?.map((each) => inFile(document, each));
    const told = new DomainError(error.problem, error.params, {
      ...error.options,
      ...(errors && { errors }),
    });
    return failed(line, told);
  }
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

/** By its unique index. */
function knownBy({ table }: Pick<ImportKind<never>, 'table'>): string {
  return `select t.id from ${table} t where t.company_id = $1 and t.external_reference = $2`;
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
