import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements, type SubscriptionId } from '@quittance/sales';
import type { PortalUserId } from '../../actors/portal-actor.js';
import type { ApprovalId } from '../approval.js';
import { Commitments } from '../commitments.js';
import { readPreviewToken } from './preview-token.js';

type SubscriptionView = NonNullable<Awaited<ReturnType<CustomerAgreements['changes']['change']>>>;

/** What became of another plan. */
export interface ChangedByCustomer {
  readonly outcome: 'changed' | 'awaiting_approval';
  readonly subscription: SubscriptionView | null;
  readonly approvalId: ApprovalId | null;
}

/** A user of the customer changes the plan of a subscription, as it was previewed. */
@Injectable()
export class ChangeCustomerPlan {
  constructor(
    private readonly agreements: CustomerAgreements,
    private readonly commitments: Commitments,
    private readonly credit: CreditControl,
  ) {}

  /**
   * What a period costs more, with tax, counts against the limit of the user, and is not for who is
   * held.
   * @throws DomainError not_found, preview_stale, subscription_not_active, plan_not_offered,
   *   change_pending, no_approver_available, approval_pending, credit_hold_hard,
   *   validation_failed
   */
  execute(
    ctx: Ctx,
    userId: PortalUserId,
    id: SubscriptionId,
    token: string,
  ): Promise<ChangedByCustomer> {
    const { previewHash, ...asked } = readPreviewToken(token);
    const { changes } = this.agreements;
    return changes.write(ctx, async (tx, taxes) => {
      let approvalId: ApprovalId | null = null;
      const commit = async ({ subscription, total, currency, from }: Wanted) => {
        const { accountId } = subscription;
        await this.credit.refuseHeldCustomer(tx, { accountId, amount: total, currency });
        const subject = { kind: 'plan_change', subscriptionId: id, asked, from } as const;
        const commitment = { userId, accountId, total, currency, subject };
        const done = await this.commitments.commitOrAsk(tx, commitment);
        approvalId = done.outcome === 'charged' ? null : done.approvalId;
        return approvalId === null;
      };
      const changed = await changes.change(tx, taxes, { id, ...asked, previewHash }, commit);
      const outcome = changed ? 'changed' : 'awaiting_approval';
      return { outcome, subscription: changed, approvalId } as const;
    });
  }
}

type Wanted = Parameters<Parameters<CustomerAgreements['changes']['change']>[3]>[0];
