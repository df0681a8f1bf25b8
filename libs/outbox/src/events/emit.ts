import type { EventType } from '@quittance/contracts';
import type { Sink, Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { INSERT_EVENTS } from './emit.sql.js';

/** A business change to announce. */
export interface NewEvent {
  readonly type: EventType;
  /** The noun of the record, singular: `invoice`, `credit-note`. */
  readonly object: string;
  readonly recordId: string;
  /** The resource as the API shows it: plain JSON, money as decimal text, never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface EventRow extends NewEvent {
  readonly id: string;
}

const events: Sink<EventRow> = {
  name: 'outbox.events',
  async flush(tx, items) {
    const { ctx } = tx;
    await tx.run(INSERT_EVENTS, [
      ctx.companyId,
      JSON.stringify(items),
      ctx.now,
      ctx.actor.kind,
      ctx.actor.id,
      ctx.actor.name,
      ctx.requestId,
    ]);
  },
};

/**
 * Announces a change in the transaction that makes it: stored just before the commit, all events of
 * the transaction in one statement, in the order of the calls.
 */
export function emit(tx: Tx, event: NewEvent): void {
  tx.defer(events, { id: newId<'event'>(), ...event });
}
