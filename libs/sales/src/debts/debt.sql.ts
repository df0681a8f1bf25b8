import { namedSql } from '@quittance/database';
import { subscriptionNoun } from '../subscriptions/subscription.description.js';

const SUBSCRIPTION = subscriptionNoun.rows.select('s');
const BY_DEBT = `(s.status = 'past_due' or s.suspended_reason = 'dunning')`;

/** Those of the named that are what they are for a debt; by primary key. */
export const INDEBTED = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and s.id = any(:ids) and ${BY_DEBT}`,
  { values: { ids: 'uuid[]' } },
);

/** The next of all of them; by `subscription_debt_index`. */
export const NEXT_INDEBTED = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and s.id > :after and ${BY_DEBT}
   order by s.id limit :most`,
  { values: { after: 'uuid', most: 'integer' } },
);

/** Of the named those that can become those of debtors; by primary key. */
export const ACTIVE_AMONG = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and s.id = any(:ids) and s.status = 'active'`,
  { values: { ids: 'uuid[]' } },
);

/** Those of the named that have not begun, are on trial or paused; by primary key. */
export const AT_REST = namedSql(
  `select s.id from sales.subscription s
   where s.company_id = :companyId and s.id = any(:ids)
     and (s.status in ('pending', 'trialing') or s.suspended_reason = 'pause')`,
  { values: { ids: 'uuid[]' } },
);

/** Of the named those that there are. */
export const THERE = namedSql(
  `select s.id from sales.subscription s where s.company_id = :companyId and s.id = any(:ids)`,
  { values: { ids: 'uuid[]' } },
);

/**
 * Locks those of the named that nobody holds. It never waits: whoever asks may hold invoices, which
 * come behind subscriptions in the order of locks, so that waiting could become a deadlock.
 */
export const LOCK_FREE = namedSql(
  `select ${SUBSCRIPTION} from sales.subscription s
   where s.company_id = :companyId and s.id = any(:ids)
   order by s.id for no key update of s skip locked`,
  { values: { ids: 'uuid[]' } },
);
