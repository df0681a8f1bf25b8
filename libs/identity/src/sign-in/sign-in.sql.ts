import { sql } from '@quittance/database';
import { STAFF_TABLES } from '../directories/sign-in-tables.js';
import { attemptStatement } from './attempt-statement.js';

/**
 * The accounts an e-mail may mean, at most five, the most recently used first, each with whether it
 * knows the device that asks and has not locked it.
 */
export const FIND_ACCOUNTS = sql(`
  select company_id as "companyId", id, password_hash as "passwordHash", known
  from identity.door_sign_in($1, $2, $3)`);

/**
 * Locks one account for an attempt, by primary key; `now` is the database's. A password changed
 * since the hash was read makes the attempt void. What the company has set for its staff comes
 * along.
 */
export const LOCK_ACCOUNT = sql(`
  select email, name, active, failures, locked_until as "lockedUntil",
    tries_in_lock as "triesInLock",
    password_hash is not distinct from $3 as "sameHash", clock_timestamp() as now,
    (select d.lock_ends_sessions from identity.directory d
      where d.company_id = $1 and d.audience = 'staff') as "lockEndsSessions"
  from identity.staff_user where company_id = $1 and id = $2 for update`);

export const RECORD_ATTEMPT = attemptStatement(STAFF_TABLES.account);
