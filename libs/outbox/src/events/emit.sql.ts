import { sql } from '@quittance/database';

/** Stores the events of one transaction, keeping their order in `seq`. No index is searched. */
export const INSERT_EVENTS = sql(`
  insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
    actor_kind, actor_id, actor_name, request_id, depth, changed, bulk, before)
  select $1::uuid, e.id, e.type, e.object, e.record_id, e.data::jsonb,
    coalesce(e.occurred_at::timestamptz, $2::timestamptz), $3, $4, $5, coalesce(e.request_id, $6),
    $14::smallint, e.changed::jsonb, $16::boolean, e.before::jsonb
  from unnest($7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
      $13::text[], $15::text[], $17::text[])
    with ordinality
      as e (id, type, object, record_id, data, occurred_at, request_id, changed, before,
        position)
  order by e.position`);

/** The one event that most transactions have; half the work of a set of one. */
export const INSERT_EVENT = sql(`
  insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
    actor_kind, actor_id, actor_name, request_id, depth, changed, bulk, before)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`);
