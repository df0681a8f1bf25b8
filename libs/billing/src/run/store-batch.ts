import { sentAnswers, type Tx } from '@quittance/database';
import type { BillingRunId } from './billing-run-id.js';
import { newId, type ScheduleId } from '@quittance/kernel';
import type { RulesInForce } from '@quittance/numbering';
import { refusalsIn, type CustomMembers, customMembers } from '@quittance/objects';
import type { CompanyObject } from '@quittance/metadata';
import { draftsInsert } from '@quittance/receivables';
import { setImmediate } from 'node:timers/promises';
import { announceBatch } from './announce-run.js';
import {
  storeBilledItems,
  storeBilledUsage,
  storeChanges,
} from '../subscriptions/store-subscribed.js';
import type { BilledSchedule, ScheduleFailure } from './bill-schedules.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { LOCK_SCHEDULE } from '../subscriptions/billed.sql.js';
import { failureDetail, scheduleFailure } from './failure-detail.js';
import {
  ADD_PROGRESS,
  ADVANCE_SCHEDULES,
  ADVANCE_SUBSCRIBED,
  INSERT_FAILURES,
  INSERT_WAITING,
  MARK_BILLED_LINES,
} from './store-batch.sql.js';
import { unlessEmpty } from '../subscriptions/billed.sql.js';
import { validDrafts } from './valid-drafts.js';
import { numberDrafts, placeDrafts, type NumberedDraft } from './store-invoices.js';

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

/**
 * Stores what a batch of one run comes to: each kind of row is one statement, made before the
 * numbers are drawn. The shorter the counter is locked, the better, so that schedules, which are
 * this batch's since they were claimed and know no number, move on ahead of it; the others leave at
 * once behind it. Nobody waits for them but the commit, so that events are made while PostgreSQL is
 * at work; and the commit leaves with them, as none sends anything behind its answer.
 * @param runId null of what is undone again: it counts for no run
 * @param object invoices as the company has shaped them; null where nothing is asked of new ones
 * @throws RunIsOver; DomainError validation_failed where a value is taken
 */
export async function storeBatch(
  tx: Tx,
  runId: BillingRunId | null,
  claimed: readonly BilledSchedule[],
  rules: RulesInForce,
  object: CompanyObject | null,
): Promise<readonly NumberedDraft[]> {
  const valid = object && (await validDrafts(tx, object, claimed, rules));
  const billed = valid?.billed ?? claimed;
  const placed = valid?.drafts ?? placeDrafts(invoicesOf(billed));
  const insert = draftsInsert(tx, placed);
  tx.later(advanceSchedules(tx, runId ?? newId(), billed));
  const [drafts] = await Promise.all([
    valid?.drafts ?? numberDrafts(tx, placed, rules),
    runId && addProgress(tx, runId, progressOf(billed)),
  ]);
  tx.later(insert.drafts(drafts));
  if (object && valid) await storeMembers(tx, object, valid.members);
  tx.later(insert.lines());
  tx.later(
    markBilledLines(tx, drafts),
    storeBilledItems(tx, drafts),
    storeBilledUsage(tx, billed, drafts),
    storeChanges(tx, billed, drafts),
  );
  if (runId) tx.later(listFailures(tx, runId, failuresOf(billed)));
  await setImmediate();
  announceBatch(tx, drafts, billed);
  return drafts;
}

const invoicesOf = (billed: readonly BilledSchedule[]) =>
  billed.flatMap(({ invoices }) => invoices);

/** Of one schedule the refusal is its own; of several each is tried alone to find the one. */
async function storeMembers(
  tx: Tx,
  object: CompanyObject,
  members: readonly CustomMembers[],
): Promise<void> {
  try {
    await customMembers.storeOf(tx, object, members);
  } catch (error) {
    const [refusal] = refusalsIn(error)?.values() ?? [];
    throw refusal ?? error;
  }
}

const ADVANCED = {
  id: ({ schedule }: BilledSchedule) => schedule.id,
  status: ({ next }: BilledSchedule) => next.status,
  nextPeriod: ({ next }: BilledSchedule) => next.nextPeriod,
  nextBillingDate: ({ next }: BilledSchedule) => next.nextBillingDate,
  billedThrough: ({ invoices }: BilledSchedule) => invoices.at(-1)?.periodStart ?? null,
  periods: ({ invoices, skipped }: BilledSchedule) => invoices.length + skipped,
  failed: ({ failure }: BilledSchedule) => failure !== null,
};

