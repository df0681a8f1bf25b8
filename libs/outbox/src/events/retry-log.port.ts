import type { Tx } from '@quittance/database';
import type { EventView } from './event.queries.js';

/** Where it is noted that somebody put a dead event back: the audit log stands above the outbox. */
export abstract class RetryLog {
  /** Notes it in the transaction that does it. */
  abstract retried(tx: Tx, before: EventView, after: EventView): void;
}
