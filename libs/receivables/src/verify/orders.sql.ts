import type { Invariant } from '@quittance/database';
import { moneyOfOrdersSql } from '../orders/order-money.sql.js';

const INVOICED: Invariant = {
  id: 'I30a',
  holds: 'What is invoiced of a line of an order is what lines of invoices are of it',
  text: `
    select l.company_id, 'sales-order' as object, o.number as record,
      format('line %s: invoiced %s, %s %%, %s + %s; its parts add up to %s, %s %%, %s + %s',
        l.position, l.invoiced, l.invoiced_percent, l.invoiced_net, l.invoiced_tax,
        coalesce(p.quantity, 0), coalesce(p.share, 0), coalesce(p.net, 0), coalesce(p.tax, 0))
        as wrong
    from sales.pub_sales_order_line l
    join sales.pub_sales_order o on o.company_id = l.company_id and o.id = l.order_id
    left join (select company_id, order_id, order_line_id,
        sum(quantity - back_quantity) as quantity, sum(share - back_share) as share,
        sum(net - back_net) as net, sum(tax - back_tax) as tax
      from receivables.ordered_line group by 1, 2, 3) p
      on p.company_id = l.company_id and p.order_id = l.order_id and p.order_line_id = l.id
    where l.invoiced <> coalesce(p.quantity, 0) or l.invoiced_percent <> coalesce(p.share, 0)
      or l.invoiced_net <> coalesce(p.net, 0) or l.invoiced_tax <> coalesce(p.tax, 0)`,
};

