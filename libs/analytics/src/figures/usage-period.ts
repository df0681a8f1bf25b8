import { addDays, daysBetween, startOfDay, type LocalDate } from '@quittance/calendar';
import type { Bind } from '@quittance/lists';
import { invalidField, type AccountId, type Instant } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import { USAGE_DAYS_KEPT } from '../days/sweep-usage.js';
import type { UsageChannel } from '../events/usage-event.js';

/** Of which days and whom figures are. */
export interface PortalUsageAsk {
  /** The first day, in the zone of the company; absent: so that there are 30. */
  readonly from?: LocalDate;
  /** The last day; absent: today. */
  readonly to?: LocalDate;
  readonly directory?: PortalDirectory;
  readonly accountId?: AccountId;
  readonly channel?: UsageChannel;
}

/** The same as instants: from the first on, and before the second. */
export interface UsagePeriod extends PortalUsageAsk {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly since: Instant;
  readonly until: Instant;
  readonly timeZone: string;
}

const USUAL_DAYS = 30;
/** Between them days can be counted on and back. */
const [FIRST_DAY, END] = ['1900-01-01', '9999-12-31'] as const;

/**
 * @param today of the company
 * @throws DomainError validation_failed where the days are in the wrong order, too many, or at the
 *   edge of the calendar
 */
export function usagePeriod(
  ask: PortalUsageAsk,
  { timeZone, today }: { readonly timeZone: string; readonly today: LocalDate },
): UsagePeriod {
  const { to = today } = ask;
  if (to < FIRST_DAY) throw invalidField('/to', 'min', `must not be before ${FIRST_DAY}`);
  if (to >= END) throw invalidField('/to', 'max', `must be before ${END}`);
  const { from = addDays(to, 1 - USUAL_DAYS) } = ask;
  if (to < from) throw invalidField('/to', 'min', 'must not be before the first day');
  if (daysBetween(from, to) >= USAGE_DAYS_KEPT) {
    throw invalidField('/to', 'max', `must be within ${USAGE_DAYS_KEPT} days of the first`);
  }
  const since = startOfDay(from, timeZone);
  return { ...ask, from, to, since, until: startOfDay(addDays(to, 1), timeZone), timeZone };
}

/** Those uses alone that are of whom the figures are, by an alias of the events. */
export function usesOf(alias: string, ask: PortalUsageAsk, bind: Bind): string {
  const { directory, accountId, channel } = ask;
  return [
    `${alias}.company_id = $1::uuid`,
    ...(directory ? [`${alias}.directory = ${bind(directory)}::text`] : []),
    ...(accountId ? [`${alias}.account_id = ${bind(accountId)}::uuid`] : []),
    ...(channel ? [`${alias}.channel = ${bind(channel)}::text`] : []),
  ].join(' and ');
}

/** The same within the days that the figures are of. */
export function usesIn(alias: string, period: UsagePeriod, bind: Bind): string {
  const { since, until } = period;
  return `${usesOf(alias, period, bind)} and ${alias}.at >= ${bind(since)}::timestamptz
    and ${alias}.at < ${bind(until)}::timestamptz`;
}
