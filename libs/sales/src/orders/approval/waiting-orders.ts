import { Injectable } from '@nestjs/common';
import { creditCheckFailed, CreditControl, type CreditRequest } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import { basisOf } from '../credit/confirm-in.js';
import { lockOrderBehindCredit } from '../credit/lock-order-behind-credit.js';
import { linesTold } from '../lines/quantities.js';
import { OrderCancelling } from '../order-cancelling.js';
import type { Order, OrderId } from '../order.description.js';
import { orderStatusAfter, refuseAwaiting } from '../order.js';
import type { OrderView } from '../order.view.js';
import { refuseIncompleteOrder } from '../refuse-incomplete-order.js';

/** What became of an order that its customer has placed. */
export interface PlacedByCustomer {
  readonly outcome: 'placed' | 'awaiting_credit';
  readonly order: OrderView;
}

/** What credit was asked for an order that is not there. */
export interface AskedAhead extends Pick<CreditRequest, 'accountId' | 'amount' | 'currency'> {
  /** Which it is to have. */
  readonly id: OrderId;
}

/**
 * Orders that their customer places, at once or when somebody of the customer has approved them.
 * Each joins the caller's transaction.
 */
@Injectable()
export class WaitingOrders {
  constructor(
    private readonly credit: CreditControl,
    private readonly cancelling: OrderCancelling,
  ) {}

  /**
   * An order behind the ledger account of its customer, for whoever decides about it.
   * @throws DomainError not_found
   */
  async lock(tx: Tx, id: OrderId): Promise<Order> {
    return (await lockOrderBehindCredit(tx, id)).order;
  }

  /**
   * Has a complete draft wait for its customer: nothing of it changes, credit does not count it and
   * staff do not confirm it until it is approved.
   * @throws DomainError not_found, order_not_draft, awaiting_customer_approval, order_has_no_lines,
   *   price_not_found, order_tax_undetermined
   */
  async hold(tx: Tx, id: OrderId): Promise<OrderView> {
    const locked = await lockOrderToChange(tx, id);
    refuseAwaiting(locked.order);
    orderStatusAfter(locked.order.status, 'place', linesTold(locked.lines));
    refuseIncompleteOrder(locked);
    const note = { event: 'record.updated', action: 'order.waits_for_customer' } as const;
    return changeOrder(tx, locked, { approval: 'waiting', placedAt: tx.ctx.now }, note);
  }

  /**
   * Hands an order over that is a draft or waits for its customer: pending, or waiting for credit.
   * The ledger account is the first lock, so call it before anything else of sales is locked.
   * @throws DomainError not_found, order_not_draft, credit_check_failed, credit_hold_hard,
   *   order_has_no_lines, price_not_found, order_tax_undetermined, exchange_rate_missing
   */
  async place(tx: Tx, id: OrderId): Promise<PlacedByCustomer> {
    const locked = await lockOrderBehindCredit(tx, id);
    const { order } = locked;
    const placed = orderStatusAfter(order.status, 'place', linesTold(locked.lines));
    refuseIncompleteOrder(locked);
    const { id: checkId, status: credit, outcome } = await this.checked(tx, order);
    if (credit === 'rejected') throw creditCheckFailed({ checkId, outcome });
    const waits = credit !== 'approved';
    const approval = order.approval === null ? null : 'approved';
    const view = changeOrder(
      tx,
      locked,
      {
        status: waits ? 'pending_approval' : placed,
        approval,
        creditCheckId: checkId,
        placedAt: order.placedAt ?? tx.ctx.now,
      },
      { event: 'order.placed', action: 'order.placed' },
    );
    return { outcome: waits ? 'awaiting_credit' : 'placed', order: view };
  }

  /**
   * Keeps the check by which credit has refused an order that waits, so that it can be overridden:
   * the one that refused is gone with its transaction. Nothing where credit covers it by now.
   */
  async keepCheck(tx: Tx, id: OrderId): Promise<void> {
    const locked = await lockOrderBehindCredit(tx, id);
    if (locked.order.approval !== 'waiting') return;
    const check = await this.checked(tx, locked.order);
    if (check.status !== 'rejected' || check.id === locked.order.creditCheckId) return;
    const note = { event: 'record.updated', action: 'order.credit_check_failed' } as const;
    changeOrder(tx, locked, { creditCheckId: check.id }, note);
  }

  /** Whether credit was asked for an order, which may not be there yet. */
  async isChecked(tx: Tx, id: OrderId): Promise<boolean> {
    return (await this.credit.checkOf(tx, { type: 'sales-order', id })) !== undefined;
  }

  /**
   * Keeps the check by which credit has refused an order that is gone with its transaction: under
   * the id that it is to have once it can be placed. Of what credit covers by now nothing counts,
   * since nothing binds.
   * @throws DomainError exchange_rate_missing
   */
  async keepCheckAhead(tx: Tx, { id, ...asked }: AskedAhead): Promise<void> {
    const document = { type: 'sales-order', id } as const;
    const { check, reused } = await this.credit.check(tx, { ...asked, document });
    if (reused || check.status !== 'approved') return;
    await this.credit.cancelCheck(tx, { accountId: asked.accountId, document });
  }

  /** Gives up an order that was refused, withdrawn or not decided in time. */
  giveUp(tx: Tx, id: OrderId, reason: string): Promise<OrderView> {
    return this.cancelling.cancel(tx, id, { reason, among: ['draft'] });
  }

  /** @throws DomainError credit_hold_hard */
  private async checked(tx: Tx, order: Order) {
    const { id, accountId, currency, quoteId } = order;
    const document = { type: 'sales-order', id } as const;
    const request = {
      accountId,
      amount: await readCreditAmount(tx, order),
      currency,
      document,
      ...basisOf(quoteId),
    };
    await this.credit.requireNoHardHold(tx, request);
    return (await this.credit.check(tx, request)).check;
  }
}
