import type { Sealed } from '@quittance/config';
import { namedSql, sql, type Tx } from '@quittance/database';
import {
  formatToken,
  hashToken,
  newOpaqueToken,
  type KnownDevice,
  type LockState,
} from '@quittance/identity';
import type { Instant } from '@quittance/kernel';
import type { CredentialId } from '../actors/portal-actor.js';
import type { Member } from '../credentials/member.js';
import type { Channel, SessionWish } from '../sessions/portal-session.js';

/** How long somebody may look for their telephone. */
const STEP_SECONDS = 300;
/** So many wrong codes end a step. */
const MOST_WRONG = 5;

const INSERT = namedSql(
  `insert into portal.mfa_step (company_id, token_hash, credential_id, portal_user_id, device_id,
     channel, remembered, pending, created_at, expires_at)
   values (:companyId, :tokenHash, :credentialId, :portalUserId, :deviceId, :channel, :remembered,
     :pending, now(), now() + make_interval(secs => :seconds))`,
  {
    values: {
      tokenHash: 'bytea',
      credentialId: 'uuid',
      portalUserId: 'uuid',
      deviceId: 'uuid',
      channel: 'text',
      remembered: 'boolean',
      pending: 'jsonb',
      seconds: 'integer',
    },
  },
);

/** Whose step it is, by primary key; nothing is decided by it but what to lock. */
const FIND = sql(`
  select credential_id as "credentialId" from portal.mfa_step
  where company_id = $1 and token_hash = $2`);

const LOCK_CREDENTIAL = sql(`
  select failures, locked_until as "lockedUntil", tries_in_lock as "triesInLock",
    clock_timestamp() as now
  from portal.credential where company_id = $1 and id = $2 for update`);

/** By primary key. */
const LOCK_STEP = sql(`
  select s.portal_user_id as "portalUserId", s.device_id as "deviceId", s.channel, s.remembered,
    s.pending
  from portal.mfa_step s
  where s.company_id = $1 and s.token_hash = $2 and s.used_at is null and s.expires_at > now()
  for update`);

const LOCK_DEVICE = sql(`
  select d.id, d.failures, d.locked_until as "lockedUntil", d.tries_in_lock as "triesInLock"
  from portal.known_device d
  join portal.mfa_step s on s.company_id = $1 and s.token_hash = $2 and s.device_id = d.id
  where d.company_id = $1 and d.expires_at > now()
  for update of d`);

const MISS = sql(`
  update portal.mfa_step s set failures = s.failures + 1,
    used_at = case when s.failures + 1 >= ${MOST_WRONG} then t.at end
  from (select now() as at) t
  where s.company_id = $1 and s.token_hash = $2`);
const USE = sql(`
  update portal.mfa_step set used_at = now() where company_id = $1 and token_hash = $2`);
/** By mfa_step_credential_index. */
const END = sql(`
  update portal.mfa_step set used_at = now()
  where company_id = $1 and credential_id = $2 and used_at is null`);

/** Where a session is to begin once a code was right. */
export interface MfaStep extends Omit<SessionWish, 'userAgent'> {
  readonly portalUserId: Member['id'];
  /** The authenticator that is set up by it; null where there is one. */
  readonly pending: Sealed | null;
  readonly channel: Channel;
}

/** Remembers that the password of the user was right, and answers the token of it. */
export async function keepMfaStep(
  tx: Tx,
  { id: portalUserId, credentialId }: Pick<Member, 'id' | 'credentialId'>,
  { channel, remembered, deviceId }: SessionWish,
  pending: Sealed | null,
): Promise<string> {
  const token = newOpaqueToken('qm', tx.ctx.companyId);
  const whose = { tokenHash: hashToken(token), credentialId, portalUserId, deviceId };
  await INSERT.run(tx, { ...whose, channel, remembered, pending, seconds: STEP_SECONDS });
  return formatToken(token);
}

/** A step with the counts that a wrong code adds to, all locked. */
export interface HeldMfaStep {
  readonly step: MfaStep;
  readonly credentialId: CredentialId;
  readonly credential: LockState & { readonly now: Instant };
  readonly device: KnownDevice | undefined;
}

/** The step of a token, locked behind its credential; undefined where it is over or none. */
export async function holdMfaStep(tx: Tx, tokenHash: Buffer): Promise<HeldMfaStep | undefined> {
  const { companyId } = tx.ctx;
  const found = await tx.maybe<Pick<HeldMfaStep, 'credentialId'>>(FIND, [companyId, tokenHash]);
  if (!found) return undefined;
  const { credentialId } = found;
  const [credential, device, step] = await tx.locked(
    () => tx.one<HeldMfaStep['credential']>(LOCK_CREDENTIAL, [companyId, credentialId]),
    () => tx.maybe<KnownDevice>(LOCK_DEVICE, [companyId, tokenHash]),
    () => tx.maybe<MfaStep>(LOCK_STEP, [companyId, tokenHash]),
  );
  return step && { step, credentialId, credential, device };
}

/** Counts a wrong code at the step; the fifth ends it. */
export async function missStep(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.run(MISS, [tx.ctx.companyId, tokenHash]);
}

export async function useMfaStep(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.run(USE, [tx.ctx.companyId, tokenHash]);
}

/** What a password was right for is over with it. */
export async function endMfaSteps(tx: Tx, id: CredentialId): Promise<void> {
  await tx.run(END, [tx.ctx.companyId, id]);
}
