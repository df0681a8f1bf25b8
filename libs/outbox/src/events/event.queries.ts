import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { EVENT_TYPES, type EventActor, type EventType } from '@quittance/contracts';
import { notFound, type Id, type Instant } from '@quittance/kernel';
import { maySeeEventsOf } from './event-rights.js';

export type EventId = Id<'event'>;

export const EVENT_STATES = ['pending', 'dispatched', 'dead'] as const;

/** An event as the API shows it: the envelope and how its delivery stands. */
export interface EventView {
  readonly id: EventId;
  readonly type: EventType;
  readonly occurredAt: Instant;
  readonly actor: EventActor;
  readonly object: string;
  readonly recordId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of an update the members of `data` that it changed, as they were; null where nobody said. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly requestId: string;
  readonly state: (typeof EVENT_STATES)[number];
  /** Failed tries so far. */
  readonly attempts: number;
  readonly nextAttemptAt: Instant | null;
  readonly lastError: string | null;
  readonly finishedAt: Instant | null;
}

const COLUMNS = `e.id, e.type, e.occurred_at as "occurredAt",
  json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name) as actor,
  e.object, e.record_id as "recordId", e.data, (select jsonb_object_agg(b.key, b.value)
    from jsonb_each(e.before) b where e.data ? b.key) as before, e.request_id as "requestId",
  e.state, e.attempts, e.next_attempt_at as "nextAttemptAt", e.last_error as "lastError",
  e.finished_at as "finishedAt"`;

export const eventList: ListDefinition<EventView, EventView> = {
  from: 'outbox.event e',
  select: COLUMNS,
  id: 'e.id',
  fields: {
    id: { sql: 'e.id', type: 'id', notNull: true },
    type: { sql: 'e.type', type: 'enum', values: EVENT_TYPES, notNull: true },
    occurredAt: { sql: 'e.occurred_at', type: 'instant', notNull: true },
    actorId: { sql: 'e.actor_id', type: 'text' },
    object: { sql: 'e.object', type: 'text', notNull: true },
    recordId: { sql: 'e.record_id', type: 'text', notNull: true },
    requestId: { sql: 'e.request_id', type: 'text', notNull: true },
    state: { sql: 'e.state', type: 'enum', values: EVENT_STATES, notNull: true },
    attempts: { sql: 'e.attempts', type: 'integer', notNull: true },
    nextAttemptAt: { sql: 'e.next_attempt_at', type: 'instant' },
    finishedAt: { sql: 'e.finished_at', type: 'instant' },
  },
  search: ['e.type', 'e.record_id', 'e.actor_name', 'e.request_id'],
  defaultSort: '-occurredAt',
  columns: ['id', 'type', 'occurredAt', 'object', 'recordId', 'requestId', 'state', 'attempts'],
  map: (row) => row,
};

const FIND = sql(`select ${COLUMNS} from outbox.event e where e.company_id = $1 and e.id = $2`);

/** @throws DomainError not_found, also for one of records that the reader may not view all of */
export async function findEvent(tx: Tx, id: EventId): Promise<EventView> {
  const event = await tx.maybe<EventView>(FIND, [tx.ctx.companyId, id]);
  if (!event || !maySeeEventsOf(tx.ctx.permissions, event.object))
    throw notFound({ object: 'event' });
  return event;
}
