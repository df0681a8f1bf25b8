import { audit, changedFields } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { Audience } from '../tokens/access-tokens.js';

/** What a company sets for all users who sign in to one of its directories. */
export interface Directory {
  readonly audience: Audience;
  /** Whether five wrong guesses end the live sessions too, besides closing sign-in. */
  readonly lockEndsSessions: boolean;
}

/**
 * Where the company has set nothing: strangers who guess throw no staff out of their work; a portal
 * user who is locked is refused on every request.
 */
export function locksEndSessionsUnlessSet(audience: Audience): boolean {
  return audience !== 'staff';
}

/** By primary key. */
const FIND_DIRECTORY = sql(`
  select lock_ends_sessions as "lockEndsSessions" from identity.directory
  where company_id = $1 and audience = $2`);

/** By primary key; the last change wins. */
const PUT_DIRECTORY = sql(`
  insert into identity.directory (company_id, audience, lock_ends_sessions, updated_at)
  values ($1, $2, $3, $4)
  on conflict (company_id, audience) do update
    set lock_ends_sessions = excluded.lock_ends_sessions, updated_at = excluded.updated_at`);

/** A merge: what is absent stays. */
export type DirectoryPatch = Partial<Omit<Directory, 'audience'>>;

export async function findDirectory(tx: Tx, audience: Audience): Promise<Directory> {
  const params = [tx.ctx.companyId, audience];
  const set = await tx.maybe<{ lockEndsSessions: boolean }>(FIND_DIRECTORY, params);
  return {
    audience,
    lockEndsSessions: set?.lockEndsSessions ?? locksEndSessionsUnlessSet(audience),
  };
}

/** Sets how the users of a directory sign in; it holds from the next lock on. */
export async function changeDirectory(
  tx: Tx,
  audience: Audience,
  patch: DirectoryPatch,
): Promise<Directory> {
  const { companyId, now } = tx.ctx;
  const { audience: _, ...before } = await findDirectory(tx, audience);
  const after = { ...before, ...patch };
  await tx.run(PUT_DIRECTORY, [companyId, audience, after.lockEndsSessions, now]);
  const changes = changedFields(before, after);
  audit(tx, { action: 'directory.updated', object: 'directory', recordId: audience, ...changes });
  return { audience, ...after };
}
