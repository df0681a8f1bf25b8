import { sql, type Tx } from '@quittance/database';
import type { CompanyId } from '@quittance/kernel';
import {
  PORTAL_RIGHTS,
  type AccessLevel,
  type CredentialId,
  type PortalDirectory,
  type PortalRight,
  type PortalRole,
  type PortalUserId,
} from '../actors/portal-actor.js';

/** What of a user says whether they may act. */
export interface Fitness {
  readonly active: boolean;
  readonly verified: boolean;
  /** By a person; what strangers guess is counted at the credential. */
  readonly locked: boolean;
  readonly partyActive: boolean;
}

/** A user of a credential, as signing in shows it. */
export interface Member extends Fitness, Readonly<Record<PortalRight, boolean>> {
  readonly id: PortalUserId;
  readonly credentialId: CredentialId;
  readonly directory: PortalDirectory;
  readonly email: string;
  readonly username: string | null;
  readonly name: string;
  readonly role: PortalRole;
  readonly accessLevel: AccessLevel;
  readonly partyId: string;
  readonly partyName: string;
}

/** Columns of a member: user `u`, credential `k`, parties `a` and `l`. */
export const MEMBER_COLUMNS = `u.id, u.credential_id as "credentialId", u.directory, k.email,
  k.username, u.name, u.role, u.access_level as "accessLevel",
  u.create_quotes as "createQuotes", u.see_pricing as "seePricing",
  u.see_all_quotes as "seeAllQuotes", u.approve_quotes as "approveQuotes",
  u.place_orders as "placeOrders", u.view_orders as "viewOrders",
  u.view_invoices as "viewInvoices", u.active, u.verified_at is not null as verified,
  coalesce(u.locked_until > now(), false) as locked,
  coalesce(u.account_id, u.ledger_account_id) as "partyId",
  coalesce(a.name, l.name) as "partyName", coalesce(a.active, l.active, false) as "partyActive"`;

/** The parties of users `u` of the company that is the first of what is bound. */
export const MEMBER_PARTIES = `left join crm.pub_customer a
    on a.company_id = $1 and a.id = u.account_id
  left join crm.pub_trading_partner l on l.company_id = $1 and l.id = u.ledger_account_id`;

const FROM = `from portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  ${MEMBER_PARTIES}`;

/** As many users of credentials are looked at. */
export const MOST_MEMBERS = 100;

/** By the key of credential and party; the user that was chosen last comes first. */
const MEMBERS = sql(`
  select ${MEMBER_COLUMNS} ${FROM}
  where u.company_id = $1 and u.credential_id = any($2::uuid[])
  order by (u.id = k.last_user_id) desc nulls last, u.last_sign_in_at desc nulls last, u.id
  limit ${MOST_MEMBERS}`);

/** Whether somebody may sign in as the user. */
export function mayAct({ active, verified, locked, partyActive }: Fitness): boolean {
  return active && verified && !locked && partyActive;
}

/** Why nobody may, for the log alone. */
export function unfitBecause({ active, verified, locked, partyActive }: Fitness): string | null {
  if (!active) return 'deactivated';
  if (!verified) return 'unverified';
  if (locked) return 'locked';
  return partyActive ? null : 'party not active';
}

/** Every user of the credentials, whether they may act or not. */
export function portalMembersOf(tx: Tx, credentials: readonly CredentialId[]): Promise<Member[]> {
  return tx.rows<Member>(MEMBERS, [tx.ctx.companyId, credentials]);
}

/** Who signed in, as the answers name them. */
export interface SignedInPortal {
  readonly user: {
    readonly id: PortalUserId;
    readonly companyId: CompanyId;
    readonly directory: PortalDirectory;
    readonly email: string;
    readonly username: string | null;
    readonly name: string;
    readonly role: PortalRole;
    readonly accessLevel: AccessLevel;
    readonly party: { readonly id: string; readonly name: string };
  };
  readonly permissions: Readonly<Record<PortalRight, boolean>>;
}

export function signedInAs(companyId: CompanyId, member: Member): SignedInPortal {
  const { id, directory, email, username, name, role, accessLevel } = member;
  const party = { id: member.partyId, name: member.partyName };
  return {
    user: { id, companyId, directory, email, username, name, role, accessLevel, party },
    permissions: rightsShown((right) => member[right]),
  };
}

/** Each right, and whether it is held. */
export function rightsShown(
  held: (right: PortalRight) => boolean,
): Readonly<Record<PortalRight, boolean>> {
  const shown = PORTAL_RIGHTS.map((right) => [right, held(right)] as const);
  return Object.fromEntries(shown) as Record<PortalRight, boolean>;
}
