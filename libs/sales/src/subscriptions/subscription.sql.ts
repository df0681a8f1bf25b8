import { namedSql } from '@quittance/database';
import { documentApproval } from '@quittance/rules';
import { subscriptionItemNoun, subscriptionNoun } from './subscription.description.js';

const SUBSCRIPTION = subscriptionNoun.rows.select('s');
/**
 * What awaits approval stays as it is: a sweep would meet it again and again. It is asked once more
 * behind the lock. By approval_waiting_key.
 */
const FREE = `(not exists (select from rules.pub_approval w
    where w.company_id = :companyId and w.record_id = s.id and w.status = 'waiting')
  and not ${documentApproval.dueSql(':companyId', 's.id')})`;
const ITEM = subscriptionItemNoun.rows.select('i');

/** Locks in the order of ids, whatever the order they are named in. */
const LOCKED = (where: string) =>
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and ${where} order by s.id for no key update of s`;

/** By primary key. */
export const LOCK_NAMED = namedSql(LOCKED('s.id = any(:ids)'), { values: { ids: 'uuid[]' } });

/** The same, as they are. */
export const READ_NAMED = namedSql(
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and s.id = any(:ids) order by s.id`,
  { values: { ids: 'uuid[]' } },
);

const ALIVE = `s.status not in ('cancelled', 'expired')`;
/** Of contracts, what has not ended; by `subscription_contract_index`. */
export const LOCK_OF_CONTRACTS = namedSql(
  LOCKED(`s.contract_id = any(:contractIds) and ${ALIVE}`),
  { values: { contractIds: 'uuid[]' } },
);

/**
 * Its change has come, on a day of a period that is billed; what stands still goes on first, and
 * behind the end of a contract it is known only once that is renewed, and never behind the day on
 * which one was terminated. By
 * `subscription_later_settlement_index`.
 */
const CHANGED = `(s.later_settlement is not null and (s.later_settlement->>'on')::date <= :today
         and s.status in ('active', 'past_due')
         and not exists (select from sales.contract c
           where c.company_id = :companyId and c.id = s.contract_id
             and case c.status when 'active' then c.end_date
               when 'terminated' then c.terminated_on - 1 end
               < (s.later_settlement->>'on')::date))`;

/** Its end or its pause has come, and gives back what is paid for, or a change asks for it. */
const CREDITED = `(s.cancel_at <= :today and s.cancel_credit is not null and s.ended_on is null)
       or (s.pause_on <= :today and s.pause_on is not null and s.pause_credit)
       or ${CHANGED}`;

/**
 * Those whose day has come, each by an index of its own: the start, the end of a trial, of the
 * service or of a pause, and the beginning of one or of a change.
 */
export const LOCK_DUE = namedSql(
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and (
     (s.status = 'pending' and s.start_date <= :today and not s.awaits_order)
     or (s.status = 'trialing' and s.trial_end <= :today)
     or (s.cancel_at <= :today and s.cancel_at is not null and s.ended_on is null)
     or (s.resume_on <= :today and s.resume_on is not null)
     or (s.pause_on <= :today and s.pause_on is not null)
     or (s.change_on <= :today and s.change_on is not null and s.later_settlement is null))
     and not (${CREDITED}) and ${FREE}
   order by s.id limit :limit for no key update of s skip locked`,
  { values: { today: 'date', limit: 'integer' } },
);

/** Those that settle what is paid for on their day, as they are. */
export const READ_CREDITED = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and (${CREDITED}) and ${FREE}
   order by s.id`,
  { values: { today: 'date' } },
);

/** Those of them whose change asks for what is paid for, or gives it back. */
export const READ_CHANGED = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and ${CHANGED} and ${FREE}
   order by s.id`,
  { values: { today: 'date' } },
);

/** Those of them that begin, or whose trial is over; what ends on the day is left to the sweep. */
export const LOCK_BEGINNING = namedSql(
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and (
     (s.status = 'pending' and s.start_date <= :today and not s.awaits_order)
     or (s.status = 'trialing' and s.trial_end <= :today))
     and (s.cancel_at is null or s.cancel_at > :today) and ${FREE}
   order by s.id limit :limit for no key update of s skip locked`,
  { values: { today: 'date', limit: 'integer' } },
);

