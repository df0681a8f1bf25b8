import { namedSql } from '@quittance/database';

/** Stores the events of one transaction beside their company's row; `seq` keeps their order. */
export const INSERT_EVENTS = namedSql(
  `insert into outbox.event (company_id, seq, id, type, object, record_id, data, occurred_at,
     actor_kind, actor_id, actor_name, request_id, depth, changed, bulk, before, cause)
   select k.id, (select outbox.next_seq()) + e.position, e.id, e.type, e.object, e.record_id,
     e.data::jsonb, coalesce(e.occurred_at::timestamptz, :now), :actorKind, :actorId, :actorName,
     coalesce(e.other_request_id, :requestId), e.depth, e.changed::jsonb, :bulk, e.before::jsonb,
     e.cause::jsonb
   from company.pub_company k cross join :rows as e where k.id = :companyId`,
  {
    values: { bulk: 'boolean' },
    rows: {
      id: 'uuid',
      type: 'text',
      object: 'text',
      recordId: 'text',
      data: 'text',
      occurredAt: 'text',
      otherRequestId: 'text',
      changed: 'text',
      before: 'text',
      depth: 'integer',
      cause: 'text',
      position: 'integer',
    },
  },
);

/** The one event that most transactions have; half the work of a set of one. */
export const INSERT_EVENT = namedSql(
  `insert into outbox.event (company_id, seq, id, type, object, record_id, data, occurred_at,
     actor_kind, actor_id, actor_name, request_id, depth, changed, bulk, before, cause)
   values (:companyId, outbox.next_seq(), :id, :type, :object, :recordId, :data, :occurredAt,
     :actorKind, :actorId, :actorName, :itsRequestId, :depth, :changed, :bulk, :before,
     :cause)`,
  {
    values: {
      id: 'uuid',
      type: 'text',
      object: 'text',
      recordId: 'text',
      data: 'jsonb',
      occurredAt: 'timestamptz',
      itsRequestId: 'text',
      depth: 'smallint',
      changed: 'jsonb',
      bulk: 'boolean',
      before: 'jsonb',
      cause: 'jsonb',
    },
  },
);
