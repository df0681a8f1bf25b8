import { isForLater, type Database, type Tx } from '@quittance/database';
import { DomainError, type Ctx, type ScheduleId } from '@quittance/kernel';
import { readNumberingRules } from '@quittance/numbering';
import { customMembers } from '@quittance/objects';
import type { CompanyModels, CompanyObject } from '@quittance/metadata';
import type { TaxQuotes } from '@quittance/tax';
import { atWork, setAside, workQuarantined, worksAlone } from '@quittance/watchdog';
import { loadFacts } from './batch-facts.js';
import { billSchedules, failedSchedule } from './bill-schedules.js';
import type { BillingRun } from './billing-run.js';
import {
  claimNext,
  claimOne,
  claimKeyOf,
  readNext,
  type ClaimedSchedule,
  type ClaimKey,
} from './claim.js';
import { scheduleFailure } from './failure-detail.js';
import { runBounds } from '../subscriptions/prepare-subscribed.js';
import type { RunQuotes } from './run-quotes.js';
import { RunIsOver, storeBatch } from './store-batch.js';

/** The kind of the work on a batch. */
const SCHEDULE_SET = 'schedule-set';

/** What a batch did, and where the walk goes on. */
export interface BatchOutcome {
  /** Schedules it was through; none when nothing was left after the key that nobody else holds. */
  readonly schedules: number;
  readonly next: ClaimKey | null;
}

/** The parts a batch works with. */
export interface BatchTools {
  readonly db: Database;
  readonly taxes: TaxQuotes;
  readonly models: CompanyModels;
  /** What the engine has said of the batch in hand. */
  readonly quotes: RunQuotes;
  readonly batchSize: number;
  /** Told about schedules that fail for no reason of the business. */
  readonly onFault: (error: unknown, scheduleId: ScheduleId) => void;
}

/**
 * Claims, bills and stores one batch in one transaction. When it fails, its schedules are tried
 * one by one, so that only the guilty one is listed.
 * @throws RunIsOver when another worker has ended the run
 * @throws DomainError database_unavailable, database_busy: nothing of the batch is stored
 */
export async function billBatch(
  ctx: Ctx,
  tools: BatchTools,
  run: BillingRun,
  after: ClaimKey | null,
  mostSchedules: number,
): Promise<BatchOutcome> {
  if (tools.quotes.needed) await quoteAhead(ctx, tools, run, after, mostSchedules);
  // No more of them is kept until the commit than it takes to try them one by one.
  let claimed: readonly ClaimKey[] = [];
  const eachAlone = async () => {
    for (const { id } of claimed) await billAlone(ctx, tools, run, id);
    return { schedules: claimed.length, next: claimed.at(-1) ?? null };
  };
  const claim = async (tx: Tx) => {
    const schedules = await claimNext(tx, run, after, mostSchedules);
    claimed = schedules.map(claimKeyOf);
    return schedules;
  };
  if (worksAlone(ctx, SCHEDULE_SET)) {
    await tools.db.write(ctx, claim);
    return eachAlone();
  }
  const own = { ...ctx, unit: { kind: SCHEDULE_SET, id: '' } };
  try {
    const inOneGo = async (tx: Tx) =>
      billAndStore(tx, tools, run, await claim(tx), tools.batchSize);
    return await atWork(own, () => tools.db.write(own, inOneGo));
  } catch (error) {
    if (claimed.length === 0 || isNoFaultOfASchedule(error)) throw error;
    return eachAlone();
  }
}

const NOTHING_BILLED: BatchOutcome = { schedules: 0, next: null };

/**
 * Asks about what the next batch will probably bill: it is read without locks, and the engine is
 * asked with no transaction open. What is claimed may differ; that has to wait for the next pass.
 */
async function quoteAhead(
  ctx: Ctx,
  { db, taxes, quotes, batchSize }: BatchTools,
  run: BillingRun,
  after: ClaimKey | null,
  mostSchedules: number,
): Promise<void> {
  const held = quotes.begin();
  const peeked = await db.read(ctx, async (tx) => {
    const due = await readNext(tx, run, after, mostSchedules);
    if (due.length === 0) return null;
    return { due, facts: await loadFacts(tx, taxes, held, due, runBounds(run, batchSize)) };
  });
  if (!peeked) return;
  held.collect(() => billSchedules(run, peeked.due, peeked.facts, batchSize));
  await taxes.ask(ctx, held);
}

/**
 * Answers where it is through alone: what was billed is large, and free to go while PostgreSQL
 * stores it.
 */
async function billAndStore(
  tx: Tx,
  tools: BatchTools,
  run: BillingRun,
  claimed: readonly ClaimedSchedule[],
  atMost: number,
): Promise<BatchOutcome> {
  if (claimed.length === 0) return NOTHING_BILLED;
  const [rules, object, facts] = await Promise.all([
    readNumberingRules(tx, 'invoice'),
    shapedInvoices(tx, tools.models),
    loadFacts(tx, tools.taxes, tools.quotes.held, claimed, {
      ...runBounds(run, atMost),
      holds: true,
    }),
  ]);
  const billed = billSchedules(run, claimed, facts, atMost, tools.quotes.unquoted);
  const last = billed.at(-1);
  if (!last) return NOTHING_BILLED;
  await storeBatch(tx, run.id, billed, rules, object);
  return { schedules: billed.length, next: claimKeyOf(last.schedule) };
}

/** Invoices with the company's fields and rules; null where it asks nothing of new ones. */
async function shapedInvoices(tx: Tx, models: CompanyModels): Promise<CompanyObject | null> {
  const object = await models.object(tx, 'invoice');
  return (await customMembers.areAsked(tx, object)) ? object : null;
}

/**
 * The run has ended, or the database is away or overloaded: the whole batch is tried again later.
 */
function isNoFaultOfASchedule(error: unknown): boolean {
  return error instanceof RunIsOver || isForLater(error);
}

/** One schedule, period by period, each in a transaction of its own. */
async function billAlone(
  ctx: Ctx,
  tools: BatchTools,
  run: BillingRun,
  id: ScheduleId,
): Promise<void> {
  const own = { ...ctx, unit: { kind: 'schedule', id, set: SCHEDULE_SET } };
  const next = async (tx: Tx) => {
    const claimed = await claimOne(tx, run, id);
    return (await billAndStore(tx, tools, run, claimed, 1)).schedules > 0;
  };
  for (let more = true; more;) {
    try {
      more = await atWork(own, () => tools.db.write(own, next));
    } catch (error) {
      if (isNoFaultOfASchedule(error)) throw error;
      tools.onFault(error, id);
      await listAsFailed(ctx, tools, run, id, error);
      if (isQuarantine(error)) setAside(own);
      more = false;
    }
  }
}

function isQuarantine(error: unknown): boolean {
  return error instanceof DomainError && error.code === workQuarantined.code;
}

/** The schedule stays where it is; the run does not come back to it. */
async function listAsFailed(
  ctx: Ctx,
  tools: BatchTools,
  run: BillingRun,
  id: ScheduleId,
  cause: unknown,
): Promise<void> {
  await tools.db.write(ctx, async (tx) => {
    const [schedule] = await claimOne(tx, run, id);
    if (!schedule) return;
    const failed = failedSchedule(schedule, scheduleFailure(cause, schedule.nextBillingDate));
    await storeBatch(tx, run.id, [failed], await readNumberingRules(tx, 'invoice'), null);
  });
}
