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
    default_tax_code:
      'The company’s code that it was priced by, as it says neither code nor rate; else null.',
    tax_category: 'As EN 16931 names it; null while it is not determined.',
    tax_reason: 'The ground of the category; null while it is not determined.',
    taxes: 'Its taxes: of each jurisdiction, kind, rate and amounts.',
    net: 'What was ordered, net of all discounts.',
    tax: 'The tax of that.',
    total: 'Both together.',
  },
};

/**
 * Which of the adjustments of a quote or an order has made a line: one makes several where its
 * lines are taxed in several ways. Before, each had made one, in their order. By how lines are
 * taxed it is told which of them an adjustment follows.
 */
export class SoldAdjustmentIndex1764001900201 extends ForwardMigration {
  name = 'SoldAdjustmentIndex1764001900201';
  readonly publishes = [ORDER_LINE];

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, document] of [
      ['quote_line', 'quote_id'],
      ['sales_order_line', 'order_id'],
    ]) {
      await runner.query(`alter table sales.${name} add column adjustment_index integer,
        add constraint ${name}_adjustment_index_check check (
          adjustment_index is null or (adjustment is not null and adjustment_index >= 0))`);
      await runner.query(`update sales.${name} l set adjustment_index = m.index
        from (select k.company_id, k.${document} as of, k.id, row_number() over (
            partition by k.company_id, k.${document} order by k.position) - 1 as index
          from sales.${name} k where k.kind = 'adjustment') m
        where l.company_id = m.company_id and l.${document} = m.of and l.id = m.id`);
    }
    await runner.query('drop view sales.pub_sales_order_line');
    await publishViews(runner, this.publishes);
  }
}
