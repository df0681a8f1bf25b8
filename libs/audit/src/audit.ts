import { Injectable } from '@nestjs/common';
import {
  Database,
  namedSql,
  type WriteBuffer,
  type Tx,
  arrays,
  sentAnswers,
} from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { toJson, withoutSecrets, type Fields } from './changes.js';

/** One thing somebody did. */
export interface AuditEntry {
  /** The verb in the past with its noun: `invoice.sent`, `auth.sign_in`. */
  readonly action: string;
  readonly object: string;
  readonly recordId?: string | null;
  /** The changed fields only. Fields named like a secret are blanked. */
  readonly before?: Fields | null;
  readonly after?: Fields | null;
  /**
   * Names an occasion of which one entry is enough: another that names it is not written, at the
   * cost of one that is.
   */
  readonly once?: string | null;
}

/** Appends the entries of one transaction, beside their company's row. */
const INSERT_ENTRIES = namedSql(
  `insert into audit.entry (company_id, id, action, object, record_id, before, after, occurred_at,
     actor_kind, actor_id, actor_name, request_id, ip)
   select k.id, e.id, e.action, e.object, e.record_id, e.before::jsonb, e.after::jsonb,
     coalesce(e.occurred_at::timestamptz, :now), :actorKind, :actorId, :actorName,
     coalesce(e.other_request_id, :requestId), :ip
   from company.pub_company k cross join :rows as e where k.id = :companyId`,
  {
    rows: {
      id: 'uuid',
      action: 'text',
      object: 'text',
      recordId: 'text',
      before: 'text',
      after: 'text',
      occurredAt: 'text',
      otherRequestId: 'text',
    },
  },
);

/**
 * The one entry that most transactions have, and all that those of strangers have: what is logged
 * for nobody's company has no company's row to stand beside. Of an occasion the key takes one.
 */
const INSERT_ENTRY = namedSql(
  `insert into audit.entry (company_id, id, action, object, record_id, before, after, occurred_at,
     actor_kind, actor_id, actor_name, request_id, ip)
   values (:companyId, :id, :action, :object, :recordId, :before::jsonb,
     :after::jsonb, :occurredAt, :actorKind,
     :actorId, :actorName, :itsRequestId, :ip)
   on conflict (company_id, id) do nothing`,
  {
    values: {
      id: 'uuid',
      action: 'text',
      object: 'text',
      recordId: 'text',
      before: 'text',
      after: 'text',
      occurredAt: 'timestamptz',
      itsRequestId: 'text',
    },
  },
);

/** An entry with the context of the request it is about. */
interface EntryRow extends AuditEntry {
  readonly by: Ctx;
}

/** Where requests share the transaction, each entry names its own. */
const entries: WriteBuffer<EntryRow> = {
  name: 'audit.entries',
  flush(tx, items) {
    const single = items.length === 1 ? items : items.filter(({ once }) => once);
    const together = items.filter((entry) => !single.includes(entry));
    const sent = single.map((entry) => insertOne(tx, entry));
    if (together.length > 0) sent.push(insertMany(tx, together));
    return sentAnswers.together(sent);
  },
};

function insertOne(tx: Tx, entry: EntryRow): Promise<number> {
  const { by, action, object, recordId = null, before, after, once } = entry;
  return INSERT_ENTRY.run(tx, {
    id: once ? idOfOccasion(`${action} ${once}`) : newId(),
    action,
    object,
    recordId,
    before: jsonOf(before),
    after: jsonOf(after),
    occurredAt: by.now,
    itsRequestId: by.requestId,
  });
}

function insertMany(tx: Tx, items: readonly EntryRow[]): Promise<number> {
  const { ctx } = tx;
  return INSERT_ENTRIES.run(tx, {
    id: arrays.newIds(items.length),
    ...INSERT_ENTRIES.columns(items, {
      action: ({ action }) => action,
      object: ({ object }) => object,
      recordId: ({ recordId }) => recordId ?? null,
      before: ({ before }) => jsonOf(before),
      after: ({ after }) => jsonOf(after),
      occurredAt: ({ by }) => (by === ctx ? null : by.now),
      otherRequestId: ({ by }) => (by === ctx ? null : by.requestId),
    }),
  });
}

/** The same for the same: of version 8, which is free for such ids (RFC 9562). */
function idOfOccasion(named: string): string {
  const hex = createHash('sha256').update(named).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

const jsonOf = (fields?: Fields | null): string | null => (fields ? toJson(fields) : null);

/**
 * Logs a change in the transaction that makes it; all entries of one transaction in one statement.
 */
export function audit(tx: Tx, entry: AuditEntry): void {
  const { action, object, recordId = null, before, after, once = null } = entry;
  tx.later(entries, {
    action,
    object,
    recordId,
    before: before ? withoutSecrets(before) : null,
    after: after ? withoutSecrets(after) : null,
    once,
    by: tx.ctx,
  });
}

/** The log for what has no transaction of its own: refusals, failed sign-ins. */
@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  /** Appends one entry in a transaction of its own, which never answers a request. */
  async record(ctx: Ctx, entry: AuditEntry): Promise<void> {
    await this.db.write(ctx, async (tx) => audit(tx, entry), { answers: false });
  }
}
