import { WorkflowSubjects } from '@quittance/rules/host';
import type { Scene } from '../scene.js';
import { EFFECTS } from './effects.sql.js';
import { FIELDS, RULED } from './ruled-company.js';
import type { Served } from './watched-rules.js';

type Ask = <T>(text: string, params?: unknown[]) => Promise<T[]>;

/** Rules while they served ($1), and what each event says of a record ($2). */
const CALLS = `
  with served as (
    select * from jsonb_to_recordset($1::jsonb) as s("ruleId" uuid, name text, object text,
      trigger text, field text, above numeric, asks boolean,
      before boolean, "after" bigint, until bigint)),
  heard as (
    select * from jsonb_to_recordset($2::jsonb) as h(object text, type text, happening text)),
  about as (
    select record_id, min((data ->> 'total')::numeric) as least,
      max((data ->> 'total')::numeric) as most
    from outbox.event where object in ('invoice', 'quote', 'sales-order') group by record_id),
  called as (
    select s."ruleId", s.name, s.above, s.before, s.trigger, s.until, h.happening, e.id,
      e.seq, e.type, e.record_id, a.least, a.most
    from served s
    join outbox.event e on e.object = s.object and e.seq > s.after
      and (s.until is null or e.seq <= s.until)
    join heard h on h.object = e.object and h.type = e.type
    join about a on a.record_id = e.record_id
    where case s.trigger when 'save' then true when 'create' then h.happening = 'created'
        else h.happening = 'updated' and e.changed ? s.field end
      -- That an approval stands otherwise is no news to who has asked, nor to others that ask.
      and (e.cause ->> 'rule' is null
        or (not s.asks and e.cause ->> 'rule' <> s."ruleId"::text))),
  judged as (
    select c.*, (select count(*)::int from rules.workflow_run r
        where r.event_id = c.id and r.rule_id = c."ruleId") as runs,
      -- One about the change of a field hears of the last of those that wait.
      (c.above is null or c.least > c.above) and (c.trigger <> 'change' or (c.until is null
        and c.seq = max(c.seq) over (partition by c."ruleId", c.record_id))) as must,
      c.above is not null and c.most <= c.above as never
    from called c)`;

const MISCOUNTED = `${CALLS}
  select format('rule “%s” has run %s times for %s %s', name, runs, type, record_id) as wrong
  from judged where not before
    and (runs > 1 or (must and runs = 0) or (never and runs > 0))`;

/** What people made while a rule set a field before the save; runs make invoices by themselves. */
const UNSET = `${CALLS}
  select format('rule “%s” has not set its field of %s', c.name, m.number) as wrong
  from called c
  join (
    select id, number, currency, custom from receivables.invoice
    where subscription_id is null and po_number like 'operation %'
    union all select id, number, currency, custom from sales.quote
    union all select id, number, currency, custom from sales.sales_order) m
    on m.id::text = c.record_id
  where c.before and c.happening = 'created'
    and m.custom ->> '${FIELDS.early}' is distinct from m.currency`;

/** Every run that was done has asked once; one that failed is a no from the start, of nobody. */
const ASKED = `
  select format('rule “%s” has asked %s times about %s in %s runs', coalesce(a.name, r.name),
    coalesce(a.times, 0), coalesce(a.record_id, r.record_id), coalesce(r.times, 0)) as wrong
  from (select rule_id, record_id, min(rule_name) as name, count(*) as times
    from rules.approval where status <> 'rejected' or decided_at <> requested_at
      or history -> 0 ->> 'by' is not null
    group by 1, 2) a
  full join (select rule_id, record_id, min(rule_name) as name, count(*) as times
    from rules.workflow_run where outcome = 'done' and rule_name like '% asks'
    group by 1, 2) r on r.rule_id = a.rule_id and r.record_id = a.record_id
  where a.times is distinct from r.times`;

/** By the events themselves: the approval says of its own who has caused it. */
const DECIDED_OWN = `
  select format('%s has decided about %s, and had caused it', s ->> 'by', a.title) as wrong
  from rules.approval a
  cross join jsonb_array_elements(a.history) s
  join rules.workflow_run r on r.rule_id = a.rule_id and r.record_id = a.record_id
    and r.outcome = 'done' and r.ran_at = a.requested_at
  join outbox.event e on e.id = r.event_id
  where s ->> 'decision' in ('approve', 'reject')
    and s ->> 'by' = coalesce(e.cause -> 'by' ->> 'id', e.actor_id)`;

/** What rules have done, by the events that called them, and what people have said to it. */
export async function checkRules(
  { stage }: Scene,
  served: readonly Served[],
  ask: Ask,
): Promise<string[]> {
  if (served.length === 0) return [];
  const subjects = stage.get(WorkflowSubjects);
  const heard = RULED.flatMap((object) =>
    Object.entries(subjects.eventsOf(object)).map(([type, happening]) => ({
      object,
      type,
      happening,
    })),
  );
  const calls = [JSON.stringify(served), JSON.stringify(heard)];
  const found = [
    ...(await ask<{ wrong: string }>(MISCOUNTED, calls)),
    ...(await ask<{ wrong: string }>(UNSET, calls)),
    ...(await ask<{ wrong: string }>(ASKED)),
    ...(await ask<{ wrong: string }>(DECIDED_OWN)),
  ];
  for (const effect of EFFECTS) found.push(...(await ask<{ wrong: string }>(effect)));
  return found.map(({ wrong }) => wrong);
}
