import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import type { Company, DistanceSalesYear } from '../company.js';

/** What is told of a year, once each. */
export type ToldStanding = 'near' | 'exceeded';

/** How the count of a year has come to stand to the threshold; amounts are decimal text. */
export interface DistanceSalesNotice {
  readonly year: number;
  readonly standing: ToldStanding;
  /** The member state that the company is established in. */
  readonly establishedIn: string;
  /** What the year comes to, net; null where an exchange rate is missing. */
  readonly amount: string | null;
  readonly limit: string;
  readonly currency: Currency;
  /** Which year went beyond the limit: this one, or that before it. */
  readonly exceededIn: number | null;
  /** The document with which that year did. */
  readonly crossedOn: LocalDate | null;
  readonly crossedBy: 'invoice' | 'credit_note' | null;
  readonly crossedById: string | null;
}

type Said = Pick<Company, 'distanceSales' | 'distanceSalesSetBy'>;

/**
 * The years as the count has them, where it is to say how they stand: one that is said to be below,
 * or of which nothing is said, is beyond. Undefined where nothing changes: what is taxed where the
 * consumers are by choice stays so, and a year is never put back. Pure.
 */
export function yearsAsCounted(
  { distanceSales, distanceSalesSetBy }: Said,
  year: number,
): readonly DistanceSalesYear[] | undefined {
  if (distanceSalesSetBy !== 'count') return undefined;
  const said = distanceSales.find((each) => each.year === year);
  if (said && said.status !== 'below') return undefined;
  const beyond: DistanceSalesYear = { year, status: 'exceeded' };
  if (!said) return [...distanceSales, beyond];
  return distanceSales.map((each) => (each === said ? beyond : each));
}
