import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, Id } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import type { ApprovalId } from './approval.js';
import { Commitments } from './commitments.js';

type OrderView = NonNullable<Awaited<ReturnType<CustomerAgreements['conversion']['convertIf']>>>;

/** What became of an order of a quote. */
export interface OrderedByCustomer {
  readonly outcome: 'placed' | 'awaiting_approval';
  readonly order: OrderView | null;
  readonly approvalId: ApprovalId | null;
}

/** Makes the order of a quote that was accepted, once: asked again it answers the same order. */
@Injectable()
export class OrderCustomerQuote {
  constructor(
    private readonly db: Database,
    private readonly agreements: CustomerAgreements,
    private readonly commitments: Commitments,
  ) {}

  /**
   * @throws DomainError not_found, quote_status_conflict, order_plan_missing,
   *   no_approver_available, approval_pending, credit_hold_hard
   */
  execute(ctx: Ctx, userId: PortalUserId, quoteId: Id<'quote'>): Promise<OrderedByCustomer> {
    return this.db.write(ctx, async (tx) => {
      const { quotes, conversion } = this.agreements;
      const locked = await quotes.lock(tx, quoteId);
      const { accountId, total, currency } = locked.quote;
      let approvalId: ApprovalId | null = null;
      // Asked only where there is no order yet: who is held is told of the one that they have.
      const order = await conversion.convertIf(tx, locked, userId, async () => {
        await quotes.refuseHeld(tx, locked.quote);
        const subject = { kind: 'quote_order', quoteId } as const;
        const commitment = { userId, accountId, total, currency, subject };
        const done = await this.commitments.commitOrAsk(tx, commitment);
        approvalId = done.outcome === 'charged' ? null : done.approvalId;
        return approvalId === null;
      });
      return { outcome: order ? 'placed' : 'awaiting_approval', order, approvalId } as const;
    });
  }
}
