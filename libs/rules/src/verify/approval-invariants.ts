import type { Invariant } from '@quittance/database';

const said = (which: string) => `exists (
  select from jsonb_array_elements(a.history) s where ${which})`;

const WAITING: Invariant = {
  id: 'I41a',
  holds: 'A record that waits has a rule that asks, a step, and somebody who may decide about it',
  text: `
    select a.company_id, a.object, a.record_id as record,
      format('awaits approval by “%s”, step %s, and nobody can decide', a.rule_name, a.step)
        as wrong
    from rules.approval a
    where a.status = 'waiting' and (jsonb_array_length(a.asked) = 0
      or (a.requested_by is not null and a.asked @> to_jsonb(a.requested_by::text))
      or exists (select from jsonb_array_elements(a.changed_by) c where a.asked @> c)
      or not exists (select from rules.rule r where r.company_id = a.company_id
        and r.id = a.rule_id and r.active))`,
};

const ENDED: Invariant = {
  id: 'I41b',
  holds: 'An approval is as the last word about it has it, and none that waits has had that word',
  text: `
    select a.company_id, a.object, a.record_id as record,
      format('the approval is %s, and was last told: %s', a.status, a.history -> -1 ->> 'decision')
        as wrong
    from rules.approval a
    where coalesce(a.history -> -1 ->> 'decision', '') <> case
        when a.status = 'approved' then 'approve' when a.status = 'rejected' then 'reject'
        when a.status = 'recalled' then 'recall'
        else coalesce(a.history -> -1 ->> 'decision', '') end
      or (a.status = 'waiting' and ${said("s ->> 'decision' in ('reject', 'recall')")})
      or (a.status <> 'waiting' and (a.due_at is not null or a.next_at is not null))`,
};

const STEPS: Invariant = {
  id: 'I41c',
  holds: 'Every step before the one that waits was approved, never by who had caused it',
  text: `
    select a.company_id, a.object, a.record_id as record,
      format('step %s of the approval is passed and was not approved', p.step) as wrong
    from rules.approval a cross join generate_series(1, a.step) as p(step)
    where (p.step < a.step or a.status = 'approved') and not ${said(
      "s ->> 'decision' = 'approve' and (s ->> 'step')::int = p.step",
    )}
    union all
    select a.company_id, a.object, a.record_id as record,
      'was decided by whoever had caused it' as wrong
    from rules.approval a
    where ${said(`s ->> 'decision' in ('approve', 'reject')
      and (s ->> 'by' = a.requested_by::text or a.changed_by @> (s -> 'by'))`)}`,
};

/** What is true of approvals of records: how they stand is what was said about them. */
export const recordApprovalInvariants: readonly Invariant[] = [WAITING, ENDED, STEPS];
