import { date, lookup, picklist, text } from '@quittance/fields';
import type { AccountId } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  nounList,
  system,
  type HeadRowOf,
} from '@quittance/nouns';
import type { OrderId } from '@quittance/sales';
import { withMembers } from './shown-list.js';

const STATUSES = [
  'pending',
  'pending_approval',
  'confirmed',
  'in_production',
  'shipped',
  'delivered',
  'closed',
  'cancelled',
] as const;

/** An order that a partner brought, as the partner sees it. */
export const shownOrderNoun = describeNoun({
  name: 'brought-order',
  label: 'Order',
  pluralLabel: 'Orders',
  path: '/orders',
  table: 'sales.pub_sales_order',
  alias: 'o',
  defaultSort: '-issueDate',
  members: {
    id: system(lookup<OrderId>('Id', null)),
    number: system(text('Number', { maxLength: 100, searched: true })),
    status: system(picklist('Status', choicesOf(STATUSES))),
    accountId: system(lookup<AccountId>('Customer', null)),
    customerName: system(text('Name of the customer', { maxLength: 200, searched: true }), {
      sql: 'a.name',
    }),
    issueDate: system(date('Day')),
    currency: system(currencyCode()),
    subtotal: system(amount('Net')),
  },
});

type Row = HeadRowOf<typeof shownOrderNoun.members> & { readonly customerName: string };
const view = headOf(shownOrderNoun, { customerName: ({ customerName }: Row) => customerName });
export type ShownOrder = ReturnType<typeof view>;

const all: ListDefinition<Row, ShownOrder> = {
  ...nounList(shownOrderNoun, view as never),
  from:
    'sales.pub_sales_order o join crm.pub_account a on a.company_id = $1::uuid and ' +
    'a.id = o.account_id',
  where: `o.status <> 'draft'`,
  select: `${shownOrderNoun.rows.select('o')}, a.name as "customerName"`,
  map: (row) => view(row),
};
const PLAIN = ['id', 'number', 'status', 'accountId', 'customerName', 'issueDate'] as const;

/** Orders that partners brought, with their sums or without. */
export const shownOrders = (prices: boolean) => (prices ? all : withMembers(all, PLAIN));
/** The members that every partner sees, for the document. */
export const ORDER_SHOWN = PLAIN;
