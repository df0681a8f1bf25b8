import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const ORDER_LINE = {
  name: 'sales.pub_sales_order_line',
  of: 'sales.sales_order_line',
  says: 'A line of a sales order. Quantities have six decimals, amounts are minor units.',
  columns: {
    company_id: 'The company.',
    order_id: 'Its order.',
    id: 'The line.',
    position: 'Its place in the order, from 1.',
    kind: 'one_off, recurring, section, note, or adjustment: what the whole takes off or puts on.',
    product_id: 'The product; null without one.',
    description: 'What it says.',
    ordered: 'How much was ordered, as amended.',
    cancelled: 'Of that how much was given up.',
    shipped: 'How much has left, what came back among it.',
    returned: 'How much came back.',
    invoiced: 'How much was invoiced and not given back.',
    invoiced_percent: 'How much of a line that is invoiced by percentages or milestones.',
    invoiced_net: 'What of its net was invoiced.',
    invoiced_tax: 'The tax of that.',
    supply_kind: 'goods, services or such; null without a product.',
    invoicing: 'on_order, on_delivery, percent, milestone or subscription; null of a text.',
    tax_code: 'By which it is taxed; null where by a rate, or as its product is.',
    requested_tax_rate:
      'The rate in percent that was said; null where a code or the place decides.',
    default_tax_code: {
      sql: `case when t.tax_code is null and t.requested_tax_rate is null
        then t.taxes->0->>'taxCode' end`,
      says: 'The company’s code that it was taxed by as it says none; null of one without any tax.',
    },
    net: 'What was ordered, net of all discounts.',
    tax: 'The tax of that.',
    total: 'Both together.',
  },
};

/** Lines of orders with the code that held for those which say none, as allowances follow it. */
export class PublishedDefaultTaxCode1764001720001 extends ForwardMigration {
  name = 'PublishedDefaultTaxCode1764001720001';
  readonly publishes = [ORDER_LINE];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sales.pub_sales_order_line');
    await publishViews(runner, this.publishes);
  }
}
