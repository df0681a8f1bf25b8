/**
 * What live invoices of orders come to: what is open of them, written off too, and what was paid.
 * Credit counts where it was money: what a payment left on account, what a deposit without an
 * order has paid, as only that is deducted, and what a deposit of another order left there, as far
 * as that deposit is paid, in money or by what was left on account. A deposit of the very order
 * counts as what is paid of itself, so that what it is deducted from counts none of it again. Of
 * one company, or of every one (null).
 */
export function moneyOfOrdersSql(company: string | null, orders: string): string {
  const own = (alias: string, by: string) =>
    `${alias}.company_id = ${company ?? `${by}.company_id`}`;
  const only = (alias: string) => (company === null ? '' : `${alias}.company_id = ${company} and`);
  return `
  select i.company_id, i.sales_order_id as "orderId", bool_or(d.invoice_id is null) as any,
    sum(i.balance + i.written_off_amount)::bigint as balance,
    (sum(i.paid_amount) + coalesce(sum(c.amount), 0))::bigint as settled
  from receivables.invoice i
  left join (
    select m.company_id, m.invoice_id, sum(m.amount) as amount
    from (
      select a.company_id, a.invoice_id, case when n.kind = 'on_account' or p.sales_order_id is null
          then sum(a.amount)
          else least(sum(a.amount), max(p.paid_amount + (
            select coalesce(sum(b.amount), 0) from receivables.credit_application b
            join receivables.credit_note e on ${own('e', 'b')} and e.id = b.credit_note_id
            where ${own('b', 'p')} and b.invoice_id = p.id and e.kind = 'on_account')))
          end as amount
      from receivables.credit_application a
      join receivables.invoice o on ${own('o', 'a')} and o.id = a.invoice_id
      join receivables.credit_note n on ${own('n', 'a')} and n.id = a.credit_note_id
      left join receivables.deposit_deduction x on ${own('x', 'n')} and x.credit_note_id = n.id
      left join receivables.invoice p on ${own('p', 'x')} and p.id = x.invoice_id
      where ${only('a')} o.sales_order_id ${orders}
        and (n.kind = 'on_account'
          or (p.id is not null and p.sales_order_id is distinct from o.sales_order_id))
      group by a.company_id, a.invoice_id, n.kind, p.id, p.sales_order_id) m
    group by m.company_id, m.invoice_id) c
    on ${own('c', 'i')} and c.invoice_id = i.id
  left join receivables.order_deposit d on ${own('d', 'i')} and d.invoice_id = i.id
  where ${only('i')} i.sales_order_id ${orders} and i.status not in ('void', 'cancelled')
  group by i.company_id, i.sales_order_id`;
}
