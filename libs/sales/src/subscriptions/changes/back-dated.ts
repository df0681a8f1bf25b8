import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { planVersions } from '../../plans/plan-version.queries.js';
import { monthStart } from '../../revenue/months.js';
import type { WholeSubscription } from '../subscription.repository.js';
import type { PlannedChange } from './plan-change.js';

/** What has become of a subscription since a day; by prefix of `amendment_number_key`. */
const MOVED_SINCE = sql(`select max(a.effective_on)::text as "on" from sales.amendment a
  where a.company_id = $1 and a.subscription_id = $2
    and a.effective_on > $3::date and a.effective_on <= $4::date
    and a.kind in ('changed', 'paused', 'suspended', 'resumed', 'renewed', 'trial_extended')`);

/**
 * A change is dated back to no day before the last that anything of the subscription changed on,
 * and replaces no row of a month whose recurring revenue is closed.
 * @throws DomainError validation_failed
 */
export async function refuseChangedSince(
  tx: Tx,
  { subscription, items }: WholeSubscription,
  effectiveOn: LocalDate,
  today: LocalDate,
): Promise<void> {
  const since = [tx.ctx.companyId, subscription.id, effectiveOn, today];
  const moved = await tx.maybe<{ on: LocalDate | null }>(MOVED_SINCE, since);
  const begun = items.flatMap(({ validFrom }) => {
    const isClosed = validFrom === effectiveOn && monthStart(validFrom) < monthStart(today);
    return validFrom <= today && (validFrom > effectiveOn || isClosed) ? [validFrom] : [];
  });
  const latest = [...begun, ...(moved?.on ? [moved.on] : [])].sort().at(-1);
  if (latest !== undefined) {
    throw invalidField('/day', 'min', `must be behind ${latest}, since when it is as it is`);
  }
}

/**
 * No item ends before today, as no row would tell when that was made, and what was invoiced ahead
 * of usage stays by the plan it was invoiced by.
 * @throws DomainError validation_failed
 */
export async function refuseEndedSince(
  tx: Tx,
  { rows, before, after }: PlannedChange,
): Promise<void> {
  const kept = new Set(after.map(({ itemId }) => itemId));
  const ends = rows.closed.some(({ itemId }) => !kept.has(itemId));
  if (ends) throw invalidField('/day', 'min', 'must not be before today where an item ends');
  const versionOf = new Map(after.map((item) => [item.itemId, item.planVersionId]));
  const left = before.flatMap(({ itemId, planVersionId }) =>
    versionOf.get(itemId) === planVersionId ? [] : [planVersionId],
  );
  const versions = left.length > 0 ? await planVersions(tx, left) : new Map();
  if ([...versions.values()].some(({ thresholds }) => thresholds.length > 0)) {
    throw invalidField('/day', 'min', 'must not be before today where usage is invoiced ahead');
  }
}
