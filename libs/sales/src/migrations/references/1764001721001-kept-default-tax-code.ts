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
    net: 'What was ordered, net of all discounts.',
    tax: 'The tax of that.',
    total: 'Both together.',
  },
};

/**
 * The company's code by which a line was priced that says neither code nor rate, so that allowances
 * follow it whatever becomes of the set-up, and where it bore no tax. Of older lines their taxes
 * tell; one that bore none was not followed when it was offered, nor is it now.
 */
export class KeptDefaultTaxCode1764001721001 extends ForwardMigration {
  name = 'KeptDefaultTaxCode1764001721001';
  readonly publishes = [ORDER_LINE];

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['quote_line', 'sales_order_line']) {
      await runner.query(`alter table sales.${noun} add column default_tax_code text,
        add constraint ${noun}_default_tax_code_check check (
          default_tax_code is null or (tax_code is null and requested_tax_rate is null))`);
      await runner.query(`update sales.${noun} set default_tax_code = taxes->0->>'taxCode'
        where tax_code is null and requested_tax_rate is null
          and taxes->0->>'taxCode' is not null`);
    }
    await runner.query('drop view sales.pub_sales_order_line');
    await publishViews(runner, this.publishes);
  }
}
