import type { Tx } from '@quittance/database';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';
import { MOST_MEMBERS, portalMembersOf, type Member } from './member.js';

/** One of the users of a credential. */
export interface OfCredential {
  readonly id: PortalUserId;
  readonly credentialId: CredentialId;
  readonly isVerified: boolean;
}

type Reaches = (member: Member) => boolean | Promise<boolean>;

/**
 * Whether what is done to one user may be done to their credential, which is locked: nobody of
 * others is a user of it. An invitation that was not accepted shows nothing: whoever asks has put
 * the address of a stranger there. Of more users than are looked at, some are beyond reach.
 */
export async function speaksForCredential(
  tx: Tx,
  { id, credentialId, isVerified }: OfCredential,
  reaches: Reaches,
): Promise<boolean> {
  const others = (await portalMembersOf(tx, [credentialId])).filter((each) => each.id !== id);
  if (others.length === 0) return true;
  if (!isVerified || others.length + 1 >= MOST_MEMBERS) return false;
  for (const other of others) if (!(await reaches(other))) return false;
  return true;
}
