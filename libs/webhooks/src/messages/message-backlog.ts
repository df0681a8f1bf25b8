import { sql, type Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { readBacklog, type Backlog } from '@quittance/outbox';

const MESSAGES = sql(`select kind, waiting, oldest from webhooks.door_backlog($1, $2)`);

/**
 * The messages that are due, `fresh` and `bulk`; those due to receivers that do not answer, are
 * slow or asked for a pause, `held`; and those that were given up, `failed`.
 */
export function messageBacklog(db: Database, now: Instant, most?: number): Promise<Backlog[]> {
  return readBacklog(db, now, MESSAGES, { most, also: [now] });
}
