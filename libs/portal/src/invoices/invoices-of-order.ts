import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { invoicesWithin } from '../reach/customer-reach.js';
import type { PortalScope } from '../scope/portal-scope.js';

interface Row {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: string;
  readonly currency: Currency;
  readonly total: bigint;
  readonly balance: bigint;
}

/** The invoices behind an order that are in reach, for whoever may see invoices at all. */
export async function invoicesOfOrder(tx: Tx, scope: PortalScope, salesOrderId: string) {
  const params: unknown[] = [tx.ctx.companyId, salesOrderId];
  const within = invoicesWithin(scope, (value) => `$${params.push(value)}`);
  const rows = await tx.rows<Row>(
    `select i.id, i.number, i.status, i.currency, i.total, i.balance
     from receivables.pub_invoice i
     where i.company_id = $1::uuid and i.sales_order_id = $2::uuid and (${within})
     order by i.issue_date, i.id`,
    params,
  );
  const priced = scope.rights.has('seePricing');
  return rows.map(({ id, number, status, currency, total, balance }) => ({
    id,
    number,
    status,
    ...(priced && {
      currency,
      total: formatMinor(total, currency),
      balance: formatMinor(balance, currency),
    }),
  }));
}
