import { sql } from '@quittance/database';

/**
 * Takes what is due, at most `$4` messages in flight per endpoint over all processes: the endpoint's
 * lock makes the count of those in flight true. By message_due_index.
 */
export const CLAIM_MESSAGES = sql(`
  with ready as (
    select e.id, $4::int - (
      select count(*)::int from webhooks.message f
      where f.company_id = $1 and f.endpoint_id = e.id and f.status = 'pending'
        and f.leased_until > $2) as free
    from webhooks.endpoint e
    where e.company_id = $1 and e.active and (e.paused_until is null or e.paused_until <= $2)
    for no key update of e skip locked
  ), due as (
    select m.id from ready r cross join lateral (
      select m.id from webhooks.message m
      where m.company_id = $1 and m.endpoint_id = r.id and m.status = 'pending'
        and m.next_attempt_at <= $2 and (m.leased_until is null or m.leased_until <= $2)
      order by m.next_attempt_at, m.id limit greatest(r.free, 0)
      for update of m skip locked) m
    limit $5
  )
  update webhooks.message m set leased_until = $3, attempts = m.attempts + 1
  from due, webhooks.endpoint e
  where m.company_id = $1 and m.id = due.id and e.company_id = $1 and e.id = m.endpoint_id
  returning m.id, m.endpoint_id as "endpointId", m.type, m.body, m.attempts, e.url,
    e.secret, e.previous_secret as "previousSecret",
    e.previous_secret_until as "previousSecretUntil"`);
