import type { Invariant } from '@quittance/database';

/** Fees of steps against the tries that asked for them. */
export const CHARGED_STEPS: Invariant = {
  id: 'I19c',
  holds: 'A fee of a step was asked by a try that was taken, of what was sent and is no late bill',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('%s for step %s, which is %s%s%s', l.amount, a.step, a.result,
        case when i.sent_at is null then ', of what was never sent' else '' end,
        case when o.charging_invoice_id is not null then ', and asks for late payment itself'
          else '' end) as wrong
    from receivables.late_charge l
    join dunning.attempt a on a.company_id = l.company_id and a.id = l.attempt_id
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    left join (select company_id, charging_invoice_id from receivables.late_charge group by 1, 2) o
      on o.company_id = l.company_id and o.charging_invoice_id = l.invoice_id
    where l.kind = 'step_fee' and (a.result not in ('sent', 'done') or i.sent_at is null
      or o.charging_invoice_id is not null)`,
};
