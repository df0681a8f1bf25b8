import type { LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import { refuseFarDays } from '../../sold-days.js';
import type { Subscription } from '../subscription.description.js';
import { noOpenPeriod } from '../subscription.errors.js';
import type { ChangeTime } from '../subscription.js';
import { billedPeriod } from '../subscription.view.js';

/** When something happens, as it is asked for. */
export interface AskedTime {
  readonly at: ChangeTime;
  /** How the request names that; `at` unless told. */
  readonly member?: 'at' | 'from';
  /** With `day`. */
  readonly day?: LocalDate;
}

/**
 * The first day that is concerned. A period end is the first day of the next one; on trial that is
 * the end of the trial.
 * @throws DomainError validation_failed, no_open_period
 */
export function companyDayOf(
  subscription: Subscription,
  { at, day, member = 'at' }: AskedTime,
  today: LocalDate,
): LocalDate {
  refuseOtherDay(member, at, day);
  refuseFarDays({ day });
  if (at === 'now') return today;
  if (day !== undefined) return day;
  if (today < subscription.billedFrom) return subscription.billedFrom;
  const period = billedPeriod(subscription, today);
  if (!period) throw noOpenPeriod({ day: today });
  return period.until;
}

/**
 * A day is told where a day is meant and nowhere else: none is passed over.
 * @throws DomainError validation_failed
 */
export function refuseOtherDay(
  member: 'at' | 'from' | 'effective',
  time: ChangeTime,
  day: LocalDate | undefined,
): void {
  if ((time === 'day') === (day !== undefined)) return;
  const why = `goes with \`${member}: day\`, and is required there`;
  throw invalidField('/day', 'required', why);
}
