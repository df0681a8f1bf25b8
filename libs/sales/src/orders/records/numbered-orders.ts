import { sql } from '@quittance/database';
import { registerNumberedDocuments } from '@quittance/numbering';

/** By `sales_order_number_key`. */
const TAKEN = sql(`
  select number from sales.sales_order where company_id = $1 and number = any($2::text[])`);

/** Lets numbering see the numbers of orders; once, when the lib is loaded. */
export function registerNumberedOrders(): void {
  registerNumberedDocuments('sales-order', {
    numbers: `select company_id, id, number_period as period, number_seq as seq, number,
      status as fate, issue_date as date, created_at as given_at from sales.sales_order
      where company_id = $1::uuid`,
    async taken(tx, numbers) {
      const rows = await tx.rows<{ number: string }>(TAKEN, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    },
  });
}
