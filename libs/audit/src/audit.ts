import { Injectable } from '@nestjs/common';
import { Database, sql, type Sink, type Tx } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
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
}

/** Appends the entries of one transaction. No index is searched. */
const INSERT_ENTRIES = sql(`
  insert into audit.entry (company_id, id, action, object, record_id, before, after, occurred_at,
    actor_kind, actor_id, actor_name, request_id, ip)
  select $1::uuid, (e->>'id')::uuid, e->>'action', e->>'object', e->>'recordId',
    nullif(e->'before', 'null'), nullif(e->'after', 'null'),
    coalesce((e->>'occurredAt')::timestamptz, $3::timestamptz), $4, $5, $6,
    coalesce(e->>'requestId', $7), $8
  from jsonb_array_elements($2::jsonb) as e`);

/** The one entry that most transactions have; less work than a set of one. */
const INSERT_ENTRY = sql(`
  insert into audit.entry (company_id, id, action, object, record_id, before, after, occurred_at,
    actor_kind, actor_id, actor_name, request_id, ip)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`);

/** An entry with the context of the request it is about. */
interface EntryRow extends AuditEntry {
  readonly id: string;
  readonly by: Ctx;
}

const entries: Sink<EntryRow> = {
  name: 'audit.entries',
  async flush(tx, items) {
    const [first, ...others] = items;
    if (first && others.length === 0) await insertOne(tx, first);
    else await insertMany(tx, items);
  },
};

async function insertOne(tx: Tx, { by, before, after, ...entry }: EntryRow): Promise<void> {
  const { companyId, actor, ip } = tx.ctx;
  const { id, action, object, recordId } = entry;
  const states = [before && toJson(before), after && toJson(after)];
  const who = [by.now, actor.kind, actor.id, actor.name, by.requestId, ip];
  await tx.run(INSERT_ENTRY, [companyId, id, action, object, recordId, ...states, ...who]);
}

async function insertMany(tx: Tx, items: readonly EntryRow[]): Promise<void> {
  const { ctx } = tx;
  await tx.run(INSERT_ENTRIES, [
    ctx.companyId,
    toJson(items.map((item) => asStored(ctx, item))),
    ctx.now,
    ctx.actor.kind,
    ctx.actor.id,
    ctx.actor.name,
    ctx.requestId,
    ctx.ip,
  ]);
}

/** Where requests share the transaction, each entry names its own. */
function asStored(ctx: Ctx, { by, ...row }: EntryRow): object {
  return by === ctx ? row : { ...row, occurredAt: by.now, requestId: by.requestId };
}

/** Logs a change in the transaction that makes it; all entries of one transaction in one statement. */
export function audit(tx: Tx, entry: AuditEntry): void {
  const { action, object, recordId = null, before, after } = entry;
  tx.defer(entries, {
    id: newId<'audit-entry'>(),
    action,
    object,
    recordId,
    before: before ? withoutSecrets(before) : null,
    after: after ? withoutSecrets(after) : null,
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
