import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { SubscriptionId } from '../subscription.js';

/** By prefix of `amendment_number_key`; what was taken back is what it was before. */
const KEPT = sql(`
  select a.subscription_id as id, a.before->>'cancelAt' as "cancelAt",
    a.before->>'pauseOn' as "pauseOn"
  from sales.amendment a
  where a.company_id = $1 and a.subscription_id = any($2::uuid[]) and a.kind = 'kept'`);

interface KeptRow {
  readonly id: SubscriptionId;
  readonly cancelAt: LocalDate | null;
  readonly pauseOn: LocalDate | null;
}

/** The day of an end, or of a pause, that was taken back before it had come. */
export interface TakenBackDay {
  readonly id: SubscriptionId;
  readonly day: LocalDate;
}

/** Of subscriptions, all of them. */
export async function takenBackDays(
  tx: Tx,
  ids: readonly SubscriptionId[],
): Promise<TakenBackDay[]> {
  const rows = await tx.rows<KeptRow>(KEPT, [tx.ctx.companyId, ids]);
  return rows.flatMap(({ id, cancelAt, pauseOn }) =>
    [cancelAt, pauseOn].flatMap((day) => (day === null ? [] : [{ id, day }])),
  );
}
