import type { LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';

/** No term of a sale begins earlier: counting periods from there on stays cheap. */
const FIRST_DAY = '1900-01-01' as LocalDate;
/** Far enough from the end of the calendar for the longest term and any anchor. */
const LAST_DAY = '8999-12-31' as LocalDate;

/** Days by the members that say them. */
export type SoldDays = Readonly<Record<string, LocalDate | null | undefined>>;

/**
 * Nothing that is sold reaches the ends of the calendar, behind which its periods could not be
 * counted. Pure.
 * @throws DomainError validation_failed
 */
export function refuseFarDays(days: SoldDays): void {
  for (const [name, day] of Object.entries(days)) {
    if (day === null || day === undefined) continue;
    if (day < FIRST_DAY) {
      throw invalidField(`/${name}`, 'min', `must not be before ${FIRST_DAY}`);
    }
    if (day > LAST_DAY) throw invalidField(`/${name}`, 'max', `must not be after ${LAST_DAY}`);
  }
}

/** Whether a day lies where terms can be counted from. Pure. */
export function isFarDay(day: string): boolean {
  return day < FIRST_DAY || day > LAST_DAY;
}
