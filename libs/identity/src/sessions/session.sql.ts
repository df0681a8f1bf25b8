import { sql } from '@quittance/database';
import { STAFF_TABLES } from '../directories/sign-in-tables.js';
import { sessionStatements } from './session-statements.js';

export { SIGNED_OUT } from './session-statements.js';

/** A new family with its first token, by no index; times are the database's. */
export const INSERT_FAMILY = sql(`
  with family as (
    insert into identity.refresh_family (company_id, id, user_id, created_at, expires_at,
      device_id, user_agent, ip, last_used_at)
    values ($1, $2, $3, now(), now() + make_interval(secs => $5::int), $6, $7, $8, now()))
  insert into identity.refresh_token (company_id, token_hash, family_id, created_at)
  values ($1, $4, $2, now())`);

/**
 * A presented token with its family and user, by primary key; concurrent refreshes wait here. A
 * lock by guessing keeps nobody out who is in.
 */
export const LOCK_TOKEN = sql(`
  select t.family_id as "familyId", t.spent_at as "spentAt", t.child_hash as "childHash",
    f.expires_at as "familyExpiresAt", f.revoked_at as "familyRevokedAt", u.id as "userId",
    u.email, u.name, u.active as "userMaySignIn", clock_timestamp() as now
  from identity.refresh_token t
  join identity.refresh_family f on f.company_id = $1 and f.id = t.family_id
  join identity.staff_user u on u.company_id = $1 and u.id = f.user_id
  where t.company_id = $1 and t.token_hash = $2
  for update of t`);

/** The sessions of staff. */
export const {
  SPEND_TOKEN,
  INSERT_CHILD,
  TOUCH_FAMILY,
  REVOKE_FAMILY,
  REVOKE_FAMILIES_OF_USER,
  REVOKE_FAMILY_OF_USER,
  REVOKE_OTHER_FAMILIES,
  REVOKE_FAMILY_OF_TOKEN,
  DELETE_ENDED_FAMILIES,
} = sessionStatements(STAFF_TABLES);
