import type { Currency } from '@quittance/money';
import type { RecordApprovalId } from '@quittance/rules/host';
import type { OrderId } from '@quittance/sales';

/** An order with the last word about it of a rule that has asked. */
export interface AskedOrder {
  readonly approvalId: RecordApprovalId;
  readonly said: 'waiting' | 'approved' | 'rejected' | 'recalled';
  /** Null of a rule that asks no longer. */
  readonly ruleVersion: number | null;
  readonly condition: string | null;
  readonly id: OrderId;
  readonly number: string;
  readonly status: string;
  readonly currency: Currency;
  readonly total: bigint;
  readonly amendment: number;
  readonly invoiced: bigint;
  readonly shipped: string;
  /** Of all else that it holds, but for what follows from money. */
  readonly print: string;
}

/** An invoice that is given up gives back to its order, and reopens one that is closed. */
const OF_MONEY = `array['status', 'closed_at', 'delivered_at', 'reason', 'payment_status',
  'invoiced_total', 'tax_difference', 'version', 'updated_at', 'updated_by']`;
const INVOICED = `array['invoiced', 'invoiced_percent', 'invoiced_net', 'invoiced_tax']`;

/** In the order of their making. */
export const ASKED_ORDERS = `
  with said as (
    select distinct on (record_id, rule_id) id, record_id, rule_id, status
    from rules.approval where company_id = $1 and object = 'sales-order'
    order by record_id, rule_id, requested_at desc, id desc)
  select s.id as "approvalId", s.status as said,
    case when r.active then r.version end as "ruleVersion",
    r.definition ->> 'condition' as condition, o.id, o.number, o.status, o.currency, o.total,
    o.amendment, o.invoiced_total as invoiced, l.shipped,
    md5((to_jsonb(o) - ${OF_MONEY})::text || l.held) as print
  from said s
  join sales.sales_order o on o.company_id = $1 and o.id = s.record_id
  left join rules.rule r on r.company_id = $1 and r.id = s.rule_id
  cross join lateral (
    select sum(l.shipped)::text as shipped,
      jsonb_agg(to_jsonb(l) - ${INVOICED} order by l.position)::text as held
    from sales.sales_order_line l where l.company_id = $1 and l.order_id = o.id) l
  order by o.number_seq, s.id`;
