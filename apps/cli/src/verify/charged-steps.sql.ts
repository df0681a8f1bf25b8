import type { Invariant } from '@quittance/database';

/** Fees of steps against the tries that asked for them. */
export const CHARGED_STEPS: Invariant = {
  id: 'I19c',
  holds: 'A fee of a step was asked by a try that was taken, of what was sent and is no late bill',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('%s for step %s, which is %s%s%s', l.amount, a.step, a.result,
        case when i.sent_at is null then ', of what was never sent' else '' end,
        case when o.of_late then ', and asks for late payment itself' else '' end) as wrong
    from receivables.late_charge l
    join dunning.attempt a on a.company_id = l.company_id and a.id = l.attempt_id
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    cross join lateral (select exists (select from receivables.late_charge o
      where o.company_id = l.company_id and o.charging_invoice_id = l.invoice_id) as of_late) o
    where l.kind = 'step_fee'
      and (a.result not in ('sent', 'done') or i.sent_at is null or o.of_late)`,
};
