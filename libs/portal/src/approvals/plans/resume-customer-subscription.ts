import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements, type SubscriptionId } from '@quittance/sales';
import type { PortalUserId } from '../../actors/portal-actor.js';
import type { ApprovalId } from '../approval.js';
import { Commitments } from '../commitments.js';
import type { ChangedByCustomer } from './change-customer-plan.js';

type Changes = CustomerAgreements['changes'];

/** What became of an end that was to be taken back. */
export interface ResumedByCustomer extends Omit<ChangedByCustomer, 'outcome'> {
  readonly outcome: 'resumed' | 'awaiting_approval';
}

/** A user of the customer takes back that a subscription ends. */
@Injectable()
export class ResumeCustomerSubscription {
  constructor(
    private readonly agreements: CustomerAgreements,
    private readonly commitments: Commitments,
    private readonly credit: CreditControl,
  ) {}

  /**
   * What a period behind the end comes to counts against the limit of the user, whoever has set it.
   * @throws DomainError not_found, subscription_not_active, subscription_cancelled,
   *   no_approver_available, approval_pending, credit_hold_hard
   */
  execute(ctx: Ctx, userId: PortalUserId, id: SubscriptionId): Promise<ResumedByCustomer> {
    const { changes } = this.agreements;
    return changes.write(ctx, async (tx, taxes) => {
      let approvalId: ApprovalId | null = null;
      const commit: Parameters<Changes['keep']>[3] = async (wanted) => {
        const { subscription, total, currency, from } = wanted;
        const { accountId } = subscription;
        await this.credit.refuseHeldCustomer(tx, { accountId, amount: total, currency });
        const subject = { kind: 'resumption', subscriptionId: id, from } as const;
        const commitment = { userId, accountId, total, currency, subject };
        const done = await this.commitments.commitOrAsk(tx, commitment);
        approvalId = done.outcome === 'charged' ? null : done.approvalId;
        return approvalId === null;
      };
      const kept = await changes.keep(tx, taxes, { id }, commit);
      const outcome = kept ? 'resumed' : 'awaiting_approval';
      return { outcome, subscription: kept, approvalId } as const;
    });
  }
}
