import { namedSql, sql, type Tx } from '@quittance/database';
import { trimDecimal } from '@quittance/money';
import {
  NO_SCHEDULE,
  type DunningSchedule,
  type DunningStep,
  type PausedAccount,
} from './dunning-schedule.js';

const COLUMNS = `s.version, s.steps, s.auto_run as "autoRun", s.require_issued as "requireIssued",
  s.minimum_balance as "minimumBalance", s.minimum_gap_days as "minimumGapDays",
  s.consolidate, s.ladder, s.updated_at as "updatedAt"`;

const FIND = sql(`select ${COLUMNS} from dunning.schedule s where s.company_id = $1`);
const LOCK = sql(`${FIND.text} for update`);
const SAVE = namedSql(
  `insert into dunning.schedule as s (company_id, version, steps, auto_run, require_issued,
     minimum_balance, minimum_gap_days, consolidate, ladder, created_at, updated_at)
   values (:companyId, 1, :steps, :autoRun, :requireIssued, :minimumBalance, :minimumGapDays,
     :consolidate, 1, :now, :now)
   on conflict (company_id) do update set version = s.version + 1, steps = excluded.steps,
     auto_run = excluded.auto_run, require_issued = excluded.require_issued,
     minimum_balance = excluded.minimum_balance, minimum_gap_days = excluded.minimum_gap_days,
     consolidate = excluded.consolidate,
     ladder = s.ladder + (s.steps <> excluded.steps)::integer, updated_at = excluded.updated_at
   returning ${COLUMNS}`,
  {
    values: {
      steps: 'jsonb',
      autoRun: 'boolean',
      requireIssued: 'boolean',
      minimumBalance: 'numeric',
      minimumGapDays: 'integer',
      consolidate: 'boolean',
    },
  },
);

/** By pause_account_index. */
const PAUSED_ACCOUNTS = sql(`
  select p.account_id as "accountId", p.reason, p.until from dunning.pause p
  where p.company_id = $1 and p.account_id is not null and p.ended_at is null
    and (p.until is null or p.until >= $2)
  order by p.created_at, p.id`);

const read = (row: DunningSchedule | undefined): DunningSchedule =>
  row
    ? {
        ...row,
        steps: row.steps.map((step) => ({ ...step, fee: step.fee ?? null })),
        minimumBalance: trimDecimal(row.minimumBalance),
      }
    : NO_SCHEDULE;

/** Steps without a fee are stored as those were before there were any. */
const kept = ({ fee, ...step }: DunningStep) => (fee ? { ...step, fee } : step);

export async function readDunningSchedule(tx: Tx): Promise<DunningSchedule> {
  return read(await tx.maybe<DunningSchedule>(FIND, [tx.ctx.companyId]));
}

export async function lockDunningSchedule(tx: Tx): Promise<DunningSchedule> {
  return read(await tx.maybe<DunningSchedule>(LOCK, [tx.ctx.companyId]));
}

export type SavedSchedule = Omit<DunningSchedule, 'version' | 'ladder' | 'updatedAt'>;

export async function storeSchedule(tx: Tx, schedule: SavedSchedule): Promise<DunningSchedule> {
  const steps = schedule.steps.map(kept);
  return read(await SAVE.one<DunningSchedule>(tx, { ...schedule, steps }));
}

/** The accounts that are left alone on a day. */
export function pausedAccounts(tx: Tx, today: string): Promise<PausedAccount[]> {
  return tx.rows<PausedAccount>(PAUSED_ACCOUNTS, [tx.ctx.companyId, today]);
}
