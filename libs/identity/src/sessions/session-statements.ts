import { sql } from '@quittance/database';
import type { SignInTables } from '../directories/sign-in-tables.js';

/** Why a session is over whose user has ended it where they were. */
export const SIGNED_OUT = 'signed out';

/** Statements about the sessions of a directory: families of refresh tokens, of which hashes. */
export function sessionStatements({ family, token, holder }: SignInTables) {
  return {
    /** Spends a token, by primary key. */
    SPEND_TOKEN: sql(`
      update ${token} set spent_at = $4, child_hash = $3
      where company_id = $1 and token_hash = $2`),

    /** A token of a family: its first one, or the child of one that was just spent. */
    INSERT_CHILD: sql(`
      insert into ${token} (company_id, token_hash, family_id, created_at)
      values ($1, $2, $3, now())`),

    /**
     * Notes when and from where a session was last used, by primary key; an ended one is left
     * alone.
     */
    TOUCH_FAMILY: sql(`
      update ${family} set last_used_at = now(), ip = $3, user_agent = $4
      where company_id = $1 and id = $2 and revoked_at is null`),

    /** Ends one family, by primary key. */
    REVOKE_FAMILY: sql(`
      update ${family} set revoked_at = now(), revoked_reason = $3
      where company_id = $1 and id = $2 and revoked_at is null`),

    /** Ends every family of an account, by the index of its holder. */
    REVOKE_FAMILIES_OF_USER: sql(`
      update ${family} set revoked_at = now(), revoked_reason = $3
      where company_id = $1 and ${holder} = $2 and revoked_at is null`),

    /** Ends one live family of an account, by primary key. */
    REVOKE_FAMILY_OF_USER: sql(`
      update ${family} set revoked_at = now(), revoked_reason = 'ended by the user'
      where company_id = $1 and id = $2 and ${holder} = $3 and revoked_at is null
        and expires_at > now()`),

    /** Ends every live family of an account but one, by the index of its holder. */
    REVOKE_OTHER_FAMILIES: sql(`
      update ${family} set revoked_at = now(), revoked_reason = 'ended by the user'
      where company_id = $1 and ${holder} = $2 and id <> $3 and revoked_at is null
        and expires_at > now()`),

    /** Ends the family of a token and names its holder, by primary key. */
    REVOKE_FAMILY_OF_TOKEN: sql(`
      update ${family} f set revoked_at = now(), revoked_reason = '${SIGNED_OUT}'
      from ${token} t
      where t.company_id = $1 and t.token_hash = $2 and f.company_id = $1 and f.id = t.family_id
        and f.revoked_at is null
      returning f.${holder} as "userId"`),

    /** Forgets a batch of families that ended, with their tokens, by the index of their expiry. */
    DELETE_ENDED_FAMILIES: sql(`
      delete from ${family}
      where company_id = $1 and id in (
        select f.id from ${family} f
        where f.company_id = $1 and f.expires_at < now() - interval '1 day'
        order by f.expires_at limit $2)`),
  };
}
