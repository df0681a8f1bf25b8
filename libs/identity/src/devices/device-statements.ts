import { sql } from '@quittance/database';
import type { SignInTables } from '../directories/sign-in-tables.js';

/** Statements about the devices that have signed in to the accounts of a directory. */
export function deviceStatements({ device, family, holder }: SignInTables) {
  return {
    /**
     * Locks a device of an account for an attempt, by its token; the account's row must be locked
     * before. Finds nothing for the hash of a token that is none, which costs as much.
     */
    lock: sql(`
      select id, failures, locked_until as "lockedUntil", tries_in_lock as "triesInLock"
      from ${device}
      where company_id = $1 and token_hash = $3 and ${holder} = $2 and expires_at > now()
      for update`),

    /** The device that a session began on, likewise. */
    lockOfSession: sql(`
      select d.id, d.failures, d.locked_until as "lockedUntil", d.tries_in_lock as "triesInLock"
      from ${device} d
      where d.company_id = $1 and d.${holder} = $2 and d.expires_at > now() and d.id = (
        select f.device_id from ${family} f where f.company_id = $1 and f.id = $3)
      for update of d`),

    /** What an attempt leaves on a device, by primary key; a device that is none is not found. */
    record: sql(`
      update ${device} d set failures = $3, locked_until = $4, tries_in_lock = $7,
        sign_ins = d.sign_ins + case when $5::boolean then 1 else 0 end,
        last_used_at = case when $5::boolean then t.at else d.last_used_at end,
        expires_at = case when $5::boolean then t.until else d.expires_at end
      from (select now() as at, now() + make_interval(secs => $6::int) as until) t
      where d.company_id = $1 and d.id = $2`),

    /** A device that has signed in for the first time. */
    insert: sql(`
      insert into ${device}
        (company_id, id, ${holder}, token_hash, created_at, last_used_at, expires_at)
      values ($1, $2, $3, $4, now(), now(), now() + make_interval(secs => $5::int))`),

    /**
     * Forgets the devices of an account beside the newest and so many others: first those that
     * came only once, as programs do that keep no token, then those that have not come for longest.
     * They are deleted later, when no session names them.
     */
    retire: sql(`
      update ${device} set expires_at = now()
      where company_id = $1 and id in (
        select d.id from ${device} d
        where d.company_id = $1 and d.${holder} = $2 and d.id <> $3 and d.expires_at > now()
        order by (d.sign_ins > 1) desc, d.last_used_at desc, d.id desc offset $4)`),

    /** Opens every device of an account. */
    open: sql(`
      update ${device} set failures = 0, locked_until = null, tries_in_lock = 0
      where company_id = $1 and ${holder} = $2 and failures > 0`),

    /** Deletes a batch of devices that ended a day ago, by the index of their expiry. */
    deleteEnded: sql(`
      delete from ${device}
      where company_id = $1 and id in (
        select d.id from ${device} d
        where d.company_id = $1 and d.expires_at < now() - interval '1 day' and not exists (
          select 1 from ${family} f where f.company_id = $1 and f.device_id = d.id)
        order by d.expires_at limit $2)`),
  };
}
