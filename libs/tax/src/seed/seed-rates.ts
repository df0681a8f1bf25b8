import { COUNTRIES } from '@quittance/registrations';
import type { RateKind } from '../rates/tax-rate.js';
import rates from './rates.json';
import states from './states.json';

/**
 * Starter set of rates, entered by hand from the named publications, not kept up to date by
 * anybody: check them against the law before invoicing by them. Dates are the first and last day of
 * force as far as known; a rate without a known first day starts with the date of its source.
 */
export interface SeedRate {
  readonly country: string;
  /** ISO 3166-2 region, null for the country itself. */
  readonly region: string | null;
  readonly taxCode: string;
  /** `zero` of a state that charges nothing: it has a rate all the same, of nothing. */
  readonly kind: RateKind;
  readonly rate: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly source: string;
  readonly sourceDate: string;
}

/** Rates of one publication; what a rate does not say of itself holds for all of them. */
interface RateSet {
  readonly source: string;
  readonly date: string;
  readonly code: string;
  readonly kind: string;
  readonly rates: readonly {
    /** `DE` or `US-CA`. */
    readonly place: string;
    readonly code?: string;
    readonly kind?: string;
    /** Percent. */
    readonly rate: string;
    readonly from: string;
    readonly to?: string;
  }[];
}

const SETS: readonly RateSet[] = rates.sets;

/** Every rate of the starter set. */
export const SEED_RATES: readonly SeedRate[] = SETS.flatMap(({ rates: listed, ...set }) =>
  listed.map((each): SeedRate => {
    const [country = '', region = null] = each.place.split('-');
    return {
      country,
      region,
      taxCode: each.code ?? set.code,
      kind: (each.kind ?? set.kind) as RateKind,
      rate: each.rate,
      validFrom: each.from,
      validTo: each.to ?? null,
      source: set.source,
      sourceDate: set.date,
    };
  }),
);

export const SEED_COUNTRIES: readonly string[] = [
  ...new Set(SEED_RATES.map(({ country }) => country)),
].sort();

/** Names of the codes that the rates of the starter set are for. */
export const SEED_CODES: Readonly<Record<string, string>> = rates.codes;

/** English short names of the states of the starter set: `US-CA` → `California`. */
export const SEED_STATES: ReadonlyMap<string, string> = new Map(Object.entries(states.names));

/** The English name of a country or state of the starter set; the key itself of another place. */
export function placeName(key: string): string {
  return SEED_STATES.get(key) ?? COUNTRIES.get(key)?.name ?? key;
}
