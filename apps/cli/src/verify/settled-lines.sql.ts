import type { Invariant } from '@quittance/database';

/** What changes of subscriptions have left, against the documents that settle it. */
export const SETTLED_LINES: Invariant = {
  id: 'I28g',
  holds: 'What changes have left is settled once, by documents of its account or by what waits',
  text: `
    select n.company_id, 'credit-note' as object, n.id as record,
      format('%s of %s net, lines of %s of %s', n.number, n.subtotal, l.amount, s.account_id)
        as wrong
    from (select company_id, credit_note_id, min(schedule_id::text)::uuid as schedule_id,
        sum(amount) as amount
      from billing.change_line where credit_note_id is not null
      group by company_id, credit_note_id) l
    join receivables.credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
    join billing.schedule s on s.company_id = l.company_id and s.id = l.schedule_id
    where n.status <> 'void' and (n.subtotal <> -l.amount
      or n.account_id <> s.account_id or n.currency <> s.currency)
    union all
    select l.company_id, 'billing-schedule', l.schedule_id,
      format('%s of the change %s is borne by %s', l.amount, l.change_id, i.number)
    from billing.change_line l
    join billing.schedule s on s.company_id = l.company_id and s.id = l.schedule_id
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    where i.account_id <> s.account_id or i.currency <> s.currency
    union all
    select w.company_id, 'billing-schedule', w.schedule_id,
      format('%s was through on %s, and its parts come to %s', w.amount, w.settled_on, w.parts)
    from (select l.company_id, l.schedule_id, l.settled_on, sum(l.amount) as amount,
        coalesce(sum(p.amount), 0) as parts
      from billing.change_line l
      left join lateral (select sum(d.amount) as amount from billing.change_line d
        where d.company_id = l.company_id and d.schedule_id = l.schedule_id
          and d.part_of = l.id) p on true
      where l.settled_on is not null
      group by l.company_id, l.schedule_id, l.settled_on
      having not coalesce(bool_or(l.part_of = l.id), false)) w
    where w.amount <> w.parts
    union all
    select l.company_id, 'billing-schedule', l.schedule_id,
      format('lines that are netted come to %s', sum(l.amount))
    from billing.change_line l where l.netted
    group by l.company_id, l.schedule_id having sum(l.amount) <> 0
    union all
    select p.company_id, 'billing-schedule', p.schedule_id,
      format('%s of the change %s is a part of what is not through', p.amount, p.change_id)
    from billing.change_line p
    left join billing.change_line l on l.company_id = p.company_id
      and l.schedule_id = p.schedule_id and l.id = p.part_of
    where p.part_of is not null and l.settled_on is null`,
};
