import { Injectable } from '@nestjs/common';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import type { PortalActor } from '../../actors/portal-actor.js';
import { approvalNotTheirs } from '../../portal.errors.js';
import type { ApprovalId, ToldApproval } from '../approval.js';
import { changeApproval } from '../approval.repository.js';
import { refuseUndecidable } from '../approval-status.js';
import { lockWithSubject } from './locked-approval.js';
import { giveUpSubject } from './reject-request.js';

/** Who has asked takes it back; an order that waited is cancelled. */
@Injectable()
export class WithdrawRequest {
  constructor(
    private readonly db: Database,
    private readonly agreements: CustomerAgreements,
  ) {}

  /**
   * @throws DomainError not_found, approval_not_theirs, approval_decided, approval_expired,
   *   precondition_failed
   */
  execute(
    ctx: Ctx,
    { portalUserId }: PortalActor,
    id: ApprovalId,
    { version, reason }: { readonly version: number; readonly reason: string | null },
  ): Promise<ToldApproval> {
    return this.db.write(ctx, async (tx) => {
      const approval = await lockWithSubject(tx, this.agreements, id);
      if (approval.requestedBy !== portalUserId) throw approvalNotTheirs();
      if (approval.status === 'withdrawn') return approval;
      refuseUndecidable(approval, tx.ctx.now);
      checkVersion(approval.version, version);
      const change = { status: 'withdrawn', decidedAt: tx.ctx.now, reason } as const;
      const note = { action: 'approval.withdrawn', by: portalUserId } as const;
      const withdrawn = await changeApproval(tx, approval, change, note);
      await giveUpSubject(tx, this.agreements, approval, reason ?? 'Withdrawn');
      return withdrawn;
    });
  }
}