const LIVE: Invariant = {
  id: 'I30b',
  holds: 'Of an order a void or cancelled invoice is nothing, a live one its very lines',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('is %s; line %s is %s of the order, %s given back, and comes to %s', i.status,
        coalesce(l.position::text, 'that is gone'), p.net, p.back_net, l.net) as wrong
    from receivables.ordered_line p
    join receivables.invoice i on i.company_id = p.company_id and i.id = p.invoice_id
    left join receivables.invoice_line l on l.company_id = p.company_id
      and l.invoice_id = p.invoice_id and l.id = p.line_id
    where case when i.status in ('void', 'cancelled')
      then p.back_net <> p.net or p.back_tax <> p.tax or p.back_quantity <> p.quantity
        or p.back_share <> p.share
      else l.id is null or i.sales_order_id is distinct from p.order_id
        or case when i.prices_include_tax then l.total <> p.net + p.tax else l.net <> p.net end
      end`,
};

/** Whether nothing of a line is left to be invoiced with its order. */
const IS_INVOICED = `l.kind <> 'one_off' or l.ordered = l.cancelled
  or case when l.invoicing in ('percent', 'milestone')
    then (l.invoiced_percent >= 100
        or l.invoiced_net >= round(l.net * (l.ordered - l.cancelled) / l.ordered))
      and l.invoiced_net + l.invoiced_tax + (l.invoiced_percent >= 100)::integer
        >= round((l.net + l.tax) * (l.ordered - l.cancelled) / l.ordered)
    else l.invoiced >= l.ordered - l.cancelled
      - case when l.invoicing = 'on_delivery' and l.shipped >= l.ordered - l.cancelled
        then l.returned else 0 end end`;

const PAID: Invariant = {
  id: 'I30c',
  holds: 'An order is as far paid as its live invoices are',
  text: `
    with live as (${moneyOfOrdersSql(null, 'is not null')}),
    told as (
      select o.company_id, o.number, o.payment_status,
        case when o.value = 0 or (coalesce(l.invoiced, true) and m.any and m.balance = 0)
            then 'paid'
          when coalesce(m.settled, 0) = 0 then 'unpaid' else 'partially_paid' end as is_paid
      from sales.pub_sales_order o
      left join (select l.company_id, l.order_id, bool_and(${IS_INVOICED}) as invoiced
        from sales.pub_sales_order_line l group by 1, 2) l
        on l.company_id = o.company_id and l.order_id = o.id
      left join live m on m.company_id = o.company_id and m."orderId" = o.id)
    select company_id, 'sales-order' as object, number as record,
      format('says %s; by its invoices it is %s', payment_status, is_paid) as wrong
    from told where payment_status <> is_paid`,
};

const DEPOSITED: Invariant = {
  id: 'I30d',
  holds: 'What a quote has asked for ahead is a deposit of the order that it became',
  text: `
    select d.company_id, 'invoice' as object, i.number as record,
      format('is a deposit of a quote that became order %s, and not of that', o.number) as wrong
    from receivables.quote_deposit d
    join receivables.invoice i on i.company_id = d.company_id and i.id = d.invoice_id
    join sales.pub_sales_order o on o.company_id = d.company_id and o.quote_id = d.quote_id
    left join receivables.order_deposit p on p.company_id = d.company_id
      and p.invoice_id = d.invoice_id and p.order_id = o.id
    where i.status not in ('void', 'cancelled')
      and (p.invoice_id is null or i.sales_order_id is distinct from o.id)`,
};

const DEDUCTED: Invariant = {
  id: 'I30e',
  holds: 'A deposit is deducted by notes of its very lines, at their rates, to the last of its tax',
  text: `
    with deposit as (
      select company_id, invoice_id from receivables.order_deposit
      union select company_id, invoice_id from receivables.account_deposit),
    deducted as (
      select x.company_id, x.invoice_id, l.invoice_line_id, sum(l.net) as net, sum(l.tax) as tax,
        bool_or(n.invoice_id is distinct from x.invoice_id or n.kind <> 'credit') as other,
        array_agg(distinct l.tax_rate) as rates
      from receivables.deposit_deduction x
      join receivables.credit_note n on n.company_id = x.company_id and n.id = x.credit_note_id
        and n.status <> 'void'
      join receivables.credit_note_line l on l.company_id = x.company_id
        and l.credit_note_id = n.id
      group by 1, 2, 3)
    select x.company_id, 'invoice' as object, i.number as record,
      format('line %s at %s %%: %s + %s; notes of %s %% deduct %s + %s (minor units of %s)',
        coalesce(l.position::text, 'that is gone'), l.tax_rate, l.net, l.tax, x.rates, x.net, x.tax,
        i.currency) as wrong
    from deducted x
    join receivables.invoice i on i.company_id = x.company_id and i.id = x.invoice_id
    left join deposit d on d.company_id = x.company_id and d.invoice_id = x.invoice_id
    left join receivables.invoice_line l on l.company_id = x.company_id
      and l.invoice_id = x.invoice_id and l.id = x.invoice_line_id
    where d.invoice_id is null or l.id is null or x.other or x.rates <> array[l.tax_rate]
      or x.net > l.net or x.tax > l.tax
      or (x.net + x.tax = l.net + l.tax and (x.net <> l.net or x.tax <> l.tax))`,
};

/**
 * What was applied to it by hand is another matter. What a note was applied to its deposit by as an
 * invoice of the order was made, in the same instant, was given up for that, so that it says so.
 */
const GIVEN_UP: Invariant = {
  id: 'I30f',
  holds: 'A deposit is owed though the invoice for which it was given up is gone',
  text: `
    with own as (
      select a.company_id, a.credit_note_id, a.invoice_id, a.amount,
        coalesce(a.for_invoice_id, m.id) as for_invoice_id
      from receivables.deposit_deduction d
      join receivables.credit_application a on a.company_id = d.company_id
        and a.credit_note_id = d.credit_note_id and a.invoice_id = d.invoice_id
      join receivables.invoice p on p.company_id = d.company_id and p.id = d.invoice_id
      left join receivables.invoice m on m.company_id = d.company_id
        and m.sales_order_id = p.sales_order_id and m.id <> p.id and m.created_at = a.created_at
        and a.amount > 0 and a.for_invoice_id is null
        and exists (select from receivables.ordered_line l
          where l.company_id = m.company_id and l.invoice_id = m.id))
    select o.company_id, 'invoice' as object, i.number as record,
      format('%s of %s stands on it for %s, which is %s (minor units of %s)', sum(o.amount),
        n.number, f.number, f.status, i.currency) as wrong
    from own o
    join receivables.invoice f on f.company_id = o.company_id and f.id = o.for_invoice_id
    join receivables.credit_note n on n.company_id = o.company_id and n.id = o.credit_note_id
    join receivables.invoice i on i.company_id = o.company_id and i.id = o.invoice_id
    group by o.company_id, i.number, n.number, f.number, f.status, i.currency
    having sum(o.amount) < 0 or (f.status in ('void', 'cancelled') and sum(o.amount) <> 0)`,
};

/** What must be true of orders, of deposits, and the invoices of them. */
export const orderInvoiceInvariants: readonly Invariant[] = [
  INVOICED,
  LIVE,
  PAID,
  DEPOSITED,
  DEDUCTED,
  GIVEN_UP,
];
