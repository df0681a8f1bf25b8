import type { EventType, PayloadOf } from '@quittance/contracts';
import { type WriteBuffer, type Tx, arrays } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { INSERT_EVENT, INSERT_EVENTS } from './emit.sql.js';

/**
 * A business change to announce, with what its type says; of several types what each of them says.
 */
export interface NewEvent<T extends EventType> extends Announcement {
  readonly type: T;
  /** The resource as the API shows it: plain JSON, money as decimal text, never a secret. */
  readonly data: PayloadOf<T>;
}

interface Announcement {
  readonly type: EventType;
  /** The noun of the record, singular: `invoice`, `credit-note`. */
  readonly object: string;
  readonly recordId: string;
  readonly data: unknown;
  /** The members of `data` that differ from before, where it is an update. */
  readonly changed?: readonly string[];
  /**
   * The changed members as they were, as `data` would have shown them; what `data` does not show is
   * for rules alone. Without `changed` they are what has changed.
   */
  readonly before?: Readonly<Record<string, unknown>>;
}

/** An event with the context of the request that made it. */
interface EventRow extends Announcement {
  readonly by: Ctx;
}

const events: WriteBuffer<EventRow> = {
  name: 'outbox.events',
  async flush(tx, items) {
    const [first, ...others] = items;
    if (first && others.length === 0) await insertOne(tx, first);
    else await insertMany(tx, items);
  },
};

async function insertOne(tx: Tx, event: EventRow) {
  const { by, type, object, recordId, data } = event;
  const { companyId, actor } = tx.ctx;
  const said = [newId<'event'>(), type, object, recordId, JSON.stringify(data), by.now];
  const who = [actor.kind, actor.id, actor.name, by.requestId];
  await tx.run(INSERT_EVENT, [
    companyId,
    ...said,
    ...who,
    by.depth ?? 0,
    changedText(event),
    by.bulk ?? false,
    beforeText(event),
  ]);
}

/** Where requests share the transaction, each event names its own. */
async function insertMany(tx: Tx, items: readonly EventRow[]): Promise<void> {
  const { ctx } = tx;
  const { actor } = ctx;
  const shared = [ctx.companyId, ctx.now, actor.kind, actor.id, actor.name, ctx.requestId];
  await tx.run(INSERT_EVENTS, [
    ...shared,
    arrays.newIds(items.length),
    arrays.text(items, ({ type }) => type),
    arrays.text(items, ({ object }) => object),
    arrays.text(items, ({ recordId }) => recordId),
    arrays.text(items, ({ data }) => JSON.stringify(data)),
    arrays.text(items, ({ by }) => (by === ctx ? null : by.now)),
    arrays.text(items, ({ by }) => (by === ctx ? null : by.requestId)),
    ctx.depth ?? 0,
    arrays.text(items, changedText),
    ctx.bulk ?? false,
    arrays.text(items, beforeText),
  ]);
}

function changedText({ before, changed = before && Object.keys(before) }: EventRow): string | null {
  return changed ? JSON.stringify(changed) : null;
}

function beforeText({ before }: EventRow): string | null {
  return before ? JSON.stringify(before) : null;
}

/**
 * Announces a change in the transaction that makes it: stored just before the commit, all events of
 * the transaction in one statement, in the order of the calls.
 */
export function emit<T extends EventType>(tx: Tx, event: NewEvent<T>): void {
  tx.later(events, { ...event, by: tx.ctx });
}
