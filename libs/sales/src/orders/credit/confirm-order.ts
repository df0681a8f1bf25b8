import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import {
  creditAnswer,
  creditCheckFailed,
  CreditControl,
  type CreditAnswer,
  type CreditDecision,
} from '@quittance/credit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeOrder, type LockedOrder } from '../change-order.js';
import { OrderSubscriptions } from '../conversion/order-subscriptions.js';
import { OrderPorts } from '../order-ports.js';
import { creditFlagDenied } from '../order.errors.js';
import type { Order, OrderId } from '../order.description.js';
import { requireOrder } from '../order.repository.js';
import type { OrderView } from '../order.view.js';
import { confirmationOf, confirmIn, confirmUnasked, lockConfirmable } from './confirm-in.js';

/** How who may approve credit checks confirms all the same. A hard hold is above both. */
export interface CreditFlags {
  /** Nothing is asked of credit but whether a hard hold forbids it. */
  readonly skipCreditCheck?: boolean;
  /** Credit is asked, and its answer is kept and not heeded. */
  readonly confirmDespiteCredit?: boolean;
}

/** An order as it was confirmed, or waits to be. */
export type ConfirmedOrder = OrderView & {
  /** Null where credit was not asked, or its answer is not for whoever asked. */
  readonly credit: CreditAnswer | null;
};

/** Credit says no: what was to be written is undone, and the check is written by itself. */
class NotCovered extends Error {}

/** Makes an order bind, as far as the customer's credit covers it. */
@Injectable()
export class ConfirmOrder {
  constructor(
    private readonly db: Database,
    readonly credit: CreditControl,
    readonly subscriptions: OrderSubscriptions,
    readonly ports: OrderPorts,
  ) {}

  /**
   * What needs approval waits for it; what is rejected stays as it is, with the check that an
   * override is asked for.
   * @throws DomainError not_found, order_not_pending, order_has_no_lines, price_not_found,
   *   order_tax_undetermined, credit_hold_hard, credit_check_failed, credit_flag_denied,
   *   exchange_rate_missing, order_plan_missing, awaiting_customer_approval
   */
  async execute(ctx: Ctx, id: OrderId, flags: CreditFlags = {}): Promise<ConfirmedOrder> {
    const raised = raisedFlags(flags);
    if (raised.length > 0 && !ctx.permissions.can('credit-checks', 'approve')) {
      await this.db.write(ctx, (tx) => logDenied(tx, id, raised), { answers: false });
      throw creditFlagDenied({ flags: raised.join(', ') });
    }
    for (;;) {
      try {
        return await this.db.write(ctx, (tx) => this.confirm(tx, id, raised));
      } catch (error) {
        if (!(error instanceof NotCovered)) throw error;
        const refused = await this.db.write(ctx, (tx) => this.keepCheck(tx, id), {
          answers: false,
        });
        if (refused) throw creditCheckFailed(refused);
      }
    }
  }

  private async confirm(tx: Tx, id: OrderId, flags: readonly string[]): Promise<ConfirmedOrder> {
    const locked = await lockConfirmable(tx, this.credit, id);
    if (flags.includes('skipCreditCheck')) {
      return { ...(await confirmUnasked(tx, this, locked, flags)), credit: null };
    }
    const decision = await this.decided(tx, locked.order);
    const order = await this.confirmedBy(tx, locked, decision, flags);
    return { ...order, credit: creditAnswer(tx.ctx, decision) };
  }

  private async confirmedBy(
    tx: Tx,
    locked: LockedOrder,
    { check }: CreditDecision,
    flags: readonly string[],
  ): Promise<OrderView> {
    if (check.status === 'approved' || flags.length > 0) {
      const more = flags.length === 0 ? {} : { creditFlags: flags };
      return confirmIn(tx, this, locked, { creditCheckId: check.id }, more);
    }
    if (check.status === 'rejected') throw new NotCovered();
    const change = { status: 'pending_approval', creditCheckId: check.id } as const;
    const placedAt = locked.order.placedAt ?? tx.ctx.now;
    const note = { event: 'record.updated', action: 'order.sent_for_approval' } as const;
    return changeOrder(tx, locked, { ...change, placedAt }, note);
  }

  /** Null where the customer's credit covers it by now. */
  private async keepCheck(tx: Tx, id: OrderId) {
    const locked = await lockConfirmable(tx, this.credit, id);
    const { check } = await this.decided(tx, locked.order);
    if (check.status !== 'rejected') return null;
    changeOrder(
      tx,
      locked,
      { creditCheckId: check.id },
      { event: 'record.updated', action: 'order.credit_check_failed' },
    );
    return { checkId: check.id, outcome: check.outcome };
  }

  /**
   * The check that decides: one that was approved before, its quote's among them, unless a soft
   * hold asks for approval by now.
   */
  private async decided(tx: Tx, order: Order): Promise<CreditDecision> {
    return this.credit.check(tx, await confirmationOf(tx, order));
  }
}

function raisedFlags(flags: CreditFlags): string[] {
  return (['skipCreditCheck', 'confirmDespiteCredit'] as const).filter((name) => flags[name]);
}

async function logDenied(tx: Tx, id: OrderId, flags: readonly string[]): Promise<void> {
  await requireOrder(tx, id);
  audit(tx, {
    action: 'order.credit_flag_denied',
    object: 'sales-order',
    recordId: id,
    after: { creditFlags: flags },
  });
}
