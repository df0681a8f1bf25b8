import { sql, type Database, type Sql } from '@quittance/database';
import { epochMs, type Instant } from '@quittance/kernel';

/** No count reads further in a company and lane: a backlog must not cost more the longer it is. */
export const MOST_COUNTED = 10_000;

/** How much of a kind waits, over all companies, and for how long. */
export interface Backlog {
  readonly kind: string;
  /** At most `MOST_COUNTED` of each company. */
  readonly waiting: number;
  /** Age of the oldest; 0 when nothing waits. */
  readonly seconds: number;
}

const EVENTS = sql(`select kind, waiting, oldest from outbox.door_backlog($1)`);

/** The events that wait, `fresh` and `bulk`, and those whose delivery was given up, `dead`. */
export function eventBacklog(db: Database, now: Instant, most?: number): Promise<Backlog[]> {
  return readBacklog(db, now, EVENTS, { most });
}

/**
 * Asks a door that answers with kind, number and the instant of the oldest; it is first told
 * `most`.
 */
export async function readBacklog(
  db: Database,
  now: Instant,
  door: Sql,
  { most = MOST_COUNTED, also = [] }: { most?: number | undefined; also?: readonly unknown[] } = {},
): Promise<Backlog[]> {
  type Row = { kind: string; waiting: bigint; oldest: Instant | null };
  const rows = await db.door<Row>(door, [most, ...also]);
  return rows.map(({ kind, waiting, oldest }) => {
    const seconds = oldest === null ? 0 : (epochMs(now) - epochMs(oldest)) / 1000;
    return { kind, waiting: Number(waiting), seconds: Math.max(0, seconds) };
  });
}
