import type { Invariant } from '@quittance/database';

const FIGURES: Invariant = {
  id: 'I13a',
  holds: 'A credit check came to what its own figures say, and a hard hold was never approved',
  text: `
    select company_id, 'credit-check' as object, id as record,
      format('%s for %s with limit %s, exposure %s, request %s (minor units of %s)', outcome,
        reasons, coalesce(credit_limit::text, 'none'), exposure, requested, currency) as wrong
    from credit.credit_check
    where outcome <> case
        when reasons ? 'hard_hold' then 'rejected'
        when reasons ? 'soft_hold' then 'needs_approval'
        when credit_limit is null or credit_limit - exposure >= requested then 'approved'
        when (requested - credit_limit + exposure) * 5 <= requested then 'needs_approval'
        else 'rejected' end
      or (document_currency = currency and document_amount <> requested)
      or risk_score <> case when reasons ? 'hard_hold' then 100
        else (risk_inputs->>'utilisationPoints')::int + (risk_inputs->>'badCheckPoints')::int end`,
};

const STATUS: Invariant = {
  id: 'I13b',
  holds: 'A check stands where its outcome and its overrides have put it',
  text: `
    select c.company_id, 'credit-check' as object, c.id as record,
      format('%s, came to %s, with %s overrides that count and %s that are open', c.status,
        c.outcome, coalesce(o.approved, 0), coalesce(o.requested, 0)) as wrong
    from credit.credit_check c
    left join (select company_id, check_id, count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'requested') as requested
      from credit.credit_override group by 1, 2) o
      on o.company_id = c.company_id and o.check_id = c.id
    where c.status <> 'cancelled' and c.status <> case
        when coalesce(o.approved, 0) > 0 then 'approved'
        when coalesce(o.requested, 0) > 0 then 'awaiting_approval'
        else c.outcome end
      or coalesce(o.approved, 0) > 1
      or (c.status = 'cancelled' and coalesce(o.requested, 0) > 0)`,
};

const HOLDS: Invariant = {
  id: 'I13c',
  holds: 'A hold that an override released stays released only while that counts',
  text: `
    select h.company_id, 'credit-hold' as object, h.id as record,
      format('%s for %s was released by override %s, which is %s', h.strength, h.reason,
        h.override_id, o.status) as wrong
    from credit.credit_hold h
    join credit.credit_override o on o.company_id = h.company_id and o.id = h.override_id
    where h.status <> 'released' or o.status <> 'approved' or h.account_id <> o.account_id`,
};

const AUDITED: Invariant = {
  id: 'I13d',
  holds: 'Every decision about credit is in the audit log',
  text: `
    select d.company_id, d.object, d.record, format('%s and not in the log', d.action) as wrong
    from (select company_id, 'credit-check' as object, id as record,
          'credit_check.decided' as action from credit.credit_check
      union all select company_id, 'credit-override', id, 'credit_override.' || status
        from credit.credit_override
      union all select company_id, 'credit-hold', id, 'credit_hold.' || status
        from credit.credit_hold) d
    where not exists (select from audit.pub_entry e
      where e.company_id = d.company_id and e.record_id = d.record::text and e.action = d.action)`,
};

/** What must be true of checks, holds and overrides. */
export const creditInvariants: readonly Invariant[] = [FIGURES, STATUS, HOLDS, AUDITED];
