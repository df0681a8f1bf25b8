import type { CreditControl, CreditSubject, DocumentWorth } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { changeOrder, lockAnyOrderToChange } from '../change-order.js';
import { OPEN_STATUSES } from '../order.js';
import type { Order, OrderId } from '../order.description.js';
import { findOrder } from '../order.repository.js';
import { basisOf, confirmIn, type BindingTools } from './confirm-in.js';

/** What credit asks of orders, and what an override makes of one that waits for it. */
export function orderCreditSubject(
  credit: Pick<CreditControl, 'requireNoHardHold' | 'stillDecides'>,
  tools: BindingTools,
): CreditSubject {
  return {
    type: 'sales-order',

    async worth(tx, id) {
      const order = await findOrder(tx, id as OrderId);
      const asks = order && (order.status === 'draft' || OPEN_STATUSES.includes(order.status));
      return asks ? worthOf(tx, order) : undefined;
    },

    /**
     * An order waits as long as nobody says no: an override that ran out leaves it waiting for
     * another. One that is another by now than was decided about is pending, to be asked about
     * anew; whether that is so of one that grew is the company's to say.
     * Where a cart was refused there is no order yet: it is placed by what was decided.
     * @throws DomainError credit_hold_hard
     */
    async overrideDecided(tx, id, decision, about) {
      if (decision === 'expired' || !(await findOrder(tx, id as OrderId))) return;
      const locked = await lockAnyOrderToChange(tx, id as OrderId);
      const { order } = locked;
      if (order.status !== 'pending_approval') return;
      if (decision === 'rejected') {
        const note = { event: 'record.updated', action: 'order.approval_refused' } as const;
        changeOrder(tx, locked, { status: 'pending' }, note);
        return;
      }
      const worth = await worthOf(tx, order);
      if (!(await credit.stillDecides(tx, about, worth))) {
        const note = { event: 'record.updated', action: 'order.approval_outgrown' } as const;
        changeOrder(tx, locked, { status: 'pending' }, note);
        return;
      }
      await credit.requireNoHardHold(tx, { ...worth, document: { type: 'sales-order', id } });
      await confirmIn(tx, tools, locked, { creditCheckId: about.checkId });
    },
  };
}

async function worthOf(tx: Tx, order: Order): Promise<DocumentWorth> {
  const { accountId, currency, quoteId } = order;
  const amount = await readCreditAmount(tx, order);
  return { accountId, amount, currency, ...basisOf(quoteId) };
}
