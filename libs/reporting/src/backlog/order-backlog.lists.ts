import type { LocalDate } from '@quittance/calendar';
import type { AccountId } from '@quittance/kernel';
import type { ListDefinition, ListField } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import { rowScope } from '@quittance/objects';
import type { OrderId } from '@quittance/sales';
import { toldOfOwners } from '../report-scope.js';

export const BACKLOG_STATUSES = ['confirmed', 'in_production', 'shipped', 'delivered'] as const;
export type BacklogStatus = (typeof BACKLOG_STATUSES)[number];

interface Row {
  readonly orderId: OrderId;
  readonly number: string;
  readonly status: BacklogStatus;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  readonly issueDate: LocalDate;
  readonly requestedOn: LocalDate | null;
  readonly value: bigint;
  readonly toShip: bigint;
  readonly toInvoice: bigint;
}

/** What is left to be done about an order that binds. Amounts are decimal text. */
export interface BacklogLine extends Omit<Row, 'value' | 'toShip' | 'toInvoice'> {
  /** Gross of what is agreed. */
  readonly value: string;
  /** Net of the goods that have not left, with what goes with them of allowances and charges. */
  readonly toShip: string;
  /** Net of what is sold once and not invoiced, allowances and charges of the whole with it. */
  readonly toInvoice: string;
}

const money = (column: string): ListField => ({
  sql: `a.${column}`,
  type: 'money',
  currency: 'a.currency',
  notNull: true,
});

/** Of an amount of a line what so much of it comes to: one division, half away from zero. */
const part = (quantity: string, amount = 'l.net') =>
  `case when l.ordered = 0 then 0 else round(${amount} * (${quantity}) / l.ordered) end`;
const AGREED = 'l.ordered - l.cancelled';
const OPEN = `greatest(0, ${AGREED} - l.shipped)`;
const SHIPPABLE = `l.kind = 'one_off' and (l.supply_kind = 'goods' or l.invoicing = 'on_delivery')`;

/** The taxes of a line as far as they tell in which way it is taxed. */
const rates = (of: string) =>
  `jsonb_build_array(jsonb_path_query_array(${of}.taxes, '$[*].jurisdiction'),
    jsonb_path_query_array(${of}.taxes, '$[*].kind'),
    jsonb_path_query_array(${of}.taxes, '$[*].rate.double()'))`;

/**
 * Which lines an allowance or charge of the whole follows, as `followedLines` of sales says it:
 * those that are taxed as it is; where none is, all that is sold once.
 */
const ALIKE = `coalesce(l.tax_code, l.default_tax_code)
    is not distinct from coalesce(a.tax_code, a.default_tax_code)
  and l.requested_tax_rate is not distinct from a.requested_tax_rate
  and (l.tax_category is null or a.tax_category is null or (l.tax_category = a.tax_category
    and l.tax_reason is not distinct from a.tax_reason and ${rates('l')} = ${rates('a')}))`;
/** By their nets, or by their gross where prices include tax. */
const SIZE = 'case when o.prices_include_tax then l.total else l.net end';
const FOLLOWED = `
  select sum(f.size) as whole,
    case when sum(f.size) = 0 then bool_or(f.is_agreed)::integer else sum(f.agreed) end as agreed,
    case when sum(f.size) = 0 then bool_or(f.is_open)::integer else sum(f.open) end as open
  from (
    select ${SIZE} as size, ${part(AGREED, `(${SIZE})`)} as agreed, ${AGREED} > 0 as is_agreed,
      case when ${SHIPPABLE} then ${part(OPEN, `(${SIZE})`)} else 0 end as open,
      ${SHIPPABLE} and ${OPEN} > 0 as is_open,
      ${ALIKE} as is_alike, bool_or(${ALIKE}) over () as any_alike
    from sales.pub_sales_order_line l
    where l.company_id = $1::uuid and l.order_id = o.id and l.kind = 'one_off') f
  where f.is_alike or not f.any_alike`;
