import { Injectable } from '@nestjs/common';
import { creditCheckFailed } from '@quittance/credit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import { TaxQuotes } from '@quittance/tax';
import type { PortalActor } from '../../actors/portal-actor.js';
import { allows, charge } from '../../limits/limit-ledger.js';
import { lockSpender } from '../../limits/spender.js';
import { approvalLimitExceeded, approvalNotTheirs } from '../../portal.errors.js';
import { chargeOfApproval } from './approval-charge.js';
import type { ApprovalId, ToldApproval } from '../approval.js';
import { changeApproval, findApproval, sign, signaturesOf } from '../approval.repository.js';
import { accountManagerOf, isOfCredit, toldByCredit } from '../told-by-credit.js';
import { CarryOutApproval } from './carry-out-approval.js';
import { samePerson } from '../approvers.js';
import { lockWithSubject, refuseDecision } from './locked-approval.js';
import { mayDecide } from './may-decide.js';

/** What an approver says, of the version that they have read. */
export interface Approving {
  readonly version: number;
  readonly note: string | null;
  /** Of a quote that was handed on; null where it asks for none. */
  readonly signature: string | null;
}

/** Signs a request; the last signature that it needs is charged and has it carried out. */
@Injectable()
export class ApproveRequest {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly agreements: CustomerAgreements,
    private readonly carrying: CarryOutApproval,
    private readonly db: Database,
  ) {}

  /**
   * Whoever has signed already, as whichever of their users, is answered what became of it.
   * @throws DomainError not_found, own_approval, approval_not_theirs, approval_decided,
   *   approval_expired, approval_limit_exceeded, precondition_failed, and those of what was asked:
   *   credit_check_failed, credit_hold_hard, quote_expired, quote_superseded, content_changed,
   *   preview_stale
   */
  async execute(
    ctx: Ctx,
    portal: PortalActor,
    id: ApprovalId,
    said: Approving,
  ): Promise<ToldApproval> {
    try {
      return await this.approve(ctx, portal, id, said);
    } catch (error) {
      if (!isOfCredit(error)) throw error;
      const { accountId, subject, orderId } = await this.db.read(ctx, (tx) => findApproval(tx, id));
      if (subject === 'order' && orderId && error.code === creditCheckFailed.code) {
        const { orders } = this.agreements;
        await this.db.write(ctx, (tx) => orders.keepCheck(tx, orderId), { answers: false });
      }
      const manager = await this.db.read(ctx, (tx) => accountManagerOf(tx, accountId));
      throw toldByCredit(error, manager.name);
    }
  }

  private async approve(
    ctx: Ctx,
    portal: PortalActor,
    id: ApprovalId,
    said: Approving,
  ): Promise<ToldApproval> {
    const approved = await this.taxes.write(ctx, async (tx, taxes) => {
      const approval = await lockWithSubject(tx, this.agreements, id);
      const signatures = (await signaturesOf(tx, id)).filter(isApproved);
      const { portalUserId } = portal;
      const person = await samePerson(tx, portalUserId);
      if (signatures.some((each) => person.has(each.portalUserId))) return approval;
      refuseDecision(tx, approval, { ...said, person });
      if (!mayDecide(approval, portal)) throw approvalNotTheirs();
      const completes = signatures.length + 1 >= approval.approvals;
      await draw(tx, portal, approval, completes);
      await sign(tx, id, { portalUserId, decision: 'approved', note: said.note });
      const by = { by: portalUserId };
      if (!completes) return changeApproval(tx, approval, {}, { action: 'approval.signed', ...by });
      const approver = { ...portal, signature: said.signature };
      await this.carrying.carryOut(tx, taxes, approval, approver);
      const decided = { decidedAt: tx.ctx.now, decidedBy: portalUserId };
      const change = { status: 'approved', ...decided } as const;
      return changeApproval(tx, approval, change, { action: 'approval.approved', ...by });
    });
    await this.carrying.after(ctx, approved);
    return approved;
  }
}

const isApproved = ({ decision }: { readonly decision: string }) => decision === 'approved';

/**
 * Each signer needs as much left as it comes to; only the one who completes it is charged.
 * @throws DomainError approval_limit_exceeded
 */
async function draw(
  tx: Tx,
  { portalUserId }: PortalActor,
  approval: ToldApproval,
  completes: boolean,
): Promise<void> {
  const spender = await lockSpender(tx, portalUserId);
  const asked = chargeOfApproval(approval);
  // What is changed of a subscription is charged as it is carried out, by the day of the change.
  const isCharged = completes && approval.subscriptionId === null;
  const isWithin = await (isCharged ? charge(tx, spender, asked) : allows(tx, spender, asked));
  if (!isWithin) throw approvalLimitExceeded();
}
