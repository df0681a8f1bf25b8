import type { LocalDate } from '@quittance/calendar';
import data from './legal-bases.json';

interface DatedBases {
  readonly country: string;
  /** Inclusive; null without a beginning, or an end. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly bases: Readonly<Record<string, string | undefined>>;
}

const COUNTRIES: readonly DatedBases[] = data.countries;

/**
 * What the law of the seller's country calls a ground of the tax library on a day: `§ 6a UStG`;
 * null where nothing is known to be cited beside the Directive.
 */
export function nationalBasis(
  country: string | null,
  reason: string,
  on: LocalDate,
): string | null {
  const law = COUNTRIES.find(
    ({ country: each, validFrom, validTo }) =>
      each === country &&
      (validFrom === null || validFrom <= on) &&
      (validTo === null || on <= validTo),
  );
  return law?.bases[reason] ?? null;
}
