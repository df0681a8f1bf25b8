import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { AccessTokens, hashToken, parseToken, type Visitor } from '@quittance/identity';
import type { Instant, SessionId, UserId } from '@quittance/kernel';
import type { CredentialId, PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import {
  mayAct,
  portalMembersOf,
  signedInAs,
  type Member,
  type SignedInPortal,
} from '../credentials/member.js';
import { signInStepExpired } from '../portal.errors.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';

const VIEW_SECONDS = 900;

/** Takes a code, by its key; of two at once only one gets the row. */
const TAKE = sql(`
  update portal.view_as_session f set began_at = t.at, ends_at = t.until
  from (select now() as at, now() + interval '${VIEW_SECONDS} seconds' as until) t,
    portal.portal_user u
  where f.company_id = $1 and f.code_hash = $2 and f.began_at is null and f.ended_at is null
    and f.code_expires_at > t.at and u.company_id = $1 and u.id = f.portal_user_id
    and u.directory = $3
  returning f.id, f.portal_user_id as "portalUserId", u.credential_id as "credentialId",
    f.staff_id as "staffId", f.staff_name as "staffName", f.ends_at as "endsAt"`);

interface TakenRow {
  readonly id: SessionId;
  readonly portalUserId: PortalUserId;
  readonly credentialId: CredentialId;
  readonly staffId: UserId;
  readonly staffName: string;
  readonly endsAt: Instant;
}

/** What somebody of the staff looks on with. There is nothing to refresh. */
export interface ViewAsTokens extends SignedInPortal {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly expiresIn: number;
  readonly viewAs: { readonly name: string; readonly endsAt: Instant };
}

/** Takes the code of a view, for a token of a quarter of an hour that names who looks on. */
@Injectable()
export class TakeViewAs {
  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
  ) {}

  /** @throws DomainError sign_in_step_expired */
  async execute(
    visitor: Visitor,
    input: { readonly code: string; readonly directory: PortalDirectory },
  ): Promise<ViewAsTokens> {
    const code = parseToken(input.code, 'qv');
    if (!code) throw signInStepExpired();
    const { companyId } = code;
    const ctx = visitorCtx(visitor, companyId);
    const asked = [companyId, hashToken(code), input.directory];
    const { taken, member } = await this.db.write(ctx, (tx) => take(tx, asked), {
      answers: false,
    });
    const by = { userId: taken.staffId, seconds: VIEW_SECONDS };
    const holder = { id: member.id, companyId, sessionId: taken.id, audience: member.directory };
    return {
      ...signedInAs(companyId, member),
      accessToken: this.tokens.sign({ ...holder, by }, visitor.now),
      tokenType: 'Bearer',
      expiresIn: VIEW_SECONDS,
      viewAs: { name: taken.staffName, endsAt: taken.endsAt },
    };
  }
}

async function take(
  tx: Tx,
  asked: readonly unknown[],
): Promise<{ readonly taken: TakenRow; readonly member: Member }> {
  const taken = await tx.maybe<TakenRow>(TAKE, asked);
  if (!taken) throw signInStepExpired();
  const members = await portalMembersOf(tx, [taken.credentialId]);
  const member = members.find(({ id }) => id === taken.portalUserId);
  if (!member || !mayAct({ ...member, locked: false })) throw signInStepExpired();
  const about = { object: 'portal-user', recordId: member.id };
  const after = { session: taken.id, staffId: taken.staffId, staffName: taken.staffName };
  audit(tx, { action: 'portal_user.view_as_began', ...about, after });
  return { taken, member };
}
