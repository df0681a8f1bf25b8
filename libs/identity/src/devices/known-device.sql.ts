import { sql } from '@quittance/database';

/**
 * Locks a device of an account for an attempt, by known_device_token_key; the account's row must be
 * locked before. Finds nothing for the hash of a token that is none, which costs as much.
 */
export const LOCK_DEVICE = sql(`
  select id, failures, locked_until as "lockedUntil" from identity.known_device
  where company_id = $1 and token_hash = $3 and user_id = $2 and expires_at > now()
  for update`);

/** The device that a session began on, likewise. */
export const LOCK_DEVICE_OF_SESSION = sql(`
  select d.id, d.failures, d.locked_until as "lockedUntil" from identity.known_device d
  where d.company_id = $1 and d.user_id = $2 and d.expires_at > now() and d.id = (
    select f.device_id from identity.refresh_family f where f.company_id = $1 and f.id = $3)
  for update of d`);

/** What an attempt leaves on a device, by primary key; a device that is none is not found. */
export const RECORD_DEVICE_ATTEMPT = sql(`
  update identity.known_device d set failures = $3, locked_until = $4,
    sign_ins = d.sign_ins + case when $5::boolean then 1 else 0 end,
    last_used_at = case when $5::boolean then t.at else d.last_used_at end,
    expires_at = case when $5::boolean then t.until else d.expires_at end
  from (select now() as at, now() + make_interval(secs => $6::int) as until) t
  where d.company_id = $1 and d.id = $2`);

/** A device that has signed in for the first time. */
export const INSERT_DEVICE = sql(`
  insert into identity.known_device
    (company_id, id, user_id, token_hash, created_at, last_used_at, expires_at)
  values ($1, $2, $3, $4, now(), now(), now() + make_interval(secs => $5::int))`);

/**
 * Forgets the devices of a user beside the newest and so many others, by known_device_user_index:
 * first those that came only once, as programs do that keep no token, then those that have not come
 * for longest. They are deleted later, when no session names them.
 */
export const RETIRE_DEVICES = sql(`
  update identity.known_device set expires_at = now()
  where company_id = $1 and id in (
    select d.id from identity.known_device d
    where d.company_id = $1 and d.user_id = $2 and d.id <> $3 and d.expires_at > now()
    order by (d.sign_ins > 1) desc, d.last_used_at desc, d.id desc offset $4)`);

/** Opens every device of a user, by known_device_user_index. */
export const OPEN_DEVICES = sql(`
  update identity.known_device set failures = 0, locked_until = null
  where company_id = $1 and user_id = $2 and failures > 0`);

/** Deletes devices that ended a day ago, by known_device_expiry_index. */
export const DELETE_ENDED_DEVICES = sql(`
  delete from identity.known_device d
  where d.company_id = $1 and d.expires_at < now() - interval '1 day' and not exists (
    select 1 from identity.refresh_family f where f.company_id = $1 and f.device_id = d.id)`);
