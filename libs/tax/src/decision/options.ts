import { NO_TAX_OPTIONS, type TaxOptions } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { law } from './law.js';

/** What a company has decided, as far as a sale asks about it. */
export interface OptionFacts extends Pick<TaxOptions, 'triangulation' | 'smallBusinessExports'> {
  /** What the company says of where intermediaries work; null where it says nothing. */
  readonly intermediaries: TaxOptions['intermediaries'][number]['at'] | null;
  /** Of the state the supply ends in; null where the company says nothing of it. */
  readonly buyerOwes: TaxOptions['buyerOwes'][number]['supplies'] | null;
}

interface Dated {
  readonly validFrom?: LocalDate | null;
}

/** The last that has begun on a day. */
function inForce<Option extends Dated>(
  options: readonly Option[],
  date: LocalDate,
): Option | undefined {
  const begun = options.filter(({ validFrom = null }) => validFrom === null || validFrom <= date);
  const from = ({ validFrom = null }: Dated) => validFrom ?? '';
  return begun.toSorted((a, b) => (from(a) < from(b) ? 1 : -1)).at(0);
}

/** Those of a sale that ends in a territory. Pure. */
export function optionFacts(
  { buyerOwes, intermediaries, ...others }: TaxOptions = NO_TAX_OPTIONS,
  territory: string | null,
  date: LocalDate,
): OptionFacts {
  const there = buyerOwes.filter(({ country }) => country === territory);
  const supplies = inForce(there, date)?.supplies ?? null;
  const { triangulation, smallBusinessExports } = others;
  const at = inForce(intermediaries, date)?.at ?? null;
  return { buyerOwes: supplies, intermediaries: at, triangulation, smallBusinessExports };
}

/** Whether a state of the United States taxes what stays within it where it comes from. Pure. */
export function taxesByOrigin(
  { sourcing }: TaxOptions = NO_TAX_OPTIONS,
  state: string | null,
  date: LocalDate,
): boolean {
  const said = inForce(
    sourcing.filter((each) => each.state === state),
    date,
  );
  return said ? said.by === 'origin' : law.taxesByOrigin(state);
}
