import type { Invariant } from '@quittance/database';

/** A line that is shipped, as `isShippable` says it. */
const SHIPPABLE = `l.kind = 'one_off' and (l.supply_kind = 'goods' or l.invoicing = 'on_delivery')`;
/** What of an amount is still agreed: one division, half away from zero. */
const AGREED = (amount: string) => `case when l.ordered = 0 then ${amount}
  else round(${amount} * (l.ordered - l.cancelled) / l.ordered) end`;

/** Where prices include tax the gross is divided, else net and tax each for itself. */
const VALUE = `coalesce(case when o.prices_include_tax then l.gross else l.value end, 0)`;

/** By which a line is taxed; one that says neither code nor rate by the default one it keeps. */
const code = (of: string) => `coalesce(${of}.tax_code, ${of}.default_tax_code)`;

/** The taxes of a line as far as they tell in which way it is taxed. */
const rates = (of: string) =>
  `jsonb_build_array(jsonb_path_query_array(${of}.taxes, '$[*].jurisdiction'),
            jsonb_path_query_array(${of}.taxes, '$[*].kind'),
            jsonb_path_query_array(${of}.taxes, '$[*].rate.double()'))`;

/** Net and tax of the lines of orders, and what of them is still agreed. */
const LINES_WORTH = `
      select l.company_id, l.order_id, l.net, l.tax, l.invoiced_net, l.invoiced_tax,
        ${AGREED('l.net')} + ${AGREED('l.tax')} as value, ${AGREED('(l.net + l.tax)')} as gross
      from sales.sales_order_line l where l.kind <> 'adjustment'
      union all
      select a.company_id, a.order_id, a.net, a.tax, a.invoiced_net, a.invoiced_tax,
        round(a.net * f.agreed / f.whole) + round(a.tax * f.agreed / f.whole),
        round((a.net + a.tax) * f.agreed / f.whole)
      from (${followed()}) f
      join sales.sales_order_line a on a.company_id = f.company_id and a.order_id = f.order_id
        and a.id = f.id`;

/**
 * Which part of an allowance or a charge of the whole is still agreed: that of the lines that are
 * taxed as it is; where none is, of all that is sold once. By gross where prices include tax.
 */
function followed(): string {
  const alike = `${code('l')} is not distinct from ${code('a')}
          and l.requested_tax_rate is not distinct from a.requested_tax_rate
          and (l.tax_category is null or a.tax_category is null or (l.tax_category = a.tax_category
            and l.tax_reason is not distinct from a.tax_reason and ${rates('l')} = ${rates('a')}))`;
  const size = 'case when o.prices_include_tax then l.net + l.tax else l.net end';
  const agreed = (of: string) => {
    const filter = `filter (where ${of})`;
    return `case when sum(${size}) ${filter} = 0
        then (bool_or(l.ordered > l.cancelled) ${filter})::integer
        else sum(${AGREED(`(${size})`)}) ${filter} end`;
  };
  const whole = (of: string) => `coalesce(nullif(sum(${size}) filter (where ${of}), 0), 1)`;
  const any = `bool_or(${alike})`;
  return `
        select a.company_id, a.order_id, a.id,
          case when ${any} then ${agreed(alike)} else ${agreed('true')} end as agreed,
          case when ${any} then ${whole(alike)} else ${whole('true')} end as whole
        from sales.sales_order_line a
        join sales.sales_order o on o.company_id = a.company_id and o.id = a.order_id
        join sales.sales_order_line l on l.company_id = a.company_id and l.order_id = a.order_id
          and l.kind = 'one_off'
        where a.kind = 'adjustment' group by 1, 2, 3`;
}

const TOTALS: Invariant = {
  id: 'I29a',
  holds: 'The lines of an order add up to its totals, and what is agreed of them to its value',
  text: `
    select o.company_id, 'sales-order' as object, o.number as record,
      format('says %s + %s = %s, worth %s, invoiced %s; its lines add up to %s + %s, %s, %s '
        '(minor units of %s)', o.subtotal, o.tax_total, o.total, o.value, o.invoiced_total,
        coalesce(l.net, 0), coalesce(l.tax, 0), ${VALUE}, coalesce(l.invoiced, 0),
        o.currency) as wrong
    from sales.sales_order o
    left join (select l.company_id, l.order_id, sum(l.net) as net, sum(l.tax) as tax,
        sum(l.value) as value, sum(l.gross) as gross,
        sum(l.invoiced_net + l.invoiced_tax) as invoiced
      from (${LINES_WORTH}) l group by 1, 2) l
      on l.company_id = o.company_id and l.order_id = o.id
    where o.subtotal <> coalesce(l.net, 0) or o.tax_total <> coalesce(l.tax, 0)
      or o.value <> ${VALUE} or o.invoiced_total <> coalesce(l.invoiced, 0)`,
};

