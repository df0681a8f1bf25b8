import type { Tx } from '@quittance/database';
import {
  failpoint,
  type BillingRunId,
  type InvoiceId,
  type LocalDate,
  type ScheduleId,
} from '@quittance/kernel';
import { assignNumbers, type RulesInForce } from '@quittance/numbering';
import type { NewInvoice, NewInvoiceLine } from '../invoices/invoice.entity.js';
import { invoiceLines, invoices } from '../invoices/invoice.repository.js';
import { announceBatch } from './announce-run.js';
import type { BilledSchedule, ScheduleFailure } from './bill-schedules.js';
import { failureDetail } from './failure-detail.js';
import { invoiceRow, lineRows } from './invoice-rows.js';
import {
  ADD_PROGRESS,
  ADVANCE_SCHEDULES,
  INSERT_FAILURES,
  MARK_BILLED_LINES,
} from './store-batch.sql.js';

/** Another worker has ended the run: nothing of this batch may be stored. */
export class RunIsOver extends Error {
  constructor() {
    super('The billing run is over');
  }
}

/** A schedule in the list of failures of a run. */
export interface ListedFailure extends ScheduleFailure {
  readonly scheduleId: ScheduleId;
}

/** What is added to the counters of a run. */
export interface Progress {
  /** Schedules that the run comes to for the first time. */
  readonly taken: number;
  readonly invoiced: number;
  readonly skipped: number;
  readonly failed: number;
}

/** The rows of one batch. */
interface BatchRows {
  readonly invoices: NewInvoice[];
  readonly lines: NewInvoiceLine[];
  /** Lines that are billed once, with their invoice. */
  readonly once: { scheduleId: string; lineId: string; invoiceId: InvoiceId }[];
}

/**
 * Stores what a batch of one run comes to: the numbers are drawn last before the inserts, and each
 * kind of row is one statement.
 * @throws RunIsOver
 */
export async function storeBatch(
  tx: Tx,
  runId: BillingRunId,
  billed: readonly BilledSchedule[],
  rules: RulesInForce,
): Promise<void> {
  const rows = await numberRows(tx, billed, rules);
  await failpoint('run.after_counter');
  await invoices.insert(tx, rows.invoices);
  await failpoint('run.after_invoices');
  await invoiceLines.insert(tx, rows.lines);
  await failpoint('run.after_lines');
  await advanceSchedules(tx, runId, billed);
  await markBilledLines(tx, rows);
  await listFailures(tx, runId, failuresOf(billed));
  await addProgress(tx, runId, progressOf(billed));
  await failpoint('run.after_advance');
  announceBatch(tx, rows.invoices, billed);
}

async function numberRows(
  tx: Tx,
  billed: readonly BilledSchedule[],
  rules: RulesInForce,
): Promise<BatchRows> {
  const drafts = billed.flatMap((each) => each.invoices);
  const dates = drafts.map(({ issueDate }) => issueDate);
  const numbers = await assignNumbers(tx, 'invoice', dates, rules);
  const rows: BatchRows = { invoices: [], lines: [], once: [] };
  drafts.forEach((draft, i) => {
    const number = numbers[i];
    if (!number) throw new Error('Fewer numbers than invoices');
    const invoice = invoiceRow(draft, number, tx.ctx.now);
    rows.invoices.push(invoice);
    rows.lines.push(...lineRows(draft, invoice.id));
    for (const { source } of draft.lines) {
      if (source.trigger !== 'milestone' && source.trigger !== 'manual') continue;
      const scheduleId = draft.schedule.id;
      rows.once.push({ scheduleId, lineId: source.id, invoiceId: invoice.id });
    }
  });
  return rows;
}

async function advanceSchedules(
  tx: Tx,
  runId: BillingRunId,
  billed: readonly BilledSchedule[],
): Promise<void> {
  const of = <T>(pick: (one: BilledSchedule) => T) => billed.map(pick);
  await tx.run(ADVANCE_SCHEDULES, [
    tx.ctx.companyId,
    tx.ctx.now,
    runId,
    of(({ schedule }) => schedule.id),
    of(({ next }) => next.status),
    of(({ next }) => next.nextPeriod),
    of(({ next }) => next.nextBillingDate),
    of((one): LocalDate | null => one.invoices.at(-1)?.periodStart ?? null),
    of((one) => one.invoices.length + one.skipped),
    of(({ failure }) => failure !== null),
  ]);
}

async function markBilledLines(tx: Tx, { once }: BatchRows): Promise<void> {
  if (once.length === 0) return;
  await tx.run(MARK_BILLED_LINES, [
    tx.ctx.companyId,
    once.map(({ scheduleId }) => scheduleId),
    once.map(({ lineId }) => lineId),
    once.map(({ invoiceId }) => invoiceId),
  ]);
}

/** Lists schedules that were not billed, or not to the end. */
export async function listFailures(
  tx: Tx,
  runId: BillingRunId,
  failed: readonly ListedFailure[],
): Promise<void> {
  if (failed.length === 0) return;
  const of = <T>(pick: (one: ListedFailure) => T) => failed.map(pick);
  await tx.run(INSERT_FAILURES, [
    tx.ctx.companyId,
    tx.ctx.now,
    runId,
    of(({ scheduleId }) => scheduleId),
    of(({ periodStart }) => periodStart),
    of(({ error }) => error.code),
    of(({ error }) => failureDetail(error)),
  ]);
}

function failuresOf(billed: readonly BilledSchedule[]): ListedFailure[] {
  return billed.flatMap(({ schedule, failure }) =>
    failure ? [{ scheduleId: schedule.id, ...failure }] : [],
  );
}

/** Adds to the counters of a run. @throws RunIsOver */
export async function addProgress(
  tx: Tx,
  runId: BillingRunId,
  { taken, invoiced, skipped, failed }: Progress,
): Promise<void> {
  const counts = [taken, invoiced, skipped, failed];
  const updated = await tx.run(ADD_PROGRESS, [tx.ctx.companyId, tx.ctx.now, runId, ...counts]);
  if (updated === 0) throw new RunIsOver();
}

function progressOf(billed: readonly BilledSchedule[]): Progress {
  const sum = (of: (one: BilledSchedule) => number) =>
    billed.reduce((total, one) => total + of(one), 0);
  return {
    taken: sum(({ schedule }) => (schedule.seenInRun ? 0 : 1)),
    invoiced: sum((one) => one.invoices.length),
    skipped: sum((one) => one.skipped),
    failed: sum(({ failure }) => (failure ? 1 : 0)),
  };
}
