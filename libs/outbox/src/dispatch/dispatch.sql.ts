import { sql } from '@quittance/database';

/** Events of one record that change lanes in one round. */
const PROMOTED = 1000;

/** The companies with anything to dispatch in a lane, by a walk over event_lane_index. */
export const PENDING_COMPANIES = sql(`
  select company_id as "companyId" from outbox.door_companies_with_events($1)`);

/**
 * Where a window over the pending events of a lane ends, by event_lane_index: what is done about it
 * reads no further, so that a round costs the same however long the backlog is. Null where nothing
 * is left.
 */
export const WINDOW_END = sql(`
  select max(w.seq) as until from (
    select e.seq from outbox.event e
    where e.company_id = $1 and e.state = 'pending' and e.bulk = $4 and e.seq > $2
    order by e.seq limit $3) w`);

/**
 * Earlier events of work on many records about which something fresh waits, too: the order of a
 * record's events holds across the lanes. By event_lane_index and event_pending_record_index; what
 * is being handed over just now is left.
 */
export const FIND_OVERTAKEN = sql(`
  select b.id from (
    select distinct f.record_id from outbox.event f
    where f.company_id = $1 and f.state = 'pending' and not f.bulk
      and f.seq > $2 and f.seq <= $3
      and exists (select 1 from outbox.event w
        where w.company_id = $1 and w.state = 'pending' and w.bulk)) f
  cross join lateral (
    select p.id from outbox.event p
    where p.company_id = $1 and p.record_id = f.record_id and p.state = 'pending' and p.bulk
    order by p.seq limit ${PROMOTED} for update skip locked) b`);

/** Takes events out of the lane of work on many records, by primary key. */
export const PROMOTE = sql(`
  update outbox.event set bulk = false where company_id = $1 and id = any ($2::uuid[])`);

/** Takes the events of a window that nobody listens to, by event_lane_index. */
export const TAKE_UNHEARD = sql(`
  select p.id from outbox.event p
  where p.company_id = $1 and p.state = 'pending' and not p.type = any ($2::text[])
    and p.bulk = $5 and p.seq > $3 and p.seq <= $4
  order by p.seq for update skip locked`);

const COLUMNS = `e.id, e.seq, e.type, e.object, e.record_id as "recordId", e.data, e.attempts,
    e.occurred_at as "occurredAt", e.actor_kind as "actorKind", e.actor_id as "actorId",
    e.actor_name as "actorName", e.request_id as "requestId", e.changed, e.before, e.depth,
    e.cause, e.bulk`;

/**
 * The oldest events of a window that somebody listens to and that are due, by event_lane_index; of
 * those that are handled in sets ($6) only what has failed in its set. Events behind one that waits
 * for its next try wait with it, found by event_pending_record_index.
 */
export const FIND_DUE_EVENTS = sql(`
  select ${COLUMNS} from outbox.event e
  where e.company_id = $1 and e.state = 'pending' and e.bulk = $8 and e.seq > $7 and e.seq <= $5
    and (e.type = any ($2::text[]) or (e.type = any ($6::text[]) and e.attempts > 0))
    and (e.next_attempt_at is null or e.next_attempt_at <= $3)
    and not exists (select 1 from outbox.event b
      where b.company_id = $1 and b.record_id = e.record_id and b.state = 'pending'
        and b.seq < e.seq and b.next_attempt_at > $3)
  order by e.seq limit $4`);

/**
 * Takes the oldest events of a window that are handled in sets, by event_lane_index. Those behind
 * an earlier one of their record that another process is just handing over, or that waits in the
 * other lane, are left for the next round; found by event_pending_record_index.
 */
export const TAKE_SET = sql(`
  with taken as materialized (
    select ${COLUMNS} from outbox.event e
    where e.company_id = $1 and e.state = 'pending' and e.type = any ($2::text[])
      and e.attempts = 0 and e.bulk = $6 and e.seq > $4 and e.seq <= $5
    order by e.seq limit $3 for update skip locked)
  select t.* from taken t
  where not exists (select 1 from outbox.event b
    where b.company_id = $1 and b.record_id = t."recordId" and b.state = 'pending'
      and b.seq < t.seq and b.attempts = 0 and b.type = any ($2::text[])
      and b.seq not in (select s.seq from taken s))
  order by t.seq`);

/**
 * By primary key. The ids are given, not joined: where the statistics know nothing of the company
 * yet, a join went through all its events once for each.
 */
export const FINISH_SET = sql(`
  update outbox.event set state = 'dispatched', finished_at = $3
  where company_id = $1 and id = any ($2::uuid[])`);

/**
 * Takes one event, unless another process has it, it is finished, or an earlier one of its record
 * is not. By primary key and event_pending_record_index.
 */
export const TAKE_EVENT = sql(`
  select 1 from outbox.event e
  where e.company_id = $1 and e.id = $2 and e.state = 'pending'
    and not exists (select 1 from outbox.event b
      where b.company_id = $1 and b.record_id = e.record_id and b.state = 'pending'
        and b.seq < e.seq and b.type = any ($3::text[]))
  for update skip locked`);

/** Notes that a consumer handles the event; no row when it has before. */
export const NOTE_HANDLED = sql(`
  insert into outbox.inbox (company_id, event_id, consumer, handled_at)
  values ($1, $2, $3, $4) on conflict do nothing`);

export const FINISH_EVENT = sql(`
  update outbox.event set state = 'dispatched', finished_at = $3, next_attempt_at = null
  where company_id = $1 and id = $2 and state = 'pending'`);

/** What a failed try leaves behind, unless another process finished the event meanwhile. */
export const RECORD_FAILURE = sql(`
  update outbox.event set state = $3, attempts = $4, next_attempt_at = $5, last_error = $6,
    finished_at = case when $3 = 'dead' then $7::timestamptz end
  where company_id = $1 and id = $2 and state = 'pending'`);
