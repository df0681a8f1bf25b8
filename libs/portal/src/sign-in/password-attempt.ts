import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import {
  decoys,
  lockOut,
  type KnownDevice,
  type LockState,
  type LockVerdict,
} from '@quittance/identity';
import type { Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { CredentialId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf, unfitBecause, type Member } from '../credentials/member.js';
import { RECORD_ATTEMPT_AT_CREDENTIAL, portalDevices } from '../credentials/portal-tables.js';

/**
 * Locks one credential for an attempt, by primary key; `now` is the database's. A password changed
 * since the hash was read makes the attempt void.
 */
const LOCK_CREDENTIAL = sql(`
  select k.failures, k.locked_until as "lockedUntil", k.tries_in_lock as "triesInLock",
    k.password_hash is not distinct from $3 as "sameHash", m.secret is not null as "hasMfa",
    clock_timestamp() as now
  from portal.credential k
  left join portal.mfa m on m.company_id = $1 and m.credential_id = k.id
  where k.company_id = $1 and k.id = $2 for update of k`);

interface CredentialRow extends LockState {
  readonly sameHash: boolean;
  readonly hasMfa: boolean;
  readonly now: Instant;
}

/** A password that was compared with that of a credential. */
export interface ComparedPassword {
  readonly credentialId: CredentialId;
  readonly passwordHash: string | null;
  readonly matches: boolean;
  /** Finds the device: by the token that it brings, or by the session that asks. */
  readonly device: (tx: Tx) => Promise<KnownDevice | undefined>;
}

export interface JudgedAttempt {
  readonly verdict: LockVerdict;
  readonly device: KnownDevice | undefined;
  /** As whom somebody who knows the password may act. */
  readonly usable: readonly Member[];
  /** Whether the password is but the first of two factors. */
  readonly hasMfa: boolean;
  /** Why not, for the log alone. */
  readonly reason: string | null;
}

/**
 * Judges and counts an attempt under the lock of its credential, as that of staff is: of any number
 * of guesses at once five are looked at. A password that is right for nobody who may act is a wrong
 * one. A known device has a count of its own, and neither count touches the other.
 */
export async function judgePassword(tx: Tx, attempt: ComparedPassword): Promise<JudgedAttempt> {
  const { credentialId: id, passwordHash } = attempt;
  const { companyId } = tx.ctx;
  const [credential, device, members] = await tx.locked(
    () => tx.one<CredentialRow>(LOCK_CREDENTIAL, [companyId, id, passwordHash]),
    () => attempt.device(tx),
    () => portalMembersOf(tx, [id]),
  );
  const usable = members.filter(mayAct);
  const known = attempt.matches && credential.sameHash;
  const verdict = lockOut.judge(device ?? credential, known && usable.length > 0, credential.now);
  const admitted = verdict.outcome === 'admitted';
  // Of two factors a password is half: wrong codes would never add up if it forgot them.
  const leaves = admitted && credential.hasMfa ? (device ?? credential) : verdict.state;
  await leaveCounts(tx, { credentialId: id, credential, device, members }, { verdict, leaves });
  const [first] = members;
  const unfit = first ? unfitBecause(first) : 'unknown';
  const reason = admitted ? null : known ? (unfit ?? 'locked out') : 'wrong password';
  return { verdict, device, usable, hasMfa: credential.hasMfa, reason };
}

/** Whose counts an attempt adds to, all locked. */
export interface Counted {
  readonly credentialId: CredentialId;
  readonly credential: LockState;
  readonly device: KnownDevice | undefined;
  readonly members: readonly Member[];
}

/** Writes what an attempt leaves on the device where one is known, else on the credential. */
export async function leaveCounts(
  tx: Tx,
  { credentialId, credential, device, members }: Counted,
  { verdict, leaves }: { readonly verdict: LockVerdict; readonly leaves: LockState },
): Promise<void> {
  const { companyId } = tx.ctx;
  const admitted = verdict.outcome === 'admitted';
  const { failures, lockedUntil, triesInLock } = device ? credential : leaves;
  const left = [failures, lockedUntil, admitted, triesInLock];
  await Promise.all([
    tx.run(RECORD_ATTEMPT_AT_CREDENTIAL, [companyId, credentialId, ...left]),
    portalDevices.record(tx, device, leaves, admitted),
  ]);
  if (verdict.outcome === 'refused' && verdict.lockedNow) {
    announce(tx, credentialId, members, verdict, device);
  }
}

/** The log entry and the events of a count that an attempt has just filled. */
function announce(
  tx: Tx,
  id: CredentialId,
  members: readonly Member[],
  { state: { lockedUntil } }: LockVerdict,
  device: KnownDevice | undefined,
): void {
  const knownDevice = device !== undefined;
  const after = { knownDevice };
  audit(tx, { action: 'portal_user.locked', object: 'portal-user', recordId: id, after });
  if (tx.ctx.companyId === decoys.company) return;
  for (const { id: recordId, email, directory } of members) {
    const data = { id: recordId, email, directory, lockedUntil, knownDevice };
    emit(tx, { type: 'portal_user.locked', object: 'portal-user', recordId, data });
  }
}
