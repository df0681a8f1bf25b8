import type { LocalDate } from '@quittance/calendar';
import type { TaxRegistration } from '@quittance/company';

/** The registrations of a company that are in force on a day; both their days are included. Pure. */
export function taxRegistrationsOn(
  registrations: readonly TaxRegistration[],
  on: LocalDate,
): TaxRegistration[] {
  return registrations.filter(
    ({ validFrom, validTo }) => (!validFrom || validFrom <= on) && (!validTo || on <= validTo),
  );
}
