import { reach } from '@quittance/access';
import { sql, violates, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import type { Bind, ListDefinition } from '@quittance/lists';
import { headOf, nounList } from '@quittance/nouns';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';
import { MEMBER_PARTIES, rightsShown } from '../credentials/member.js';
import { speaksForCredential } from '../credentials/own-credential.js';
import { portalUserTaken } from '../portal.errors.js';
import {
  portalUserNoun,
  type PortalUserRow,
  type PortalUserView,
} from './portal-user.description.js';
import type { PortalStanding } from './portal-user.js';

/** A user with what their credential and party say. */
export interface StoredPortalUser extends PortalUserRow {
  readonly partyId: string;
  readonly partyName: string;
  readonly email: string;
  readonly username: string | null;
  readonly isVerified: boolean;
  readonly lockedUntil: PortalUserView['lockedUntil'];
}

const { rows, members } = portalUserNoun;
const shownSql = (name: 'partyId' | 'partyName' | 'email' | 'username' | 'lockedUntil') =>
  `${members[name].sql} as "${name}"`;

const COLUMNS = `${rows.select('u')}, ${shownSql('partyId')}, ${shownSql('partyName')},
  ${shownSql('email')}, ${shownSql('username')}, ${shownSql('lockedUntil')},
  ${members.isVerified.sql} as "isVerified"`;
const FROM = `portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  ${MEMBER_PARTIES}
  cross join lateral (select coalesce(a.owner_id, l.owner_id) as owner_id) p`;

const view = headOf(portalUserNoun, {
  partyId: ({ partyId }: StoredPortalUser) => partyId,
  partyName: ({ partyName }: StoredPortalUser) => partyName,
  email: ({ email }: StoredPortalUser) => email,
  username: ({ username }: StoredPortalUser) => username,
  permissions: (row: StoredPortalUser) => rightsShown((right) => row[right]),
  isVerified: ({ isVerified }: StoredPortalUser) => isVerified,
  lockedUntil: ({ lockedUntil }: StoredPortalUser) => lockedUntil,
});

/** A user as the API shows them: nothing that opens a door. */
export const portalUserView = (row: StoredPortalUser): PortalUserView =>
  view(row) as PortalUserView;

/** Users with their parties, whose owner says who of the staff may see them. */
export const portalUserList: ListDefinition<StoredPortalUser, PortalUserView> = {
  ...nounList<StoredPortalUser, PortalUserView>(portalUserNoun as never, portalUserView),
  from: FROM,
  select: COLUMNS,
};

const FIND = `select ${COLUMNS} from ${FROM} where u.company_id = $1 and u.id = $2`;
/**
 * All users of the party of one, and one beside them, in the order of their ids; by the indexes of
 * the party and the primary key.
 */
const LOCK = sql(`
  select u.id, u.active, u.active and u.role = 'Admin' and u.verified_at is not null as "isAdmin",
    coalesce(u.account_id = t.account_id, u.ledger_account_id = t.ledger_account_id, false)
      as "isColleague"
  from portal.portal_user t
  join portal.portal_user u on u.company_id = $1 and u.directory = t.directory
    and (u.account_id = t.account_id or u.ledger_account_id = t.ledger_account_id
      or u.id = $3::uuid)
  where t.company_id = $1 and t.id = $2
  order by u.id for no key update of u`);

/** Whose users somebody of the staff reaches: those of parties whose records they may see. */
function portalUsersInScope(ctx: Ctx): (bind: Bind) => string {
  return (bind) => reach.rows(ctx, portalUserNoun.reach, 'u', bind) ?? 'true';
}

/** Whether the staff user reaches all whom the user's credential signs in, which is locked. */
export function reachesCredential(tx: Tx, user: StoredPortalUser): Promise<boolean> {
  return speaksForCredential(tx, user, ({ directory, partyId }) =>
    reachesParty(tx, directory, partyId),
  );
}

/** Whether the party is among the records whose users the staff user may look at. */
export async function reachesParty(
  tx: Tx,
  directory: PortalUserRow['directory'],
  partyId: string,
): Promise<boolean> {
  const { ctx } = tx;
  const params: unknown[] = [ctx.companyId, partyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const beside = directory === 'customer' ? 'accounts' : 'ledger-accounts';
  const { permissions } = ctx;
  const widest = reach.narrower([
    permissions.scope('portal-users'),
    reach.beside(permissions, [beside]),
  ]);
  const scope = reach.within(ctx, widest, { ways: [[]], alias: 'p' }, bind) ?? 'true';
  const view = directory === 'customer' ? 'crm.pub_customer' : 'crm.pub_trading_partner';
  const found = await tx.maybe(
    `select 1 from ${view} p where p.company_id = $1 and p.id = $2 and ${scope}`,
    params,
  );
  return found !== undefined;
}

/** @throws DomainError not_found, also where the staff user does not reach the party */
export async function findPortalUser(tx: Tx, id: PortalUserId): Promise<StoredPortalUser> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = portalUsersInScope(tx.ctx)((value) => `$${params.push(value)}`);
  const found = await tx.maybe<StoredPortalUser>(`${FIND} and ${scope}`, params);
  if (!found) throw notFound({ object: 'portal user' });
  return found;
}

/** A locked user, and who else acts for the party. */
export interface AmongColleagues {
  readonly user: StoredPortalUser;
  readonly hasColleagues: boolean;
  /** Somebody else who may act has the role Admin. */
  readonly hasOtherAdmin: boolean;
}

/**
 * A user with everybody of the party, locked until the transaction ends, so that of two Admins who
 * put each other out one stays. @throws DomainError not_found
 * @param by another user of the directory who is locked along, of whichever party: who does it
 */
export async function lockPortalUser(
  tx: Tx,
  id: PortalUserId,
  by: PortalUserId | null = null,
): Promise<AmongColleagues> {
  const [all, user] = await tx.locked(
    () => tx.rows<Locked>(LOCK, [tx.ctx.companyId, id, by]),
    () => findPortalUser(tx, id),
  );
  const others = all.filter((each) => each.isColleague && each.id !== id && each.active);
  const hasOtherAdmin = others.some(({ isAdmin }) => isAdmin);
  return { user, hasColleagues: others.length > 0, hasOtherAdmin };
}

interface Locked {
  readonly id: PortalUserId;
  readonly active: boolean;
  readonly isAdmin: boolean;
  readonly isColleague: boolean;
}

/** By primary key. */
const HOLD = sql(`select 1 from portal.portal_user where company_id = $1 and id = $2 for share`);

/** A user who stays as they are until the transaction ends. @throws DomainError not_found */
export async function holdPortalUser(tx: Tx, id: PortalUserId): Promise<StoredPortalUser> {
  const [, user] = await tx.locked(
    () => tx.maybe(HOLD, [tx.ctx.companyId, id]),
    () => findPortalUser(tx, id),
  );
  return user;
}

/** @throws DomainError portal_user_taken where the credential has a user of the party already */
export async function insertPortalUser(tx: Tx, row: PortalUserRow): Promise<void> {
  await refuseDoubled(rows.insert(tx, [row]));
}

async function refuseDoubled(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    const keys = ['portal_user_account_key', 'portal_user_ledger_key'];
    if (keys.some((key) => violates(error, key))) throw portalUserTaken();
    throw error;
  }
}

