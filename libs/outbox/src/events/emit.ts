import type { EventType, PayloadOf } from '@quittance/contracts';
import { type WriteBuffer, type Tx, arrays, sentAnswers } from '@quittance/database';
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
  flush(tx, items) {
    const [first, ...others] = items;
    const isOne = first !== undefined && others.length === 0;
    return sentAnswers.together([isOne ? insertOne(tx, first) : insertMany(tx, items)]);
  },
};

function insertOne(tx: Tx, event: EventRow): Promise<number> {
  const { by, type, object, recordId, data, before = null } = event;
  return INSERT_EVENT.run(tx, {
    id: newId<'event'>(),
    type,
    object,
    recordId,
    data,
    occurredAt: by.now,
    itsRequestId: by.requestId,
    depth: by.depth ?? 0,
    changed: changedOf(event),
    bulk: by.bulk ?? false,
    before,
    cause: by.cause ?? null,
  });
}

/** Where requests share the transaction, each event names its own. */
function insertMany(tx: Tx, items: readonly EventRow[]): Promise<number> {
  const { ctx } = tx;
  return INSERT_EVENTS.run(tx, {
    bulk: ctx.bulk ?? false,
    id: arrays.newIds(items.length),
    ...INSERT_EVENTS.columns(items, {
      type: ({ type }) => type,
      object: ({ object }) => object,
      recordId: ({ recordId }) => recordId,
      data: ({ data }) => JSON.stringify(data),
      occurredAt: ({ by }) => (by === ctx ? null : by.now),
      otherRequestId: ({ by }) => (by === ctx ? null : by.requestId),
      changed: (event) => textOf(changedOf(event)),
      before: ({ before }) => textOf(before ?? null),
      depth: ({ by }) => by.depth ?? 0,
      cause: ({ by }) => textOf(by.cause ?? null),
      position: (_, position) => position,
    }),
  });
}

function changedOf({ before, changed }: EventRow): readonly string[] | null {
  return changed ?? (before ? Object.keys(before) : null);
}

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Announces a change in the transaction that makes it: stored just before the commit, all events of
 * the transaction in one statement, in the order of the calls.
 */
export function emit<T extends EventType>(tx: Tx, event: NewEvent<T>): void {
  const { type, object, recordId, data, changed, before } = event;
  tx.later(events, { type, object, recordId, data, changed, before, by: tx.ctx });
}
