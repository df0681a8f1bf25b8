import type { EventType, PayloadOf } from '@quittance/contracts';
import { type WriteBuffer, type Tx, sentAnswers } from '@quittance/database';
import { newId, type Ctx, type Id } from '@quittance/kernel';
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
export interface AnnouncedEvent extends Announcement {
  readonly id: Id<'event'>;
  readonly by: Ctx;
}

/** What a transaction has announced: who goes by it settles it at its end, before it is stored. */
export const announced: WriteBuffer<AnnouncedEvent> = { name: 'outbox.announced' };

const events: WriteBuffer<AnnouncedEvent> = {
  name: 'outbox.events',
  flush(tx, items) {
    const [first, ...others] = items;
    const isOne = first !== undefined && others.length === 0;
    return sentAnswers.together([isOne ? insertOne(tx, first) : insertMany(tx, items)]);
  },
};

function insertOne(tx: Tx, event: AnnouncedEvent): Promise<number> {
  const { id, by, type, object, recordId, data, before = null } = event;
  return INSERT_EVENT.run(tx, {
    id,
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
function insertMany(tx: Tx, items: readonly AnnouncedEvent[]): Promise<number> {
  const { ctx } = tx;
  return INSERT_EVENTS.run(tx, {
    bulk: ctx.bulk ?? false,
    ...INSERT_EVENTS.columns(items, {
      id: ({ id }) => id,
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

function changedOf({ before, changed }: AnnouncedEvent): readonly string[] | null {
  return changed ?? (before ? Object.keys(before) : null);
}

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Announces a change in the transaction that makes it: stored just before the commit, all events of
 * the transaction in one statement, in the order of the calls.
 */
export function emit<T extends EventType>(tx: Tx, event: NewEvent<T>): void {
  const { type, object, recordId, data, changed, before } = event;
  const id = newId<'event'>();
  const made = { id, type, object, recordId, data, changed, before, by: tx.ctx };
  tx.later(events, made);
  tx.later(announced, made);
}
