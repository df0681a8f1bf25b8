import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { AccessTokens, parseToken, type Visitor, type newOpaqueToken } from '@quittance/identity';
import type { PortalUserId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf, type Member } from '../credentials/member.js';
import { signInStepExpired } from '../portal.errors.js';
import {
  beginSession,
  portalTokens,
  type BegunSession,
  type PortalTokens,
} from '../sessions/portal-session.js';
import { parseChoice } from './choose-token.js';
import { visitorCtx } from './portal-visitor.js';
import { claimStep } from './sign-in-steps.js';

interface Chosen {
  readonly member: Member;
  readonly session: BegunSession;
}

/** Begins the session of the user that somebody chose whose password was right. */
@Injectable()
export class ChoosePortalUser {
  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
  ) {}

  /** @throws DomainError sign_in_step_expired */
  async execute(
    visitor: Visitor,
    input: { readonly chooseToken: string; readonly choice: string },
  ): Promise<PortalTokens> {
    const [token, choice] = [parseToken(input.chooseToken, 'qc'), parseChoice(input.choice)];
    if (!token || !choice) throw signInStepExpired();
    const { companyId, portalUserId } = choice;
    const asked = { ...token, companyId };
    const userAgent = visitor.userAgent ?? null;
    const ctx = visitorCtx(visitor, companyId);
    const begun = (tx: Tx) => choose(tx, asked, portalUserId, userAgent);
    const { member, session } = await this.db.write(ctx, begun, { answers: false });
    return portalTokens(this.tokens, { companyId, member, session, now: visitor.now });
  }
}

/** Whoever may not act by now is refused, and the step is there for another choice. */
async function choose(
  tx: Tx,
  token: ReturnType<typeof newOpaqueToken>,
  id: PortalUserId,
  userAgent: string | null,
): Promise<Chosen> {
  const steps = await claimStep(tx, token);
  const members = await portalMembersOf(
    tx,
    steps.map(({ credentialId }) => credentialId),
  );
  const member = members.find((each) => each.id === id);
  const step = steps.find(({ credentialId }) => credentialId === member?.credentialId);
  if (!member || !step || !mayAct(member)) throw signInStepExpired();
  const session = await beginSession(tx, member, { ...step, userAgent });
  audit(tx, { action: 'portal_user.chosen', object: 'portal-user', recordId: id });
  return { member, session };
}
