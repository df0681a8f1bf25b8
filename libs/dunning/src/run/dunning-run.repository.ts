import { namedSql, sql, type Tx } from '@quittance/database';
import { headOf, nounList } from '@quittance/nouns';
import { newId, notFound } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DunningRunId } from '../attempts/attempt.js';
import { accountsLeftBehind, takeBackClaims } from '../letters/last-letter.repository.js';
import { runNoun, type DunningRun, type RunCounts } from './dunning-run.js';

const COLUMNS = runNoun.rows.select('r');

/** One run of a company is carried out at a time (run_running_key), one sweep a day (run_key). */
const START = namedSql(
  `insert into dunning.run as r (company_id, id, run_key, as_of, status, actor, started_at,
     alive_at)
   values (:companyId, :id, :key, :asOf, 'running', :actor, :now, :now)
   on conflict do nothing returning ${COLUMNS}`,
  { values: { id: 'uuid', key: 'text', asOf: 'date', actor: 'jsonb' } },
);
const RUNNING = sql(`
  select ${COLUMNS}, r.alive_at as "aliveAt" from dunning.run r
  where r.company_id = $1 and r.status = 'running'`);
const FIND = sql(`select ${COLUMNS} from dunning.run r where r.company_id = $1 and r.id = $2`);
const COUNT = namedSql(
  `update dunning.run r set invoices = r.invoices + :invoices,
     letters = r.letters + :letters, sent = r.sent + :sent, done = r.done + :done,
     skipped = r.skipped + :skipped, failed = r.failed + :failed,
     held = r.held + :held, alive_at = :now
   where r.company_id = :companyId and r.id = :id`,
  {
    values: {
      id: 'uuid',
      invoices: 'integer',
      letters: 'integer',
      sent: 'integer',
      done: 'integer',
      skipped: 'integer',
      failed: 'integer',
      held: 'integer',
    },
  },
);
/** What was counted after the death of its process is counted again, but for the attempts. */
const REVIVE = sql(`
  update dunning.run r set alive_at = $4, held = 0, hands = 1,
  invoices = (select count(distinct a.invoice_id)::int
      from dunning.attempt a where a.company_id = $1 and a.run_id = $2)
  where r.company_id = $1 and r.id = $2 and r.status = 'running' and r.alive_at = $3
  returning ${COLUMNS}`);
const RELEASE = sql(`
  update dunning.attempt a set leased_until = $3
  where a.company_id = $1 and a.run_id = $2 and a.result = 'running' and a.leased_until > $3`);
const JOIN = sql(`
  update dunning.run r set hands = r.hands + 1
  where r.company_id = $1 and r.id = $2 and r.status = 'running' returning ${COLUMNS}`);
/** Who leaves as the last ends the run, unless they leave in the midst of it. */
const LEAVE = sql(`
  update dunning.run r set hands = greatest(r.hands - 1, 0),
    status = case when r.hands <= 1 and $3 then 'completed' else r.status end,
    finished_at = case when r.hands <= 1 and $3 then $4::timestamptz end
  where r.company_id = $1 and r.id = $2 and r.status = 'running'
  returning ${COLUMNS}`);
const END = sql(`
  update dunning.run r set status = $3, finished_at = $4
  where r.company_id = $1 and r.id = $2 and r.status = 'running'
  returning ${COLUMNS}`);

/** Starts a run; undefined when one is in progress, or the sweep of the day was made. */
export function startDunningRun(
  tx: Tx,
  asOf: LocalDate,
  key: string | null,
): Promise<DunningRun | undefined> {
  const { kind, name } = tx.ctx.actor;
  const id = newId<'dunning-run'>();
  const actor = { kind, id: tx.ctx.actor.id, name };
  return START.maybe<DunningRun>(tx, { id, key: key ?? id, asOf, actor });
}

/** A run that is being carried out, and when it last was. */
export type RunningRun = DunningRun & { readonly aliveAt: DunningRun['startedAt'] };

export function runningRun(tx: Tx): Promise<RunningRun | undefined> {
  return tx.maybe<RunningRun>(RUNNING, [tx.ctx.companyId]);
}

/**
 * Takes up a run whose process is dead; its walk begins anew. Undefined when another process has,
 * or it has ended.
 */
export async function reviveRun(
  tx: Tx,
  { id, aliveAt }: RunningRun,
): Promise<DunningRun | undefined> {
  const params = [tx.ctx.companyId, id, aliveAt, tx.ctx.now];
  const revived = await tx.maybe<DunningRun>(REVIVE, params);
  if (revived) await releaseAttempts(tx, id);
  return revived;
}

/** One more who works at a run; undefined when it has ended meanwhile. */
export function joinRun(tx: Tx, { id }: RunningRun): Promise<DunningRun | undefined> {
  return tx.maybe<DunningRun>(JOIN, [tx.ctx.companyId, id]);
}

/**
 * One less who works at a run, which ends once nobody does. Answers the run if it ended by that.
 * @param through whether all of it was gone through: else whoever carries on dead runs ends it
 */
export async function leaveRun(
  tx: Tx,
  id: DunningRunId,
  through: boolean,
): Promise<DunningRun | undefined> {
  const params = [tx.ctx.companyId, id, through, tx.ctx.now];
  const run = await tx.maybe<DunningRun>(LEAVE, params);
  return run?.status === 'completed' ? run : undefined;
}

/** What a dead process was at is free at once, however long it would have been leased. */
export async function releaseAttempts(tx: Tx, id: DunningRunId): Promise<void> {
  await tx.run(RELEASE, [tx.ctx.companyId, id, tx.ctx.now]);
  await takeBackClaims(tx, await accountsLeftBehind(tx, id));
}

/** @throws DomainError not_found */
export async function readDunningRun(tx: Tx, id: DunningRunId): Promise<DunningRun> {
  const run = await tx.maybe<DunningRun>(FIND, [tx.ctx.companyId, id]);
  if (!run) throw notFound({ object: 'dunning run' });
  return run;
}

export async function addCounts(tx: Tx, id: DunningRunId, counts: RunCounts): Promise<void> {
  await COUNT.run(tx, { id, ...counts });
}

/** Undefined when another process has ended it. */
export function endRun(
  tx: Tx,
  id: DunningRunId,
  status: 'completed' | 'failed',
): Promise<DunningRun | undefined> {
  return tx.maybe<DunningRun>(END, [tx.ctx.companyId, id, status, tx.ctx.now]);
}

/** Dunning runs, the latest first. */
export const dunningRunList = nounList<DunningRun, DunningRun>(runNoun, headOf(runNoun, {}));
