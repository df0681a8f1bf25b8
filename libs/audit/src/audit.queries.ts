import type { ListDefinition } from '@quittance/lists';
import type { Actor, Id, Instant } from '@quittance/kernel';
import type { Fields } from './changes.js';

/** One row of the audit log as the API shows it. */
export interface AuditEntryView {
  readonly id: Id<'audit-entry'>;
  readonly occurredAt: Instant;
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>;
  readonly action: string;
  readonly object: string;
  readonly recordId: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly requestId: string;
  readonly ip: string | null;
}

export const auditList: ListDefinition<AuditEntryView, AuditEntryView> = {
  from: 'audit.entry a',
  select: `a.id, a.occurred_at as "occurredAt",
    json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor_name) as actor,
    a.action, a.object, a.record_id as "recordId", a.before, a.after,
    a.request_id as "requestId", a.ip`,
  id: 'a.id',
  fields: {
    id: { sql: 'a.id', type: 'id', notNull: true },
    occurredAt: { sql: 'a.occurred_at', type: 'instant', notNull: true },
    actorKind: { sql: 'a.actor_kind', type: 'text', notNull: true },
    actorId: { sql: 'a.actor_id', type: 'text' },
    actorName: { sql: 'a.actor_name', type: 'text', notNull: true },
    action: { sql: 'a.action', type: 'text', notNull: true },
    object: { sql: 'a.object', type: 'text', notNull: true },
    recordId: { sql: 'a.record_id', type: 'text' },
    requestId: { sql: 'a.request_id', type: 'text', notNull: true },
    ip: { sql: 'a.ip', type: 'text' },
  },
  search: ['a.action', 'a.object', 'a.record_id', 'a.actor_name'],
  defaultSort: '-occurredAt',
  columns: [
    'id',
    'occurredAt',
    'actor',
    'action',
    'object',
    'recordId',
    'before',
    'after',
    'requestId',
    'ip',
  ],
  map: (row) => row,
};
