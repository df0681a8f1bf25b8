import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { signInRefused, type AccessClaims } from '@quittance/identity';
import type { CompanyId, Id, Instant, SessionId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { partyNotActive, portalUserDeactivated, portalUserUnverified } from '../portal.errors.js';
import {
  PORTAL_RIGHTS,
  secondsLeft,
  type AccessLevel,
  type CredentialId,
  type LimitPeriod,
  type PortalActor,
  type PortalDirectory,
  type PortalRight,
  type PortalRole,
  type PortalUserId,
  type SignedInPortalUser,
} from './portal-actor.js';

interface ActorRow {
  readonly portal_user_id: PortalUserId;
  readonly credential_id: CredentialId;
  readonly directory: PortalDirectory;
  readonly party_id: string;
  readonly party_name: string;
  readonly email: string;
  readonly name: string;
  readonly role: PortalRole;
  readonly access_level: AccessLevel;
  /** In the order of `PORTAL_RIGHTS`. */
  readonly rights: readonly boolean[];
  readonly approval_limit: bigint | null;
  readonly limit_currency: Currency;
  readonly limit_period: LimitPeriod;
  readonly contact_id: Id<'contact'> | null;
  readonly active: boolean;
  readonly verified: boolean;
  readonly locked_until: Instant | null;
  readonly party_active: boolean;
  readonly live: boolean;
  readonly metadata_version: number;
  readonly now: Instant;
}

const READ_ACTOR = sql(`select * from portal.door_actor($1, $2)`);

/**
 * Reads who is behind a token anew for every request, in one statement that begins at the session:
 * the end of it, a lock, a deactivation, the end of the business with the party and every change
 * of rights hold for the very next request.
 */
@Injectable()
export class PortalActorReader {
  constructor(private readonly db: Database) {}

  /**
   * The user of verified claims; undefined where the session is unknown, another's or ended.
   * @throws DomainError portal_user_deactivated, portal_user_unverified, account_locked,
   *   party_not_active
   */
  async read({ cid, sub, sid, aud }: AccessClaims): Promise<SignedInPortalUser | undefined> {
    const [row] = await this.db.door<ActorRow>(READ_ACTOR, [cid, sid]);
    if (!row || row.portal_user_id !== (sub as string) || row.directory !== aud) return undefined;
    refuseWhoMayNot(row);
    if (!row.live) return undefined;
    return { actor: actorOf(row, cid, sid), metadataVersion: row.metadata_version };
  }
}

/** The most lasting reason first: who is deactivated need not wait for the end of a lock. */
function refuseWhoMayNot(row: ActorRow): void {
  if (!row.active) throw portalUserDeactivated();
  if (!row.verified) throw portalUserUnverified();
  if (row.locked_until !== null) {
    const seconds = secondsLeft(row.locked_until, row.now);
    throw signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
  }
  if (!row.party_active) throw partyNotActive();
}

function actorOf(row: ActorRow, companyId: CompanyId, sessionId: SessionId): PortalActor {
  const held = PORTAL_RIGHTS.filter((_, i) => row.rights[i]);
  return Object.freeze({
    companyId,
    directory: row.directory,
    portalUserId: row.portal_user_id,
    credentialId: row.credential_id,
    sessionId,
    partyId: row.party_id,
    partyName: row.party_name,
    email: row.email,
    name: row.name,
    role: row.role,
    accessLevel: row.access_level,
    rights: new Set<PortalRight>(held),
    approvalLimit: {
      amount: row.approval_limit,
      currency: row.limit_currency,
      period: row.limit_period,
    },
    contactId: row.contact_id,
  });
}
