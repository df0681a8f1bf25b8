import { sql } from '@quittance/database';

/**
 * The endpoints that may be sent to, each held until the end of the transaction: what is counted
 * then is true for all processes. Who is held by another process is left to it.
 */
export const HOLD_ENDPOINTS = sql(`
  select e.id, e.url, e.secret, e.previous_secret as "previousSecret",
    e.previous_secret_until as "previousSecretUntil", e.in_flight_limit as "inFlightLimit",
    e.served_at as "servedAt"
  from webhooks.endpoint e
  where e.company_id = $1 and e.active and (e.paused_until is null or e.paused_until <= $2)
  order by e.id for no key update of e skip locked`);

/** What is under way to these endpoints, and what died on its way. By message_in_flight_index. */
export const COUNT_UNDER_WAY = sql(`
  select m.endpoint_id as "endpointId",
    count(*) filter (where m.leased_until > $2 and not m.bulk)::int as fresh,
    count(*) filter (where m.leased_until > $2 and m.bulk)::int as bulk,
    count(*) filter (where m.leased_until <= $2)::int as died
  from webhooks.message m
  where m.company_id = $1 and m.endpoint_id = any ($3::uuid[])
    and m.status = 'pending' and m.leased_until is not null
  group by m.endpoint_id`);

/** Puts back what was in the hands of a process that died. By message_in_flight_index. */
export const PUT_BACK = sql(`
  update webhooks.message set leased_until = null
  where company_id = $1 and endpoint_id = any ($3::uuid[])
    and status = 'pending' and leased_until <= $2`);

/**
 * Messages looked at per endpoint and claim: those behind an earlier one of their record are passed
 * by.
 */
const LOOK_AHEAD = 1000;

/**
 * The oldest due messages of a lane, up to a number for each endpoint, by message_lane_index. Of
 * one record only the first is found, and none while another is under way: they arrive in order,
 * but for what is tried again. By message_record_index. The endpoints are held, so nobody else
 * claims.
 */
export const FIND_DUE_MESSAGES = sql(`
  select d.id from unnest($3::uuid[], $4::int[]) as a(endpoint_id, free)
  cross join lateral (
    select c.id from (
      select m.id, m.record_id, m.next_attempt_at from webhooks.message m
      where m.company_id = $1 and m.endpoint_id = a.endpoint_id and m.bulk = $5
        and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= $2
      order by m.next_attempt_at, m.id limit ${LOOK_AHEAD}) c
    left join lateral (select true as waits from webhooks.message b
      where b.company_id = $1 and b.endpoint_id = a.endpoint_id and b.record_id = c.record_id
        and b.status = 'pending' and b.id <> c.id
        and (b.leased_until is not null
          or (b.next_attempt_at, b.id) < (c.next_attempt_at, c.id))
      limit 1) b on true
    where b.waits is null
    order by c.next_attempt_at, c.id limit a.free) d`);

/**
 * Takes these, by primary key and by no other index: whatever the planner knows of a table that has
 * just been filled. What a sender that was taken for dead has stored meanwhile is over.
 */
export const CLAIM_MESSAGES = sql(`
  update webhooks.message m set leased_until = $3, attempts = m.attempts + 1
  where m.company_id = $1 and m.id = any ($2::uuid[]) and m.status not in ('delivered', 'failed')
  returning m.id, m.endpoint_id as "endpointId", m.type, m.body, m.attempts, m.bulk`);

/** How many may be under way from now on, and that the endpoint is served. */
export const KEEP_PACE = sql(`
  update webhooks.endpoint e set in_flight_limit = n.in_flight_limit, served_at = $2
  from unnest($3::uuid[], $4::int[]) as n(id, in_flight_limit)
  where e.company_id = $1 and e.id = n.id`);
