import { sql, type Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { readBacklog, type Backlog } from '@quittance/outbox';

const EMAILS = sql(`select kind, waiting, oldest from notifications.door_backlog($1, $2)`);

/** The e-mails that are due, `fresh` and `bulk`, and those that were given up, `failed`. */
export function emailBacklog(db: Database, now: Instant, most?: number): Promise<Backlog[]> {
  return readBacklog(db, now, EMAILS, { most, also: [now] });
}
