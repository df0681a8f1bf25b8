import { sql } from '@quittance/database';

/**
 * The columns of a schedule that decide when and what it bills, as `ClaimedSchedule` names them.
 */
export const SCHEDULE_COLUMNS = `s.id, s.status, s.frequency, s.start_date as "startDate",
  s.end_date as "endDate", s.next_period as "nextPeriod",
  s.next_billing_date as "nextBillingDate", s.billed_through as "billedThrough",
  s.account_id as "accountId", s.sales_order_id as "salesOrderId",
  s.contract_id as "contractId", s.subscription_id as "subscriptionId", s.currency,
  s.prices_include_tax as "pricesIncludeTax", s.total`;

/** A one-time schedule is due when all its lines are ready; `$2` is the as-of date. */
const RIPE = `(s.frequency <> 'one_time' or not exists (
    select from billing.schedule_line l
    where l.company_id = s.company_id and l.schedule_id = s.id
      and case l.trigger when 'date' then l.trigger_date > $2::date
        when 'milestone' then l.reached_at is null
        when 'manual' then l.released_at is null else false end))`;

/** What is due as of `$2` in company `$1`: a range of `schedule_due_index`. */
const DUE = `s.company_id = $1 and s.status = 'active' and s.next_billing_date <= $2::date
    and ${RIPE}`;

/** Due, and not yet been through by run `$3`; with catch-up (`$4`) until it fails. */
const OPEN = `${DUE}
    and (s.last_run_id is distinct from $3::uuid or ($4::boolean and not s.last_run_failed))`;

const CLAIMED = `${SCHEDULE_COLUMNS},
  s.last_run_id is not distinct from $3::uuid as "seenInRun",
  case when s.last_run_id = $3::uuid then s.last_run_periods else 0 end as "periodsInRun"`;

const NAMED = (place: number) => `and s.id = any($${place}::uuid[])`;

/** Sorted by the columns themselves: an alias of the same name would sort by the text. */
const NEXT = (named: string) => `
  where ${OPEN} and (s.next_billing_date, s.id) > ($5::date, $6::uuid) ${named}
  order by s.next_billing_date, s.id limit $7`;

const select = (columns: string, rest: string) =>
  sql(`select ${columns} from billing.schedule s ${rest}`);

/** The next batch of a run after a key; schedules that another worker holds are left to it. */
export const CLAIM_NEXT = select(CLAIMED, `${NEXT('')} for no key update of s skip locked`);
export const CLAIM_NEXT_NAMED = select(
  CLAIMED,
  `${NEXT(NAMED(8))} for no key update of s skip locked`,
);

/** One schedule of a run, when it is still open and nobody else holds it. By primary key. */
export const CLAIM_ONE = select(
  CLAIMED,
  `where ${OPEN} and s.id = $5::uuid for no key update of s skip locked`,
);

/** The same walk without locks, for the preview; `$3` is no run. */
export const READ_NEXT = select(CLAIMED, NEXT(''));
export const READ_NEXT_NAMED = select(CLAIMED, NEXT(NAMED(8)));

/** How many schedules are due; `$3` names some or is null. */
export const COUNT_DUE = `(select count(*)::int from billing.schedule s where ${DUE}
    and ($3::uuid[] is null or s.id = any($3::uuid[])))`;

/** Whether anything is left for a run, schedules held by other workers included. */
export const ANY_OPEN = `exists (select from billing.schedule s where ${OPEN}
    and ($5::uuid[] is null or s.id = any($5::uuid[])))`;
