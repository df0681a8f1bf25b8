import type { EventEnvelope } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import type { Actor } from '@quittance/kernel';

/** A member of an event's record that a later event says to have changed. */
export interface LaterChange {
  readonly name: string;
  /** As of an envelope: 0 where no event led to it. */
  readonly depth: number;
}

/** By event_pending_record_index: while an event waits, so do all later ones of its record. */
const LATER_CHANGES = sql(`
  select distinct c.name, l.depth from outbox.event l
  cross join lateral jsonb_array_elements_text(l.changed) as c (name)
  where l.company_id = $1 and l.record_id = $2 and l.state = 'pending' and l.object = $3
    and l.seq > (select e.seq from outbox.event e where e.company_id = $1 and e.id = $4)`);

/**
 * What has changed of a record since an event that is being handled. Complete where the record is
 * locked, for its changes are announced under the same lock.
 */
export function laterChanges(
  tx: Tx,
  { id, object, recordId }: EventEnvelope,
): Promise<readonly LaterChange[]> {
  return tx.rows<LaterChange>(LATER_CHANGES, [tx.ctx.companyId, recordId, object, id]);
}

/** As LATER_CHANGES, of whichever members. */
const LATER_ACTORS = sql(`
  select distinct l.actor_kind as kind, l.actor_id as id, l.cause from outbox.event l
  where l.company_id = $1 and l.record_id = $2 and l.state = 'pending' and l.object = $3
    and l.seq > (select e.seq from outbox.event e where e.company_id = $1 and e.id = $4)`);

/** Who has done something to a record, and what has led them to it. */
export interface LaterActor extends Pick<EventEnvelope, 'cause'> {
  readonly actor: Pick<Actor, 'kind' | 'id'>;
}

/** Who has changed a record since an event that is being handled; complete as `laterChanges` is. */
export async function laterActors(
  tx: Tx,
  { id, object, recordId }: EventEnvelope,
): Promise<readonly LaterActor[]> {
  const params = [tx.ctx.companyId, recordId, object, id];
  const found = await tx.rows<LaterRow>(LATER_ACTORS, params);
  return found.map(({ cause, ...actor }) => ({ actor, cause: cause ?? undefined }));
}

type LaterRow = LaterActor['actor'] & { readonly cause: EventEnvelope['cause'] | null };

/** What later events say of members before the first of them changed it; as LATER_CHANGES. */
const LATER_BEFORE = sql(`
  select distinct on (b.key) b.key as name, b.value from outbox.event l
  cross join lateral jsonb_each(l.before) as b (key, value)
  where l.company_id = $1 and l.record_id = $2 and l.state = 'pending' and l.object = $3
    and l.seq > (select e.seq from outbox.event e where e.company_id = $1 and e.id = $4)
  order by b.key, l.seq`);

/**
 * The members of a record that have changed since an event that is being handled, as they were at
 * the time of the event. Complete as `laterChanges` is.
 */
export async function valuesThen(
  tx: Tx,
  { id, object, recordId }: EventEnvelope,
): Promise<Readonly<Record<string, unknown>>> {
  const found = await tx.rows<{ readonly name: string; readonly value: unknown }>(LATER_BEFORE, [
    tx.ctx.companyId,
    recordId,
    object,
    id,
  ]);
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}
