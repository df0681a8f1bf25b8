import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { CONFIG, type Config } from '@quittance/config';
import { Database, namedSql, type Tx } from '@quittance/database';
import { formatToken, hashToken, newOpaqueToken } from '@quittance/identity';
import { newId, type Ctx, type Id, type Instant, type UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { PORTAL_RIGHTS, type PortalDirectory, type PortalUserId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf, type Member } from '../credentials/member.js';
import { viewAsNotPossible } from '../portal.errors.js';
import { eventData } from '../users/announce-portal-user.js';
import { findPortalUser, type StoredPortalUser } from '../users/portal-user.repository.js';
import { requireShown } from './require-shown.js';

/** A code is taken at once, by the tab that opens. */
const CODE_SECONDS = 60;

const INSERT = namedSql(
  `insert into portal.view_as_session (company_id, id, portal_user_id, staff_id, staff_name, reason,
     code_hash, created_at, code_expires_at)
   values (:companyId, :id, :portalUserId, :userId, :actorName, :reason, :codeHash, now(),
     now() + make_interval(secs => :seconds))
   returning code_expires_at as "expiresAt"`,
  {
    values: {
      id: 'uuid',
      portalUserId: 'uuid',
      reason: 'text',
      codeHash: 'bytea',
      seconds: 'integer',
    },
  },
);

/** What opens a portal as one of its users, once. */
export interface ViewAsCode {
  readonly code: string;
  /** Where the portal takes it. */
  readonly url: string;
  readonly expiresAt: Instant;
}

/**
 * Lets somebody of the staff look at a portal as one of its users. The hosts share no secret: what
 * is handed over is a code that the other host finds by its hash, good once and for a minute.
 */
@Injectable()
export class StartViewAs {
  constructor(
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl' | 'portalPublicUrl'>,
  ) {}

  /** @throws DomainError not_found, grant_required, view_as_exceeds_rights, view_as_not_possible */
  async execute(ctx: Ctx, id: PortalUserId, reason: string): Promise<ViewAsCode> {
    const { userId } = ctx;
    if (userId === null) throw viewAsNotPossible();
    return this.db.write(ctx, async (tx) => {
      const user = await findPortalUser(tx, id);
      await requireViewable(tx, user);
      const { code, expiresAt } = await begin(tx, user, { reason, userId });
      const { portalAppUrl, portalPublicUrl } = this.config;
      const url = urlOf(portalAppUrl ?? portalPublicUrl, user.directory, code);
      return { code, url, expiresAt };
    });
  }
}

/** What no server is told stands behind the mark. */
const urlOf = (base: string, directory: PortalDirectory, code: string) =>
  `${base}/portal/view-as#portal=${directory}&code=${code}`;

async function requireViewable(tx: Tx, user: StoredPortalUser): Promise<void> {
  const members = await portalMembersOf(tx, [user.credentialId]);
  const member = members.find(({ id }) => id === user.id);
  // A lock keeps the user out, and nobody who helps them.
  if (!member || !mayAct({ ...member, locked: false })) throw viewAsNotPossible();
  await requireShown(tx, { staff: tx.ctx, user: viewedOf(user, member) });
}

function viewedOf({ contactId }: StoredPortalUser, member: Member) {
  const { id: portalUserId, directory, partyId, accessLevel } = member;
  const rights = new Set(PORTAL_RIGHTS.filter((right) => member[right]));
  return { directory, partyId, portalUserId, accessLevel, rights, contactId };
}

async function begin(
  tx: Tx,
  user: StoredPortalUser,
  { reason, userId }: { readonly reason: string; readonly userId: UserId },
): Promise<Pick<ViewAsCode, 'code' | 'expiresAt'>> {
  const code = newOpaqueToken('qv', tx.ctx.companyId);
  const id: ViewAsSessionId = newId<'view-as-session'>();
  const row = { id, portalUserId: user.id, reason, codeHash: hashToken(code) };
  const { expiresAt } = await INSERT.one<Pick<ViewAsCode, 'expiresAt'>>(tx, {
    ...row,
    seconds: CODE_SECONDS,
  });
  const about = { object: 'portal-user', recordId: user.id };
  audit(tx, { action: 'portal_user.view_as_started', ...about, after: { reason, session: id } });
  const data = { ...eventData(user), staffId: userId, reason };
  emit(tx, { type: 'portal_user.viewed_as', ...about, data });
  return { code: formatToken(code), expiresAt };
}

export type ViewAsSessionId = Id<'view-as-session'>;
