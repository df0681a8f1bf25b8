import type { Invariant } from '@quittance/database';

/** What commissions were booked by, held against the books of receivables. */
export const moneyCounted: readonly Invariant[] = [
  {
    id: 'I33g',
    holds: 'Money of an invoice counts for its partner as it is in the books, unless it waits',
    text: `
      select s.company_id, 'invoice' as object, s.invoice_id as record,
        format('%s was paid of it and %s counts', coalesce(p.amount, 0), coalesce(m.amount, 0))
          as wrong
      from partner.commission_source s
      join partner.commission_terms t on t.company_id = s.company_id and t.order_id = s.order_id
      join receivables.invoice i on i.company_id = s.company_id and i.id = s.invoice_id
      left join (select a.company_id, a.invoice_id, sum(a.amount) as amount
        from (select company_id, invoice_id, amount from receivables.payment_allocation
          union all select c.company_id, c.invoice_id, c.amount
            from receivables.credit_application c
            join receivables.credit_note n
              on n.company_id = c.company_id and n.id = c.credit_note_id
            where n.kind = 'on_account') a
        group by 1, 2) p on p.company_id = s.company_id and p.invoice_id = s.invoice_id
      left join (select company_id, invoice_id, sum(amount) as amount
        from partner.settled_money group by 1, 2) m
        on m.company_id = s.company_id and m.invoice_id = s.invoice_id
      where t.plan_id is not null and s.waits_for is null and s.seen = i.version
        and coalesce(m.amount, 0) <> coalesce(p.amount, 0)
        and not exists (select from receivables.credit_application c
          join receivables.credit_note n on n.company_id = c.company_id and n.id = c.credit_note_id
          where c.company_id = s.company_id and c.invoice_id = s.invoice_id
            and n.kind = 'credit' and n.invoice_id is distinct from s.invoice_id)`,
  },
];
