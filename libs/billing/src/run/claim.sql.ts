import { namedSql } from '@quittance/database';
import { documentApproval } from '@quittance/rules';
import { scheduleNoun } from '../schedules/schedule.description.js';

/*
 * What is said of a run in all of these: `:asOf` the day, `:runId` itself, `:catchUp` whether it
 * goes on with a schedule until that fails.
 */
const RUN = { asOf: 'date', runId: 'uuid', catchUp: 'boolean' } as const;
const AFTER = { date: 'date', id: 'uuid', limit: 'integer' } as const;
const NAMES = { scheduleIds: 'uuid[]' } as const;

/** The columns of a schedule that decide when and what it bills. */
const COLUMNS = scheduleNoun.rows.select('s', [
  'id',
  'status',
  'frequency',
  'startDate',
  'endDate',
  'anchorDate',
  'nextPeriod',
  'nextBillingDate',
  'billedThrough',
  'accountId',
  'salesOrderId',
  'contractId',
  'subscriptionId',
  'currency',
  'pricesIncludeTax',
  'prorate',
  'total',
  'source',
  'coveredUntil',
  'usageUntil',
  'gaps',
  'parts',
]);

/** A one-time schedule is due when all its lines are ready. */
const RIPE = `(s.frequency <> 'one_time' or not exists (
    select from billing.schedule_line l
    where l.company_id = :companyId and l.schedule_id = s.id
      and case when l.trigger = 'date' then l.trigger_date > :asOf
        when l.trigger = 'milestone' then l.reached_at is null
        when l.trigger = 'manual' then l.released_at is null else false end))`;

/**
 * What is due in a company: a range of `schedule_due_index`. Nothing is billed of a subscription
 * that awaits approval; what falls due meanwhile is billed once that is decided.
 */
const DUE = `s.company_id = :companyId and s.status = 'active' and s.next_billing_date <= :asOf
    and ${RIPE}
    and not exists (select from rules.pub_approval w where w.company_id = :companyId
      and w.record_id = s.subscription_id and w.status = 'waiting')
    and not ${documentApproval.dueSql(':companyId', 's.subscription_id')}`;

/** Due, and not yet been through by the run; with catch-up until it fails. */
const OPEN = `${DUE}
    and (s.last_run_id is distinct from :runId or (:catchUp and not s.last_run_failed))`;

const CLAIMED = `select ${COLUMNS}, s.last_run_id is not distinct from :runId as "seenInRun",
    case when s.last_run_id = :runId then s.last_run_periods else 0 end as "periodsInRun"
  from billing.schedule s where ${OPEN}`;

const NAMED = 'and s.id = any(:scheduleIds)';
const LOCK = 'for no key update of s skip locked';

/** Sorted by the columns themselves: an alias of the same name would sort by the text. */
const NEXT = (named: string, lock: string) => `${CLAIMED}
    and (s.next_billing_date, s.id) > (:date, :id) ${named}
  order by s.next_billing_date, s.id limit :limit ${lock}`;

const next = (lock: string) => ({
  all: namedSql(NEXT('', lock), { values: { ...RUN, ...AFTER } }),
  named: namedSql(NEXT(NAMED, lock), { values: { ...RUN, ...AFTER, ...NAMES } }),
});

/** The next batch of a run after a key; schedules that another worker holds are left to it. */
export const CLAIM_NEXT = next(LOCK);

/** The same walk without locks, for the preview, which is no run. */
export const READ_NEXT = next('');

/** One schedule of a run, when it is still open and nobody else holds it. By primary key. */
export const CLAIM_ONE = namedSql(`${CLAIMED} and s.id = :id ${LOCK}`, {
  values: { ...RUN, id: 'uuid' },
});

/** How many schedules are due, of all or of those that are named. */
export const COUNT_DUE = `(select count(*)::int from billing.schedule s where ${DUE}
    and (:scheduleIds is null or s.id = any(:scheduleIds)))`;

/** Whether anything is left for a run, schedules held by other workers included. */
export const ANY_OPEN = `exists (select from billing.schedule s where ${OPEN}
    and (:scheduleIds is null or s.id = any(:scheduleIds)))`;
