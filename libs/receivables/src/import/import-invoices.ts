import { Injectable } from '@nestjs/common';
import {
  companyToday,
  currencyNotEnabled,
  isEnabled,
  readCompanyTerms,
  type CurrentTerms,
} from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { bulkCtx, invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { CompanyModels } from '@quittance/metadata';
import { countryForms, FileSteps, type CountryCells } from '@quittance/mass';
import type { Readable } from 'node:stream';
import { importInvoiceBatch, type ImportedBatch } from './import-batch.js';
import { InvoiceImportTally, type InvoiceImportSummary } from './import-tally.js';
import { importNotValid } from './import.errors.js';
import type { ImportedInvoice } from './imported-invoice.js';
import { rowsOf, type ImportFormat } from './invoice-file.js';
import { keptColumns } from './kept-columns.js';
import { readRow } from './read-row.js';

export interface InvoiceImport extends CountryCells {
  readonly body: Readable;
  readonly format: ImportFormat;
  /** Of rows without a currency; the company's base currency when absent. */
  readonly currency?: Currency;
  /** The day the books are taken over as of; the company's today when absent. */
  readonly asOf?: LocalDate;
  /** Checks and counts, writes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Large enough that statements cost little, small enough that the counters are not held for long.
 */
const BATCH = 4000;
/** Listed in the refusal; its sentence counts all. */
const LISTED_ERRORS = 1000;

/** Without it the planner takes the tables for as empty as they were before a large import. */
const REFRESH_STATISTICS = sql(`select receivables.door_refresh_statistics()`);

@Injectable()
export class ImportInvoices {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Takes over invoices of another system as they stood at the end of a day, oldest first, each
   * with a number of ours beside its own. Every row is checked before the first is written; what
   * was imported before is left as it is, so an interrupted import is simply repeated. Each invoice
   * is audited as imported and announced as created, with its reference; what settled it is not.
   * @throws DomainError validation_failed, import_not_readable, import_not_valid, partly_saved
   */
  async execute(asked: Ctx, input: InvoiceImport): Promise<InvoiceImportSummary> {
    const ctx = bulkCtx(asked);
    const company = await this.db.read(ctx, readCompanyTerms);
    const asOf = dayOf(input, companyToday(company, ctx.now));
    const rows = await readAll(ctx, input, company);
    const wanted = rows.filter(({ issueDate }) => issueDate <= asOf).sort(byDate);
    const tally = new InvoiceImportTally(asOf, input.dryRun ?? false, rows.length, wanted.length);
    const steps = input.dryRun ? undefined : asked.steps;
    const left = await leftBehind(steps, wanted, tally);
    const work = () => this.importAll(ctx, left, tally, steps);
    const summary = await FileSteps.part(work, () => {
      const { done } = tally;
      if (done === 0 || tally.dryRun) return undefined;
      const told = `Of ${wanted.length} invoices ${done} were taken over or refused.`;
      return { done: told, next: 'Send it again: what was taken over is left as it is.' };
    });
    if (wanted.length >= BATCH / 4) await this.db.door(REFRESH_STATISTICS);
    return summary;
  }

  private async importAll(
    ctx: Ctx,
    wanted: readonly ImportedInvoice[],
    tally: InvoiceImportTally,
    steps: Ctx['steps'],
  ): Promise<InvoiceImportSummary> {
    const batches = inBatches(wanted);
    const last = batches.pop() ?? [];
    for (const batch of batches) {
      if (tally.dryRun) ctx.demandAwaited?.();
      const work = async (tx: Tx) => {
        const { imported, failed } = await importInvoiceBatch(tx, this.models, batch, tally);
        const told: InvoiceStep = { imported: imported.map(({ line }) => line), failed };
        const at = tally.done + imported.length + failed.length;
        if (at > tally.done) await steps?.keep(tx, { at, told });
        return { imported, failed };
      };
      tally.add(await this.db.write(ctx, work, { answers: false }));
    }
    return this.db.write(ctx, async (tx) =>
      tally.with(await importInvoiceBatch(tx, this.models, last, tally)),
    );
  }
}

/** What is kept of a batch: the lines of what was taken over, and what was not. */
interface InvoiceStep {
  readonly imported: readonly number[];
  readonly failed: ImportedBatch['failed'];
}

/** What the same request has yet to take over; what it has is counted. */
async function leftBehind(
  steps: Ctx['steps'],
  wanted: readonly ImportedInvoice[],
  tally: InvoiceImportTally,
): Promise<readonly ImportedInvoice[]> {
  const kept = (await steps?.kept()) ?? [];
  const told = kept.map(({ told: step, isTheirs }) => ({ ...(step as InvoiceStep), isTheirs }));
  const lines = new Set(told.flatMap(({ imported }) => imported));
  // Of others it is told anew what is wrong with them.
  const failed = told.flatMap((step) => (step.isTheirs ? step.failed : []));
  const refused = new Set(failed.map(({ line }) => line));
  tally.add({ imported: wanted.filter(({ line }) => lines.has(line)), failed });
  return wanted.filter(({ line }) => !lines.has(line) && !refused.has(line));
}

/** No money has come on a day to come, and nothing is overdue then yet. */
function dayOf({ asOf }: InvoiceImport, today: LocalDate): LocalDate {
  if (asOf === undefined || asOf <= today) return asOf ?? today;
  const message = `must not be after today, ${today}`;
  throw invalidFields([{ parameter: 'asOf', code: 'max', message }]);
}

function inBatches(rows: readonly ImportedInvoice[]): (readonly ImportedInvoice[])[] {
  const count = Math.ceil(rows.length / BATCH);
  return Array.from({ length: count }, (_, i) => rows.slice(i * BATCH, (i + 1) * BATCH));
}

function byDate(a: ImportedInvoice, b: ImportedInvoice): number {
  if (a.issueDate === b.issueDate) return a.line - b.line;
  return a.issueDate < b.issueDate ? -1 : 1;
}

async function readAll(
  ctx: Ctx,
  input: InvoiceImport,
  terms: CurrentTerms,
): Promise<ImportedInvoice[]> {
  const { body, format, currency = terms.baseCurrency } = input;
  const told = { currency, ...countryForms.asked(input) };
  const rows: ImportedInvoice[] = [];
  const lineOfReference = new Map<string, number>();
  const errors: FieldError[] = [];
  let [read, wrong] = [0, 0];
  for await (const { line, raw, typed } of rowsOf(ctx, { body, format })) {
    read += 1;
    const found = keptColumns(ctx, raw, line);
    const {
      row,
      reference,
      currency: named,
    } = readRow(raw, line, typed ? { ...told, typed } : told, found);
    if (named !== undefined && !isEnabled(terms, named)) found.push(notEnabled(line, named));
    const earlier = reference === undefined ? undefined : lineOfReference.get(reference);
    if (earlier !== undefined) found.push(repeated(line, earlier));
    else if (reference !== undefined) lineOfReference.set(reference, line);
    if (found.length > 0) wrong += 1;
    else if (row && wrong === 0) rows.push(row);
    if (errors.length < LISTED_ERRORS) errors.push(...found);
  }
  if (wrong > 0) {
    throw importNotValid({ wrong, rows: read }, { errors: errors.slice(0, LISTED_ERRORS) });
  }
  return rows;
}

function notEnabled(line: number, currency: Currency): FieldError {
  return {
    pointer: `/${line}/currency`,
    code: currencyNotEnabled.code,
    message: `Line ${line}: ${currency} is not enabled for this company`,
  };
}

function repeated(line: number, earlier: number): FieldError {
  return {
    pointer: `/${line}/invoiceNumber`,
    code: 'unique',
    message: `Line ${line}: invoiceNumber stands on line ${earlier} already`,
  };
}
