import { namedSql, sql, type Tx } from '@quittance/database';
import { formatToken, hashToken, newOpaqueToken } from '@quittance/identity';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';

/** What goes to a mailbox: an invitation of a user, or the way to another password. */
export type LinkPurpose = 'invitation' | 'reset';

const LIFE_SECONDS: Readonly<Record<LinkPurpose, number>> = {
  invitation: 72 * 3600,
  reset: 3600,
};

/** For whom a link is made; a reset is for all users of a credential. */
export interface LinkFor {
  readonly purpose: LinkPurpose;
  readonly credentialId: CredentialId;
  readonly portalUserId: PortalUserId | null;
}

const INSERT = namedSql(
  `insert into portal.secret_link (company_id, token_hash, purpose, credential_id,
     portal_user_id, created_at, expires_at)
   values (:companyId, :tokenHash, :purpose, :credentialId, :portalUserId, now(),
     now() + make_interval(secs => :seconds))`,
  {
    values: {
      tokenHash: 'bytea',
      purpose: 'text',
      credentialId: 'uuid',
      portalUserId: 'uuid',
      seconds: 'integer',
    },
  },
);

/** By secret_link_user_index. */
const END_INVITATIONS = sql(`
  update portal.secret_link set ended_at = now()
  where company_id = $1 and portal_user_id = $2 and used_at is null and ended_at is null`);

/** By secret_link_credential_index. */
const END_RESETS = sql(`
  update portal.secret_link set ended_at = now()
  where company_id = $1 and credential_id = $2 and purpose = 'reset' and used_at is null
    and ended_at is null`);

/** Uses a link up, by primary key; of two at once only one gets a row. */
const USE = sql(`
  update portal.secret_link set used_at = now()
  where company_id = $1 and token_hash = $2 and used_at is null and ended_at is null
    and expires_at > now()
  returning credential_id`);

/**
 * Makes the secret of a link, of which only the hash is stored. Whoever holds it gets in: it goes
 * to the mailbox of its user and to nobody else.
 */
export async function makeLink(tx: Tx, { purpose, ...whose }: LinkFor): Promise<string> {
  const token = newOpaqueToken('qp', tx.ctx.companyId);
  const seconds = LIFE_SECONDS[purpose];
  await INSERT.run(tx, { ...whose, purpose, tokenHash: hashToken(token), seconds });
  return formatToken(token);
}

/** Makes every outstanding invitation of the user worthless: a new one ends those before. */
export async function endInvitations(tx: Tx, id: PortalUserId): Promise<void> {
  await tx.run(END_INVITATIONS, [tx.ctx.companyId, id]);
}

export async function endResets(tx: Tx, id: CredentialId): Promise<void> {
  await tx.run(END_RESETS, [tx.ctx.companyId, id]);
}

/** Whether the link was good; then it is not any more. */
export async function useLink(tx: Tx, hash: Buffer): Promise<boolean> {
  return (await tx.maybe(USE, [tx.ctx.companyId, hash])) !== undefined;
}