const following = (as: string) =>
  `coalesce(round(a.net * f.${as} / coalesce(nullif(f.whole, 0), 1)), 0)`;
const LEFT = `${following('agreed')} - a.invoiced_net`;

/** What is left of each line of an order, by itself or behind what it follows. */
const PARTS = `
  select case when ${SHIPPABLE} then ${part(OPEN)} else 0 end as to_ship,
    greatest(0, ${part(AGREED)} - l.invoiced_net) as to_invoice
  from sales.pub_sales_order_line l
  where l.company_id = $1::uuid and l.order_id = o.id and l.kind = 'one_off'
  union all
  select ${following('open')},
    case when a.net < 0 then least(0, ${LEFT}) else greatest(0, ${LEFT}) end
  from sales.pub_sales_order_line a cross join lateral (${FOLLOWED}) f
  where a.company_id = $1::uuid and a.order_id = o.id and a.kind = 'adjustment'`;

/** By sales_order_status_index, and the lines of each order by the prefix of their primary key. */
const FROM = `
  (select o.company_id, o.id, o.number, o.status, o.account_id, o.owner_id, c.name as account_name,
     o.currency, o.issue_date, o.requested_on, o.value, l.to_ship, l.to_invoice
   from sales.pub_sales_order o
   join crm.pub_account c on c.company_id = $1::uuid and c.id = o.account_id
   cross join lateral (
     select greatest(0, coalesce(sum(p.to_ship), 0))::bigint as to_ship,
       greatest(0, coalesce(sum(p.to_invoice), 0))::bigint as to_invoice
     from (${PARTS}) p) l
   where o.company_id = $1::uuid
     and o.status in (${BACKLOG_STATUSES.map((status) => `'${status}'`).join(', ')})
     and (l.to_ship > 0 or l.to_invoice > 0)) a`;

/** Orders that bind and of which something is left to be shipped or invoiced. */
export const orderBacklogList: ListDefinition<Row, BacklogLine> = {
  from: FROM,
  select: `a.id as "orderId", a.number, a.status, a.account_id as "accountId",
    a.account_name as "accountName", a.currency, a.issue_date as "issueDate",
    a.requested_on as "requestedOn", a.value, a.to_ship as "toShip", a.to_invoice as "toInvoice"`,
  id: 'a.id',
  fields: {
    orderId: { sql: 'a.id', type: 'id', shows: { target: 'sales-order' }, notNull: true },
    number: { sql: 'a.number', type: 'text', notNull: true },
    status: { sql: 'a.status', type: 'enum', values: BACKLOG_STATUSES, notNull: true },
    accountId: { sql: 'a.account_id', type: 'id', shows: { target: 'account' }, notNull: true },
    accountName: { sql: 'a.account_name', type: 'text', notNull: true },
    currency: { sql: 'a.currency', type: 'text', notNull: true },
    issueDate: { sql: 'a.issue_date', type: 'date', notNull: true },
    requestedOn: { sql: 'a.requested_on', type: 'date' },
    value: money('value'),
    toShip: money('to_ship'),
    toInvoice: money('to_invoice'),
  },
  search: ['a.number', 'a.account_name'],
  defaultSort: 'issueDate,number',
  columns: [
    'orderId',
    'number',
    'status',
    'accountId',
    'accountName',
    'currency',
    'issueDate',
    'requestedOn',
    'value',
    'toShip',
    'toInvoice',
  ],
  scope: (ctx, bind) => {
    const parts = [
      rowScope.owned(ctx, 'sales-orders', 'a', bind, 'view'),
      toldOfOwners(ctx, [], 'a', bind),
    ].filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(' and ');
  },
  map: ({ value, toShip, toInvoice, ...row }) => {
    const text = (minor: bigint) => formatMinor(minor, row.currency);
    return { ...row, value: text(value), toShip: text(toShip), toInvoice: text(toInvoice) };
  },
};
