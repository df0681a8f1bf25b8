import { namedSql, sql, type Tx } from '@quittance/database';
import { hashToken, type KnownDevice, type newOpaqueToken } from '@quittance/identity';
import type { CredentialId } from '../actors/portal-actor.js';
import { endMfaSteps } from '../mfa/mfa-steps.js';
import type { Channel, SessionWish } from '../sessions/portal-session.js';

/** How long somebody may take to choose. */
const STEP_SECONDS = 300;

const INSERT = namedSql(
  `insert into portal.sign_in_step (company_id, token_hash, credential_id, device_id, channel,
     remembered, created_at, expires_at)
   values (:companyId, :tokenHash, :credentialId, :deviceId, :channel, :remembered, now(),
     now() + make_interval(secs => :seconds))`,
  {
    values: {
      tokenHash: 'bytea',
      credentialId: 'uuid',
      deviceId: 'uuid',
      channel: 'text',
      remembered: 'boolean',
      seconds: 'integer',
    },
  },
);

/** Uses a step up, by primary key; of two at once only one gets its rows. */
const CLAIM = namedSql(
  `update portal.sign_in_step set used_at = now()
   where company_id = :companyId and token_hash = :tokenHash and used_at is null
     and expires_at > now()
   returning credential_id as "credentialId", device_id as "deviceId", channel, remembered`,
  { values: { tokenHash: 'bytea' } },
);

/**
 * Locks the credentials of a step, before those are claimed: a password that changes meanwhile
 * ends the session that begins. A lock that came after the step ends it as it does a session.
 */
const LOCK_MEANT = namedSql(
  `select k.id, coalesce(k.locked_until > now()
       and s.created_at <= k.locked_until - interval '15 minutes', false)
     or coalesce(d.locked_until > now()
       and s.created_at <= d.locked_until - interval '15 minutes', false) as "isShut"
   from portal.sign_in_step s
   join portal.credential k on k.company_id = :companyId and k.id = s.credential_id
   left join portal.known_device d on d.company_id = :companyId and d.id = s.device_id
   where s.company_id = :companyId and s.token_hash = :tokenHash
   order by k.id for update of k`,
  { values: { tokenHash: 'bytea' } },
);

/** By sign_in_step_credential_index. */
const END = sql(`
  update portal.sign_in_step set used_at = now()
  where company_id = $1 and credential_id = $2 and used_at is null`);

/** Whether the step was good; then it is not any more, in whatever company somebody goes on. */
export async function useStepAtHome(tx: Tx, token: TokenSecret): Promise<boolean> {
  return (await CLAIM.rows(tx, { tokenHash: hashToken(token) })).length > 0;
}

export interface ClaimedStep {
  readonly credentialId: CredentialId;
  readonly deviceId: KnownDevice['id'] | null;
  readonly channel: Channel;
  readonly remembered: boolean;
}

type TokenSecret = ReturnType<typeof newOpaqueToken>;

/** Remembers that the password of the credential was right, for who then chooses a user. */
export async function keepStep(
  tx: Tx,
  token: TokenSecret,
  credentialId: CredentialId,
  { deviceId, channel, remembered }: SessionWish,
): Promise<void> {
  const place = { deviceId, channel, remembered };
  const tokenHash = hashToken(token);
  await INSERT.run(tx, { tokenHash, credentialId, ...place, seconds: STEP_SECONDS });
}

/**
 * The credentials of this company whose passwords were right, and that nobody has locked since;
 * none where it was used or is old.
 */
export async function claimStep(tx: Tx, token: TokenSecret): Promise<ClaimedStep[]> {
  const tokenHash = hashToken(token);
  const [meant, claimed] = await tx.locked(
    () => LOCK_MEANT.rows<MeantByStep>(tx, { tokenHash }),
    () => CLAIM.rows<ClaimedStep>(tx, { tokenHash }),
  );
  const shut = new Set(meant.filter(({ isShut }) => isShut).map(({ id }) => id));
  return claimed.filter(({ credentialId }) => !shut.has(credentialId));
}

interface MeantByStep {
  readonly id: CredentialId;
  readonly isShut: boolean;
}

/** What a password was right for is over with it. */
export async function endSteps(tx: Tx, id: CredentialId): Promise<void> {
  await Promise.all([tx.run(END, [tx.ctx.companyId, id]), endMfaSteps(tx, id)]);
}
