import { namedSql, type Tx } from '@quittance/database';
import { hashToken, type KnownDevice, type newOpaqueToken } from '@quittance/identity';
import type { CredentialId } from '../actors/portal-actor.js';
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

/** The credentials of this company whose passwords were right; none where it was used or is old. */
export function claimStep(tx: Tx, token: TokenSecret): Promise<ClaimedStep[]> {
  return CLAIM.rows<ClaimedStep>(tx, { tokenHash: hashToken(token) });
}
