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
    kind: 'one_off, recurring, section or note.',
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
    net: 'What was ordered, net of all discounts.',
    tax: 'The tax of that.',
    total: 'Both together.',
  },
};

const SUBSCRIPTION = {
  name: 'sales.pub_subscription',
  of: 'sales.subscription',
  says: 'What an account is subscribed to.',
  columns: {
    company_id: 'The company.',
    id: 'The subscription.',
    account_id: 'Who is billed for it.',
    contact_id: 'Who of the account it is agreed with; null where nobody said.',
    currency: 'The code of the currency of its prices.',
  },
};

/** What others may read of sales, and never lock. */
export class SalesViews1764000400080 extends ForwardMigration {
  name = 'SalesViews1764000400080';
  readonly publishes = [ORDER, ORDER_LINE, SUBSCRIPTION];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
