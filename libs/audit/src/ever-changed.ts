import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

/** What is looked for in a log: records of an object, and a member of theirs. */
export interface SoughtChange {
  readonly object: string;
  readonly recordIds: readonly string[];
  readonly member: string;
  /** From then on; since they are there where it is not said. */
  readonly since?: Instant;
}

/** By `entry_record_index`. */
const CHANGED = sql(`
  select distinct a.record_id as id from audit.entry a
  where a.company_id = $1 and a.record_id = any($2::text[]) and a.object = $3
    and jsonb_exists(a.before, $4) and jsonb_exists(a.after, $4)
    and ($5::timestamptz is null or a.occurred_at >= $5::timestamptz)
    and a.before->$4 is distinct from a.after->$4`);

/** Of which of the records a member was ever changed. */
export async function everChanged(
  tx: Tx,
  { object, recordIds, member, since }: SoughtChange,
): Promise<ReadonlySet<string>> {
  const params = [tx.ctx.companyId, recordIds, object, member, since ?? null];
  const rows = await tx.rows<{ id: string }>(CHANGED, params);
  return new Set(rows.map(({ id }) => id));
}
