import { sql, type Tx } from '@quittance/database';
import { addSeconds, epochMs, type Instant, type UserId } from '@quittance/kernel';

/** What is counted of a log: one kind of act since a moment. */
export interface CountedActs {
  readonly action: string;
  readonly since: Instant;
  readonly actorId: UserId | null;
  readonly recordIds: readonly string[];
}

/** By `entry_record_index` and `entry_actor_index`. */
const COUNT = sql(`
  select count(*) filter (where a.record_id = any($4::text[]))::integer as "ofRecords",
    count(*) filter (where a.actor_id = $5)::integer as "ofActor"
  from audit.entry a
  where a.company_id = $1 and a.action = $2 and a.occurred_at > $3::timestamptz
    and (a.record_id = any($4::text[]) or a.actor_id = $5)`);

/** How often something was done to records by anybody, and by somebody to any. */
export function countActs(
  tx: Tx,
  { action, since, actorId, recordIds }: CountedActs,
): Promise<{ readonly ofRecords: number; readonly ofActor: number }> {
  return tx.one(COUNT, [tx.ctx.companyId, action, since, recordIds, actorId]);
}

/** By `entry_record_index`. */
const LATEST = sql(`
  select a.occurred_at as "at" from audit.entry a
  where a.company_id = $1 and a.action = $2 and a.record_id = any($3::text[])
    and a.occurred_at > $4::timestamptz
  order by a.occurred_at desc limit $5::integer`);

/** So many of an act within so many seconds, and no more. */
export interface ActLimit {
  readonly most: number;
  readonly seconds: number;
}

/**
 * The seconds until an act may be done to records once more; 0 is now. What is locked meanwhile
 * keeps two at once from counting the same.
 */
export async function secondsUntilAct(
  tx: Tx,
  { action, recordIds }: { readonly action: string; readonly recordIds: readonly string[] },
  { most, seconds }: ActLimit,
): Promise<number> {
  const { companyId, now } = tx.ctx;
  const since = addSeconds(now, -seconds);
  const params = [companyId, action, recordIds, since, most];
  const acts = await tx.rows<{ at: Instant }>(LATEST, params);
  const oldest = acts[most - 1]?.at;
  if (oldest === undefined) return 0;
  return Math.max(1, seconds - Math.floor((epochMs(now) - epochMs(oldest)) / 1000));
}
