import { sql } from '@quittance/database';

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

/** Spends a token, by primary key. */
export const SPEND_TOKEN = sql(`
  update identity.refresh_token set spent_at = $4, child_hash = $3
  where company_id = $1 and token_hash = $2`);

/** The child of a token that was just spent. */
export const INSERT_CHILD = sql(`
  insert into identity.refresh_token (company_id, token_hash, family_id, created_at)
  values ($1, $2, $3, now())`);

/**
 * Notes when and from where a session was last used, by primary key; an ended one is left alone.
 */
export const TOUCH_FAMILY = sql(`
  update identity.refresh_family set last_used_at = now(), ip = $3, user_agent = $4
  where company_id = $1 and id = $2 and revoked_at is null`);

/** Ends one family, by primary key. */
export const REVOKE_FAMILY = sql(`
  update identity.refresh_family set revoked_at = now(), revoked_reason = $3
  where company_id = $1 and id = $2 and revoked_at is null`);

/** Ends every family of a user, by refresh_family_user_index. */
export const REVOKE_FAMILIES_OF_USER = sql(`
  update identity.refresh_family set revoked_at = now(), revoked_reason = $3
  where company_id = $1 and user_id = $2 and revoked_at is null`);

/** Ends one live family of a user, by primary key. */
export const REVOKE_FAMILY_OF_USER = sql(`
  update identity.refresh_family set revoked_at = now(), revoked_reason = 'ended by the user'
  where company_id = $1 and id = $2 and user_id = $3 and revoked_at is null
    and expires_at > now()`);

/** Ends every live family of a user but one, by refresh_family_user_index. */
export const REVOKE_OTHER_FAMILIES = sql(`
  update identity.refresh_family set revoked_at = now(), revoked_reason = 'ended by the user'
  where company_id = $1 and user_id = $2 and id <> $3 and revoked_at is null
    and expires_at > now()`);

/** Ends the family of a token and names its user, by primary key. */
export const REVOKE_FAMILY_OF_TOKEN = sql(`
  update identity.refresh_family f set revoked_at = now(), revoked_reason = 'signed out'
  from identity.refresh_token t
  where t.company_id = $1 and t.token_hash = $2 and f.company_id = $1 and f.id = t.family_id
    and f.revoked_at is null
  returning f.user_id as "userId"`);

/** Forgets families that ended, with their tokens, by refresh_family_expiry_index. */
export const DELETE_ENDED_FAMILIES = sql(`
  delete from identity.refresh_family
  where company_id = $1 and expires_at < now() - interval '1 day'`);
