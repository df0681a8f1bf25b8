import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { invoicesWithin } from '../reach/customer-reach.js';
import type { PortalScope } from '../scope/portal-scope.js';

/**
 * The most recent invoice of an order in reach that has something left to pay, else the most recent
 * of all; undefined where the order has none that a customer knows of.
 */
export async function payableOfOrder(
  tx: Tx,
  scope: PortalScope,
  salesOrderId: string,
): Promise<InvoiceId | undefined> {
  const params: unknown[] = [tx.ctx.companyId, salesOrderId];
  const within = invoicesWithin(scope, (value) => `$${params.push(value)}`);
  const found = await tx.maybe<{ id: InvoiceId }>(
    `select i.id from receivables.pub_invoice i
     where i.company_id = $1::uuid and i.sales_order_id = $2::uuid and (${within})
     order by (i.balance > 0) desc, i.issue_date desc, i.id desc limit 1`,
    params,
  );
  return found?.id;
}
