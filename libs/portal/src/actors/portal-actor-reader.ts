import { Injectable } from '@nestjs/common';
import { ctxOfUser } from '@quittance/access';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import { signInRefused, type AccessClaims } from '@quittance/identity';
import {
  systemCtx,
  type CompanyId,
  type Ctx,
  type Id,
  type Instant,
  type SessionId,
  type UserId,
} from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { partyNotActive, portalUserDeactivated, portalUserUnverified } from '../portal.errors.js';
import { ActorChanged, Lately, type AskedAlong } from './lately.js';
import { requireShown } from '../view-as/require-shown.js';
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
  /** Who looks on as the user, where somebody does. */
  readonly staff_id?: UserId;
}

const READ_ACTOR = sql(`select * from portal.door_actor($1, $2)`);
const READ_VIEWED = sql(`select * from portal.door_viewed_actor($1, $2)`);

/**
 * Reads who is behind a token anew for every request, in one statement that begins at the session:
 * the end of it, a lock, a deactivation, the end of the business with the party and every change
 * of rights hold for the very next request.
 */
@Injectable()
export class PortalActorReader {
  /** What is thrown where somebody is another than they were the last time. */
  static readonly Changed = ActorChanged;

  private readonly lately = new Lately<ActorRow>(READ_ACTOR, new Set(['now']));

  constructor(private readonly db: Database) {}

  /**
   * The user of verified claims; undefined where the session is unknown, another's or ended.
   * @throws DomainError portal_user_deactivated, portal_user_unverified, account_locked,
   *   party_not_active; of staff who look on grant_required, view_as_exceeds_rights
   */
  async read({ cid, sub, sid, aud, act }: AccessClaims): Promise<SignedInPortalUser | undefined> {
    const door = act === undefined ? READ_ACTOR : READ_VIEWED;
    const [row] = await this.db.door<ActorRow>(door, [cid, sid]);
    if (!row || row.portal_user_id !== (sub as string) || row.directory !== aud) return undefined;
    if (row.staff_id !== act) return undefined;
    refuseWhoMayNot(row);
    if (!row.live) return undefined;
    const actor = actorOf(row, cid, sid);
    if (act !== undefined && !(await this.mayView(actor, act, row.now))) return undefined;
    if (act === undefined) this.lately.remember(sid, row);
    return { actor, metadataVersion: row.metadata_version };
  }

  /**
   * The user as they were read last in this session, and the question whether they still are, which
   * has to be heard before anything is answered. Undefined where nobody was read, and of a view.
   */
  last({ cid, sub, sid, aud, act }: AccessClaims): LastRead | undefined {
    const row = act === undefined ? this.lately.rowOf(sid) : undefined;
    if (!row || row.portal_user_id !== (sub as string) || row.directory !== aud) return undefined;
    const askedAlong = this.lately.ask(sid, row, [cid, sid]);
    return { actor: actorOf(row, cid, sid), metadataVersion: row.metadata_version, askedAlong };
  }

  /** What of a view is asked for, as the staff user's: each request of it is told in the log. */
  async noteView(ctx: Ctx, { viewedBy, portalUserId, name }: PortalActor, what: string) {
    const by = { kind: 'staff', id: viewedBy, name: ctx.actor.name } as const;
    await this.db.write(
      { ...ctx, actor: by, userId: viewedBy },
      async (tx) => {
        const about = { object: 'portal-user', recordId: portalUserId };
        audit(tx, { action: 'portal_user.viewed', ...about, after: { what, name } });
      },
      { answers: false },
    );
  }

  /** Whether the staff user may still look on. @throws DomainError as `read` */
  private async mayView(actor: PortalActor, staffId: UserId, now: Instant): Promise<boolean> {
    const ctx = systemCtx(actor.companyId, now, 'view as');
    return this.db.read(ctx, async (tx) => {
      const staff = await ctxOfUser(tx, staffId);
      if (staff) await requireShown(tx, { staff, user: actor });
      return staff !== undefined;
    });
  }
}

interface LastRead extends SignedInPortalUser {
  readonly askedAlong: AskedAlong;
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
    viewedBy: row.staff_id ?? null,
  });
}
