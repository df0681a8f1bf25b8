import type { LocalDate } from '@quittance/calendar';
import type { TaxRegistration } from '@quittance/company';

/**
 * The registrations of a company that are in force on one of these days, those of the first day
 * first; both the first and the last day of one are included. Pure.
 */
export function taxRegistrationsOn(
  registrations: readonly TaxRegistration[],
  ...days: readonly LocalDate[]
): TaxRegistration[] {
  const isInForce = (on: LocalDate, { validFrom, validTo }: TaxRegistration) =>
    (!validFrom || validFrom <= on) && (!validTo || on <= validTo);
  const found = days.flatMap((on) => registrations.filter((each) => isInForce(on, each)));
  return [...new Set(found)];
}