const moved = (table: string) => `
      select m.company_id, m.order_id, (q->>'lineId')::uuid as line_id,
        sum((q->>'quantity')::numeric) as quantity
      from sales.${table} m cross join jsonb_array_elements(m.lines) q group by 1, 2, 3`;

const FULFILLED: Invariant = {
  id: 'I29b',
  holds: 'What was shipped and returned of a line is what its shipments and returns add up to',
  text: `
    with shipped as (${moved('order_shipment')}), returned as (${moved('order_return')}),
    told as (
      select coalesce(s.company_id, r.company_id) as company_id,
        coalesce(s.order_id, r.order_id) as order_id, coalesce(s.line_id, r.line_id) as line_id,
        coalesce(s.quantity, 0) as shipped, coalesce(r.quantity, 0) as returned
      from shipped s
      full join returned r on r.company_id = s.company_id and r.order_id = s.order_id
        and r.line_id = s.line_id)
    select coalesce(l.company_id, t.company_id) as company_id, 'sales-order' as object,
      coalesce(l.order_id, t.order_id)::text as record,
      format('line %s: shipped %s, returned %s; shipments and returns of %s, %s', l.position,
        l.shipped, l.returned, t.shipped, t.returned) as wrong
    from sales.sales_order_line l
    full join told t on t.company_id = l.company_id and t.order_id = l.order_id
      and t.line_id = l.id
    where l.id is null or l.shipped <> coalesce(t.shipped, 0)
      or l.returned <> coalesce(t.returned, 0)`,
};

const STATES: Invariant = {
  id: 'I29c',
  holds: 'The status of an order agrees with what of its lines has left and what is open',
  text: `
    select o.company_id, 'sales-order' as object, o.number as record,
      format('is %s, %s, with %s lines open, of which %s have begun to leave', o.status,
        o.fulfilment, coalesce(l.open, 0), coalesce(l.shipped, 0)) as wrong
    from sales.sales_order o
    left join (select l.company_id, l.order_id,
        count(*) filter (where ${SHIPPABLE} and l.shipped < l.ordered - l.cancelled) as open,
        count(*) filter (where l.shipped > 0) as shipped,
        count(*) filter (where l.invoiced > 0 or l.invoiced_net > 0) as invoiced
      from sales.sales_order_line l group by 1, 2) l
      on l.company_id = o.company_id and l.order_id = o.id
    where (o.status in ('shipped', 'delivered', 'closed') and coalesce(l.open, 0) > 0)
      or (o.status in ('draft', 'pending', 'pending_approval', 'cancelled')
        and (coalesce(l.shipped, 0) > 0 or coalesce(l.invoiced, 0) > 0))
      or (o.fulfilment = 'none' and coalesce(l.shipped, 0) > 0)
      or (o.fulfilment = 'partial' and coalesce(l.shipped, 0) = 0)
      or (o.fulfilment = 'full' and coalesce(l.open, 0) > 0)`,
};

const CONVERTED: Invariant = {
  id: 'I29d',
  holds: 'A quote that was ordered and its order name each other, and are of the same customer',
  text: `
    select q.company_id, 'quote' as object, q.number || '/' || q.revision as record,
      format('is %s, of order %s', q.status, o.number) as wrong
    from sales.quote q
    left join sales.sales_order o on o.company_id = q.company_id and o.quote_id = q.id
    where (q.status = 'ordered') <> (o.id is not null) or q.order_id is distinct from o.id
      or o.account_id <> q.account_id`,
};

const WAITING: Invariant = {
  id: 'I29e',
  holds: 'What recurs of an order waits until that, or its contract, is in force, and no longer',
  text: `
    select s.company_id, 'subscription' as object, s.id::text as record,
      format('is %s, waits: %s; its order %s is %s', s.status, s.awaits_order, o.number, o.status)
        as wrong
    from sales.subscription s
    join sales.sales_order o on o.company_id = s.company_id and o.id = s.sales_order_id
    left join sales.contract c on c.company_id = o.company_id and c.id = o.contract_id
    where s.status = 'pending' and s.previous_id is null
      and s.awaits_order <> (o.status in ('draft', 'pending', 'pending_approval')
        and coalesce(c.status, 'draft') = 'draft')`,
};

const AMENDED: Invariant = {
  id: 'I29f',
  holds: 'The amendments of an order are counted from 1 without a gap, up to the latest',
  text: `
    select o.company_id, 'sales-order' as object, o.number as record,
      format('says %s; has %s up to %s', o.amendment, count(a.id), max(a.number)) as wrong
    from sales.sales_order o
    left join sales.order_amendment a on a.company_id = o.company_id and a.order_id = o.id
    group by o.company_id, o.number, o.amendment
    having count(a.id) <> o.amendment or coalesce(max(a.number), 0) <> o.amendment`,
};

/** What is true of sales orders, whatever was done. */
export const orderInvariants: readonly Invariant[] = [
  TOTALS,
  FULFILLED,
  STATES,
  CONVERTED,
  WAITING,
  AMENDED,
];