const positionAfter = ({ subscribed }: BilledSchedule) => subscribed?.at(-1)?.after ?? null;

/** Moves schedules on; those of subscriptions with how far they are billed. */
function advanceSchedules(
  tx: Tx,
  runId: BillingRunId,
  billed: readonly BilledSchedule[],
): Promise<void> {
  const subscribed = billed.filter((one) => positionAfter(one) !== null);
  const others =
    subscribed.length === 0 ? billed : billed.filter((one) => positionAfter(one) === null);
  const sent: Promise<number>[] = [];
  if (others.length > 0) {
    const columns = ADVANCE_SCHEDULES.columns(others, ADVANCED);
    sent.push(ADVANCE_SCHEDULES.run(tx, { runId, ...columns }));
  }
  if (subscribed.length > 0) {
    const columns = ADVANCE_SUBSCRIBED.columns(subscribed, {
      ...ADVANCED,
      coveredUntil: (one) => positionAfter(one)?.coveredUntil ?? null,
      usageUntil: (one) => positionAfter(one)?.usageUntil ?? null,
      gaps: (one) => unlessEmpty(positionAfter(one)?.gaps),
      parts: (one) => positionAfter(one)?.parts ?? null,
    });
    sent.push(ADVANCE_SUBSCRIBED.run(tx, { runId, ...columns }));
  }
  return sentAnswers.together(sent);
}

/** Milestone and manual lines are billed once: they keep the invoice that did. */
function markBilledLines(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const once: { scheduleId: string; id: string; invoiceId: string }[] = [];
  for (const { id, draft } of drafts) {
    for (const { source } of draft.lines) {
      if (source.trigger !== 'milestone' && source.trigger !== 'manual') continue;
      if (source.id) once.push({ scheduleId: draft.schedule.id, id: source.id, invoiceId: id });
    }
  }
  if (once.length === 0) return sentAnswers.together([]);
  return sentAnswers.together([MARK_BILLED_LINES.run(tx, MARK_BILLED_LINES.columns(once))]);
}

/** Lists schedules that were not billed, or not to the end. */
export function listFailures(
  tx: Tx,
  runId: BillingRunId,
  failed: readonly ListedFailure[],
): Promise<void> {
  if (failed.length === 0) return sentAnswers.together([]);
  const columns = INSERT_FAILURES.columns(failed, {
    scheduleId: ({ scheduleId }) => scheduleId,
    periodStart: ({ periodStart }) => periodStart,
    code: ({ error }) => error.code,
    detail: ({ error }) => failureDetail(error),
  });
  return sentAnswers.together([INSERT_FAILURES.run(tx, { runId, ...columns })]);
}

/**
 * Lists a schedule of which something goes on waiting behind a run. Its periods were billed.
 * @throws RunIsOver
 */
export async function listWaiting(
  tx: Tx,
  runId: BillingRunId,
  id: ScheduleId,
  cause: unknown,
): Promise<void> {
  const { nextBillingDate } = await LOCK_SCHEDULE.one<StoredSchedule>(tx, { id });
  const error = scheduleFailure(cause, nextBillingDate);
  const detail = failureDetail(error);
  const listed = await INSERT_WAITING.run(tx, { runId, id, code: error.code, detail });
  if (listed > 0) await addProgress(tx, runId, { ...NOTHING_DONE, failed: 1 });
}

/** Counts invoices that are made behind a run, of what waits. @throws RunIsOver */
export async function countBehind(tx: Tx, runId: BillingRunId, invoiced: number): Promise<void> {
  if (invoiced > 0) await addProgress(tx, runId, { ...NOTHING_DONE, invoiced });
}

const NOTHING_DONE: Progress = { taken: 0, invoiced: 0, skipped: 0, failed: 0 };

function failuresOf(billed: readonly BilledSchedule[]): ListedFailure[] {
  return billed.flatMap(({ schedule, failure }) =>
    failure ? [{ scheduleId: schedule.id, ...failure }] : [],
  );
}

/** Adds to the counters of a run. @throws RunIsOver */
export async function addProgress(tx: Tx, runId: BillingRunId, progress: Progress): Promise<void> {
  const updated = await ADD_PROGRESS.run(tx, { runId, ...progress });
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
