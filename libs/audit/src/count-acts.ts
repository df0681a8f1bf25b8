import { sql, type Tx } from '@quittance/database';
import type { Instant, UserId } from '@quittance/kernel';

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
