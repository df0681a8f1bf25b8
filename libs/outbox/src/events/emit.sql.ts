import { sql } from '@quittance/database';

/** Stores the events of one transaction, keeping their order in `seq`. No index is searched. */
export const INSERT_EVENTS = sql(`
  insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
    actor_kind, actor_id, actor_name, request_id)
  select $1::uuid, (e.item->>'id')::uuid, e.item->>'type', e.item->>'object', e.item->>'recordId',
    e.item->'data', coalesce((e.item->>'occurredAt')::timestamptz, $3::timestamptz), $4, $5, $6,
    coalesce(e.item->>'requestId', $7)
  from jsonb_array_elements($2::jsonb) with ordinality as e (item, position)
  order by e.position`);

/** The one event that most transactions have; half the work of a set of one. */
export const INSERT_EVENT = sql(`
  insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
    actor_kind, actor_id, actor_name, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);