/** Trials that end soon, of whose end nobody was told. */
export const LOCK_ENDING_TRIALS = namedSql(
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and s.status = 'trialing'
     and s.trial_end > :today and s.trial_end <= :until
     and s.trial_told_for is distinct from s.trial_end
   order by s.id limit :limit for no key update of s skip locked`,
  { values: { today: 'date', until: 'date', limit: 'integer' } },
);

/** By primary key. */
export const NOTE_TOLD_TRIALS = namedSql(
  `update sales.subscription s set trial_told_for = s.trial_end
   where s.company_id = :companyId and s.id = any(:ids)`,
  { values: { ids: 'uuid[]' } },
);

/** What held on no day is history, and no item any more; by prefix of the primary key. */
export const ITEMS_OF = namedSql(
  `select ${ITEM} from sales.subscription_item i
   where i.company_id = :companyId and i.subscription_id = any(:ids)
     and (i.valid_to is null or i.valid_to > i.valid_from)
   order by i.subscription_id, i.position, i.valid_from`,
  { values: { ids: 'uuid[]' } },
);

/** Items as they held on no day, the last of each behind the others; by prefix of the primary key. */
export const DROPPED_ITEMS = namedSql(
  `select ${ITEM} from sales.subscription_item i
   where i.company_id = :companyId and i.subscription_id = :subscriptionId
     and i.item_id = any(:itemIds) and i.valid_to <= i.valid_from
   order by i.id`,
  { values: { subscriptionId: 'uuid', itemIds: 'uuid[]' } },
);

/** Writes all that operations change of subscriptions that are locked. */
export const MOVE = namedSql(
  `update sales.subscription s set status = m.status, contract_id = m.contract_id,
     plan_id = m.plan_id, plan_version_id = m.plan_version_id, quantity = m.quantity,
     frequency = m.frequency, grid_before = m.grid_before::jsonb,
     grid_next = m.grid_next::jsonb, anchor_date = m.anchor_date, anchor_day = m.anchor_day,
     billed_from = m.billed_from, trial_end = m.trial_end, cancel_at = m.cancel_at,
     cancel_reason = m.cancel_reason,
     cancel_credit = m.cancel_credit, pause_credit = m.pause_credit,
     ended_on = m.ended_on, pause_on = m.pause_on, change_on = m.change_on,
     later_settlement = m.later_settlement::jsonb,
     suspended_reason = m.suspended_reason,
     suspended_on = m.suspended_on, resume_on = m.resume_on,
     past_due_waived_on = m.past_due_waived_on, version = s.version + 1, updated_at = :now
   from :rows as m where s.company_id = :companyId and s.id = m.id`,
  {
    rows: {
      id: 'uuid',
      status: 'text',
      contractId: 'uuid',
      planId: 'uuid',
      planVersionId: 'uuid',
      quantity: 'numeric',
      frequency: 'text',
      gridBefore: 'jsonb',
      gridNext: 'jsonb',
      anchorDate: 'date',
      anchorDay: 'integer',
      billedFrom: 'date',
      trialEnd: 'date',
      cancelAt: 'date',
      cancelReason: 'text',
      cancelCredit: 'text',
      pauseCredit: 'boolean',
      endedOn: 'date',
      pauseOn: 'date',
      changeOn: 'date',
      laterSettlement: 'jsonb',
      suspendedReason: 'text',
      suspendedOn: 'date',
      resumeOn: 'date',
      pastDueWaivedOn: 'date',
    },
  },
);

/** Closes rows of items, each on its day; null opens one again. */
export const CLOSE_ITEMS = namedSql(
  `update sales.subscription_item i set valid_to = c.valid_to
   from :rows as c
   where i.company_id = :companyId and i.subscription_id = c.subscription_id and i.id = c.id`,
  { rows: { subscriptionId: 'uuid', id: 'uuid', validTo: 'date' } },
);
