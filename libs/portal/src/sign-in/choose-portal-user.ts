import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { AccessTokens, parseToken, type Visitor, type newOpaqueToken } from '@quittance/identity';
import type { PortalUserId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf, type Member } from '../credentials/member.js';
import { SecondFactors, type Entered, type MfaChallenge } from '../mfa/second-factors.js';
import { signInStepExpired } from '../portal.errors.js';
import { portalTokens, type Channel, type PortalTokens } from '../sessions/portal-session.js';
import { parseChoice } from './choose-token.js';
import { visitorCtx } from './portal-visitor.js';
import { claimStep, useStepAtHome } from './sign-in-steps.js';

/** As whom somebody goes on, or what they are still asked. */
export type PortalChosen =
  | { readonly signedIn: PortalTokens }
  | { readonly challenge: MfaChallenge; readonly channel: Channel };

interface Chosen {
  readonly member: Member;
  readonly entered: Entered;
  readonly channel: Channel;
}

/** Begins the session of the user that somebody chose whose password was right. */
@Injectable()
export class ChoosePortalUser {
  constructor(
    private readonly db: Database,
    private readonly tokens: AccessTokens,
    private readonly factors: SecondFactors,
  ) {}

  /** @throws DomainError sign_in_step_expired */
  async execute(
    visitor: Visitor,
    input: { readonly chooseToken: string; readonly choice: string },
  ): Promise<PortalChosen> {
    const [token, choice] = [parseToken(input.chooseToken, 'qc'), parseChoice(input.choice)];
    if (!token || !choice) throw signInStepExpired();
    const { companyId, portalUserId } = choice;
    if (companyId !== token.companyId) await this.useUp(visitor, token);
    const asked: Asked = {
      token: { ...token, companyId },
      portalUserId,
      userAgent: visitor.userAgent ?? null,
      factors: this.factors,
    };
    const ctx = visitorCtx(visitor, companyId);
    const begun = (tx: Tx) => choose(tx, asked);
    const { member, entered, channel } = await this.db.write(ctx, begun, { answers: false });
    if (entered.challenge) return { challenge: entered.challenge, channel };
    const { session } = entered;
    return {
      signedIn: portalTokens(this.tokens, { companyId, member, session, now: visitor.now }),
    };
  }

  /**
   * A token is good once, whichever company is chosen: in that which it names it is used up first.
   * @throws DomainError sign_in_step_expired
   */
  private async useUp(visitor: Visitor, token: Token): Promise<void> {
    const ctx = visitorCtx(visitor, token.companyId);
    const used = (tx: Tx) => useStepAtHome(tx, token);
    if (!(await this.db.write(ctx, used, { answers: false }))) throw signInStepExpired();
  }
}

type Token = ReturnType<typeof newOpaqueToken>;

interface Asked {
  readonly token: Token;
  readonly portalUserId: PortalUserId;
  readonly userAgent: string | null;
  readonly factors: SecondFactors;
}

/** Whoever may not act by now is refused, and the step is there for another choice. */
async function choose(tx: Tx, { token, portalUserId, userAgent, factors }: Asked): Promise<Chosen> {
  const steps = await claimStep(tx, token);
  const members = await portalMembersOf(
    tx,
    steps.map(({ credentialId }) => credentialId),
  );
  const member = members.find(({ id }) => id === portalUserId);
  const step = steps.find(({ credentialId }) => credentialId === member?.credentialId);
  if (!member || !step || !mayAct(member)) throw signInStepExpired();
  const entered = await factors.enter(tx, member, { ...step, userAgent });
  audit(tx, { action: 'portal_user.chosen', object: 'portal-user', recordId: portalUserId });
  return { member, entered, channel: step.channel };
}
