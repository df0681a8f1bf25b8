import { distanceSales } from '@quittance/tax';
import type { Told } from './taxed-lines.sql.js';

/** The kind of a product is more than that of its code, as where the line was decided. */
const SUPPLY = `case when l.supply_kind in ('goods', 'digital') then l.supply_kind
  when l.tax_code = any($6::text[]) then 'digital'
  when l.supply_kind is null and l.tax_code = any($7::text[]) then 'goods' end`;

const LINE = `${SUPPLY} as supply, l.net, l.tax_category as category, l.tax_reason as reason,
  l.taxes->0->>'jurisdiction' as jurisdiction`;

const HEAD = (alias: string) => `${alias}.id, ${alias}.number, ${alias}.currency, ${alias}.bill_to,
  ${alias}.delivery_address`;

const NOT_COUNTED = distanceSales.notCounted.map((reason) => `'${reason}'`).join(', ');

const IS_TAXED = `l.tax_category in ('S', 'Z', 'E') and l.tax_reason not in (${NOT_COUNTED})`;

/** By the indexes of both countries. */
const ofInvoices = (told: Told) => `
  select ${HEAD('i')}, 'invoice' as document, 1 as sign, i.issue_date as day, ${LINE}
  from receivables.pub_supplied_invoice i
  join receivables.pub_supplied_invoice_line l on l.company_id = $1 and l.invoice_id = i.id
  where i.company_id = $1 and i.issue_date between $2::date and $3::date
    and (i.billed_country = any($4::text[]) or i.delivered_country = any($4::text[]))
    and (i.sent_at is not null or i.status in ('partially_paid', 'paid')
      or i.status = 'disputed' and exists (select from receivables.pub_invoice o
        where o.company_id = $1 and o.id = i.id and o.balance < o.total))
    and i.status not in ('void', 'cancelled') and ${IS_TAXED}${told('i')}`;

/** What is given back of an earlier year is taken off that, on its last day. */
const TAKEN_OFF_ON = `case when date_trunc('year', o.issue_date) < date_trunc('year', n.issue_date)
  then (date_trunc('year', o.issue_date) + interval '1 year - 1 day')::date else n.issue_date end`;

const ofNotes = (told: Told) => `
  select ${HEAD('n')}, 'credit_note' as document, -1 as sign, ${TAKEN_OFF_ON} as day, ${LINE}
  from receivables.pub_supplied_note n
  join receivables.pub_supplied_note_line l on l.company_id = $1 and l.credit_note_id = n.id
  left join receivables.pub_supplied_invoice o
    on o.company_id = $1 and o.id = coalesce(l.invoice_id, n.invoice_id)
  where n.company_id = $1 and n.kind = 'credit' and n.issued_at is not null
    and n.status <> 'void' and n.issue_date >= $2::date and ${IS_TAXED}${told('n')}`;

const of = (member: string, name: string) => `d.${member}->>'${name}'`;
const billed = (name: string) => `d.bill_to->'address'->>'${name}'`;
const delivered = (name: string) => of('delivery_address', name);

/** A place of delivery that tells no more than a street is none. */
const IS_DELIVERED = `d.supply = 'goods' and coalesce(${delivered('country')},
  ${delivered('region')}, ${delivered('postalCode')}) is not null`;

/** Worked out once for each line: `offset` keeps it from being repeated wherever it is named. */
const PLACE = `select
  case when ${IS_DELIVERED} then coalesce(${delivered('country')}, ${billed('country')})
    else ${billed('country')} end as country,
  case when ${IS_DELIVERED} then ${delivered('region')} else ${billed('region')} end as region,
  case when ${IS_DELIVERED} then ${delivered('postalCode')}
    else ${billed('postalCode')} end as postal offset 0`;

const STATE = distanceSales.territorySql({
  country: 'a.country',
  region: 'a.region',
  postalCode: 'a.postal',
});

/**
 * Lines of goods and digital services to other member states that were not taken for sold to a
 * business by the id of another state: $1 the company, $2 and $3 the first and the last day, $4
 * and $5 the countries and the states they go to, $6 and $7 tax codes of digital services and of
 * goods. Goods to a business are none, whatever id it has. Who has an id that may be one of a
 * business, and is not said to be a consumer, is told by it.
 */
const countedSql = (told: Told): string => `
  select d.id, d.number, d.document, d.sign, d.day, d.currency, d.net, d.supply, d.category,
    d.reason, d.jurisdiction, p.state,
    case when d.bill_to->>'buyerKind' = 'consumer' then null
      else nullif(d.bill_to->>'taxRegistration', '') end as buyer_id
  from (${ofInvoices(told)} union all ${ofNotes(told)}) d
  cross join lateral (${PLACE}) a
  cross join lateral (select ${STATE} as state offset 0) p
  where d.supply is not null and d.day between $2::date and $3::date
    and p.state = any($5::text[]) and (d.supply = 'goods' or p.state <> 'XI')
    and (d.supply <> 'goods' or d.bill_to->>'buyerKind' is distinct from 'business')`;

/** Sums by month, state and how they were taxed. */
export const salesByMonthSql = (told: Told): string => `
  select to_char(c.day, 'YYYY-MM') as month, c.state, c.document, c.supply, c.currency, c.category,
    c.reason, c.jurisdiction, c.buyer_id as "buyerId", sum(c.sign * c.net)::text as net
  from (${countedSql(told)}) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2`;

/**
 * The first document of each year with which its sum is above a limit, of a day invoices before
 * credit notes. $8 has the limit, the ids of businesses, whose documents do not count, and of which
 * month and currency a minor unit is which fraction of the currency of the limit.
 */
export const CROSSINGS_SQL = `
  select distinct on (r.year) r.year, r.id, r.number, r.document, r.day::text as day
  from (
    select v.*, extract(year from v.day)::int as year, sum(v.amount) over (
      partition by extract(year from v.day) order by v.day, v.document desc, v.id) as running
    from (
      select c.id, c.number, c.document, c.day,
        sum(c.sign * c.net * f.dividend / f.divisor) as amount
      from (${countedSql(() => '')}) c
      join jsonb_to_recordset($8::jsonb->'factors')
        as f (month text, currency text, dividend numeric, divisor numeric)
        on f.month = to_char(c.day, 'YYYY-MM') and f.currency = c.currency
      where c.buyer_id is null or not jsonb_exists($8::jsonb->'businesses', c.buyer_id)
      group by c.id, c.number, c.document, c.day) v) r
  where r.running > ($8::jsonb->>'limit')::numeric
  order by r.year, r.day, r.document desc, r.id`;
