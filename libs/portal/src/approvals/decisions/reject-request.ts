import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import type { PortalActor } from '../../actors/portal-actor.js';
import { approvalNotTheirs } from '../../portal.errors.js';
import type { Approval, ApprovalId, ToldApproval } from '../approval.js';
import { changeApproval, sign, signaturesOf } from '../approval.repository.js';
import { samePerson } from '../approvers.js';
import { lockWithSubject, refuseDecision } from './locked-approval.js';
import { mayDecide } from './may-decide.js';

/** One approver says no: that ends it, whoever else has signed. */
@Injectable()
export class RejectRequest {
  constructor(
    private readonly db: Database,
    private readonly agreements: CustomerAgreements,
  ) {}

  /**
   * @throws DomainError not_found, own_approval, approval_not_theirs, approval_decided,
   *   approval_expired, precondition_failed
   */
  execute(
    ctx: Ctx,
    portal: PortalActor,
    id: ApprovalId,
    { version, reason }: { readonly version: number; readonly reason: string },
  ): Promise<ToldApproval> {
    const { portalUserId } = portal;
    return this.db.write(ctx, async (tx) => {
      const approval = await lockWithSubject(tx, this.agreements, id);
      const isDone = approval.status === 'rejected' && approval.decidedBy === portalUserId;
      if (isDone) return approval;
      const person = await samePerson(tx, portalUserId);
      refuseDecision(tx, approval, { version, person });
      if (!mayDecide(approval, portal)) throw approvalNotTheirs();
      const signed = await signaturesOf(tx, id);
      // Whoever has signed before takes that back with the whole request.
      if (!signed.some((each) => person.has(each.portalUserId))) {
        await sign(tx, id, { portalUserId, decision: 'rejected', note: reason });
      }
      const decided = { decidedAt: tx.ctx.now, decidedBy: portalUserId, reason };
      const change = { status: 'rejected', ...decided } as const;
      const note = { action: 'approval.rejected', by: portalUserId } as const;
      const rejected = await changeApproval(tx, approval, change, note);
      await giveUpSubject(tx, this.agreements, approval, reason);
      return rejected;
    });
  }
}

/** An order that waited is cancelled; quotes and subscriptions stay as they are. */
export async function giveUpSubject(
  tx: Tx,
  agreements: CustomerAgreements,
  { orderId }: Pick<Approval, 'orderId'>,
  reason: string,
): Promise<void> {
  if (orderId !== null) await agreements.orders.giveUp(tx, orderId, reason);
}
