import { FIELDS } from './ruled-company.js';

/** Each run that was done has made its task, whatever cut it off, and no other has. */
const TASKS = `
  with made as (
    select related_id as record_id, split_part(subject, ' ', 1) as begins, count(*) as times
    from crm.task where related_object in ('invoice', 'quote', 'sales-order') group by 1, 2),
  ran as (
    select record_id, begins, count(*) as times
    from rules.workflow_run
    join (values ('makes a task', 'Look'), ('follows the status', 'It')) s(shape, begins)
      on right(rule_name, length(shape)) = shape
    where outcome = 'done' group by 1, 2)
  select format('%s runs have made %s tasks “%s …” of %s', coalesce(r.times, 0),
    coalesce(m.times, 0), coalesce(m.begins, r.begins), coalesce(m.record_id, r.record_id)) as wrong
  from made m full join ran r on r.record_id = m.record_id and r.begins = m.begins
  where m.times is distinct from r.times`;

/** What the last run set of an order that was free, unless a rule is gone that was to set it. */
const SET = `
  with last as (
    select distinct on (r.record_id) r.record_id, r.rule_name, r.outcome, r.message
    from rules.workflow_run r
    join rules.rule s on s.id = r.rule_id and s.active and s.version = 1
    join outbox.event e on e.id = r.event_id
    where r.object = 'sales-order' and right(r.rule_name, 10) = 'sets after'
    order by r.record_id, e.seq desc, r.id desc)
  select format('rule “%s” has set “%s” of %s', l.rule_name, o.custom ->> '${FIELDS.late}',
    o.number) as wrong
  from last l join sales.sales_order o on o.id = l.record_id
  where l.outcome = 'done' and l.message is null
    and (o.custom ->> '${FIELDS.late}')::numeric * case o.currency
      when 'JPY' then 1 when 'KWD' then 1000 else 100 end is distinct from o.total`;

/** The field of an order that has not ended says what its last approval does. */
const SHOWN = `
  select format('order %s shows “%s”, and its approval is %s', o.number,
    o.custom ->> '${FIELDS.asked}', array_to_string(l.said, ' or ')) as wrong
  from (
    select a.record_id, array_agg(a.status) as said from rules.approval a
    where a.object = 'sales-order' and a.field = '${FIELDS.asked}'
      and a.requested_at = (select max(b.requested_at) from rules.approval b
        where b.record_id = a.record_id and b.field = a.field)
    group by 1) l
  join sales.sales_order o on o.id = l.record_id
  where o.status not in ('closed', 'cancelled')
    and (o.custom ->> '${FIELDS.asked}' = any(l.said)) is not true`;

/** Statements that find what rules have left otherwise than their log says. */
export const EFFECTS = [TASKS, SET, SHOWN] as const;
