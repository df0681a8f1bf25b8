import type { OrderPorts } from '@quittance/sales';
import { commitChain, releaseChain } from '../limits/limit-ledger.js';
import { closeRequests } from './close-requests.js';

/** What becomes of a reservation with its order, in the transaction of the order. */
export const limitsOfOrders: Parameters<OrderPorts['follow']>[0] = {
  confirmed: (tx, { id, quoteId }) => commitChain(tx, quoteId ?? id),

  async cancelled(tx, { id, quoteId }) {
    await closeRequests(tx, { orderId: id }, 'The order was cancelled');
    await releaseChain(tx, quoteId ?? id);
  },
};
