import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const ORDER = {
  name: 'sales.pub_sales_order',
  of: 'sales.sales_order',
  says: 'A sales order, in whatever state.',
  columns: {
    company_id: 'The company.',
    id: 'The order.',
    number: 'Its number, which no other order of the company bears.',
    status:
      'draft, pending, pending_approval, confirmed, in_production, shipped, delivered, closed or ' +
      'cancelled.',
    payment_status: 'unpaid, partially_paid or paid.',
    fulfilment: 'none, partial or full: what of the goods has left.',
    quote_id: 'The quote it was made of; null of one that a person wrote.',
    contract_id: 'The contract of what recurs; null without one.',
    account_id: 'The customer.',
    contact_id: 'Who of the customer it is agreed with; null where nobody said.',
    owner_id: 'Whose it is; null where nobody’s.',
    partner_id: 'The ledger account of the partner; null without one.',
    po_number: 'By which the customer knows it; null without one.',
    requested_on: 'When the customer wants it; null where nothing was said.',
    currency: 'The code of the currency of its amounts.',
    prices_include_tax: 'Whether prices of its lines include tax.',
    issue_date: 'The day of the order.',
    subtotal: 'What was ordered, net, in minor units.',
    tax_total: 'The tax of that.',
    total: 'Both together.',
    value: 'Of the total what was not cancelled.',
    invoiced_total: 'Of the value what was invoiced, with tax.',
    placed_at: 'When it was placed; null of a draft.',
    confirmed_at: 'When it was confirmed; null while it has not been.',
    closed_at: 'When it was closed or cancelled; null before.',
    created_at: 'When it was written.',
  },
};

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
    net: 'What was ordered, net of all discounts.',
    tax: 'The tax of that.',
    total: 'Both together.',
  },
};

/** Orders and their lines with what an allowance or charge of the whole follows its lines by. */
export class PublishedAdjustments1764001500300 extends ForwardMigration {
  name = 'PublishedAdjustments1764001500300';
  readonly publishes = [ORDER, ORDER_LINE];

  async up(runner: QueryRunner): Promise<void> {
    for (const { name } of this.publishes) await runner.query(`drop view ${name}`);
    await publishViews(runner, this.publishes);
  }
}
