import { BulkUpdateOrders, ImportOrders } from '@quittance/sales/host';
import { documentMassController } from '../document-mass.controller.js';
import { CreateOrderDto, orderDraft } from './order.dto.js';

/** Many orders at once. */
export const OrderMassController = documentMassController({
  name: 'OrderMass',
  tag: 'Sales orders',
  resource: 'sales-orders',
  bulk: BulkUpdateOrders,
  import: ImportOrders,
  body: CreateOrderDto,
  draft: orderDraft,
  said: {
    bulk: {
      summary: 'Change many orders at once',
      until: 'until they are closed or cancelled',
    },
    import: {
      summary: 'Take over orders of another system with their lines',
      columns:
        '`status` is `draft`, `pending` or `confirmed`: the last asks credit nothing but whether ' +
        'a hard hold forbids it, takes the right to approve credit checks, and nothing that ' +
        'recurs. What has left or was invoiced elsewhere is no part of it.',
    },
  },
});
