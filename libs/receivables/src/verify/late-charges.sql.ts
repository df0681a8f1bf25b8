import type { Invariant } from '@quittance/database';

const ON_ITS_LINE: Invariant = {
  id: 'I19a',
  holds: 'What late payment costs stands on a line for its customer, untaxed but for fees of steps',
  text: `
    select l.company_id, 'invoice' as object, n.number as record,
      format('%s of %s for %s to %s; its line is %s with tax %s, of category %s', l.kind, l.amount,
        l.from_on, l.to_on, m.total, m.tax, coalesce(m.tax_category, 'none')) as wrong
    from receivables.late_charge l
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    join receivables.invoice n on n.company_id = l.company_id and n.id = l.charging_invoice_id
    join receivables.invoice_line m on m.company_id = l.company_id
      and m.invoice_id = l.charging_invoice_id and m.id = l.charging_line_id
    where m.net <> l.amount
      or (m.tax_code is null and (m.tax <> 0 or m.tax_category is distinct from 'O'))
      or (m.tax_code is not null and l.kind <> 'step_fee')
      or n.account_id <> i.account_id or n.currency <> i.currency`,
};

const ONCE: Invariant = {
  id: 'I19b',
  holds: 'No day of an invoice is asked for twice, none before it was due, and none of a late bill',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('interest for %s to %s follows %s, the one before ends on %s; due on %s%s', l.from_on,
        l.to_on, coalesce(l.behind_on::text, 'none'), coalesce(l.before::text, 'never'), i.due_date,
        case when l.of_late then ', and asks for late payment itself' else '' end) as wrong
    from (select c.*, lag(c.to_on) over (partition by c.company_id, c.invoice_id
          order by c.from_on, c.to_on) as before,
        exists (select from receivables.late_charge o where o.company_id = c.company_id
          and o.charging_invoice_id = c.invoice_id) as of_late
      from receivables.late_charge c where c.kind = 'interest') l
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    where l.before >= l.from_on or l.before is distinct from l.behind_on
      or l.from_on <= i.due_date or l.of_late`,
};

/** What must be true of what is asked for late payment. */
export const lateChargeInvariants: readonly Invariant[] = [ON_ITS_LINE, ONCE];
