import type { Invariant } from '@quittance/database';

const WAITING: Invariant = {
  id: 'I36e',
  holds: 'An order that waits for its customer has an open request, and such a request its order',
  text: `
    select coalesce(o.company_id, a.company_id) as company_id, 'sales-order' as object,
      coalesce(o.id, a.order_id) as record,
      case when o.id is null then 'is asked for and does not wait' else 'waits and nobody is asked'
        end as wrong
    from (select o.company_id, o.id from sales.sales_order o where o.approval = 'waiting') o
    full join (select a.company_id, a.order_id from portal.approval a
        where a.status = 'pending' and a.order_id is not null) a
      on a.company_id = o.company_id and a.order_id = o.id
    where o.id is null or a.order_id is null`,
};

/** What must be true of orders that wait for their customers; views do not show that they do. */
export const waitingOrders: readonly Invariant[] = [WAITING];