export async function updatePortalUser(
  tx: Tx,
  { id, version }: Pick<PortalUserRow, 'id' | 'version'>,
  patch: Partial<PortalUserRow>,
): Promise<void> {
  await rows.update(tx, { id }, { ...patch, version: version + 1, updatedAt: tx.ctx.now });
}

/** Has the user be one of another credential, who has yet to accept an invitation to it. */
export async function moveToCredential(
  tx: Tx,
  { id, version }: Pick<PortalUserRow, 'id' | 'version'>,
  credentialId: CredentialId,
): Promise<void> {
  await refuseDoubled(tx.run(MOVE, [tx.ctx.companyId, id, credentialId, version + 1, tx.ctx.now]));
}

const MOVE = sql(`
  update portal.portal_user set credential_id = $3, verified_at = null, version = $4,
    updated_at = $5
  where company_id = $1 and id = $2`);

/** Who is told of a credential whose address changes. */
const UNVERIFY = sql(`
  update portal.portal_user set verified_at = null, version = version + 1, updated_at = $3
  where company_id = $1 and credential_id = $2`);

/** All users of a credential have to accept an invitation anew. */
export async function unverify(tx: Tx, id: CredentialId): Promise<void> {
  await tx.run(UNVERIFY, [tx.ctx.companyId, id, tx.ctx.now]);
}

export function standingOfUser(row: PortalUserRow): PortalStanding {
  const { role, accessLevel, approvalLimit, currency, limitPeriod } = row;
  const limit = { amount: approvalLimit, currency, period: limitPeriod };
  return { role, accessLevel, permissions: rightsShown((right) => row[right]), limit };
}
