import type { Tx } from '@quittance/database';
import { parseMinor, type Currency } from '@quittance/money';
import { checkedVatIdCountry, COUNTRIES, isEuMember } from '@quittance/registrations';
import { readCodesOfKinds, type CodeOfKind } from '../codes/read-codes-of-kinds.js';
import limits from './distance-sales-limit.json';
import type { TaxReason } from './decision.js';
import {
  isNorthernIrishId,
  NORTHERN_IRELAND,
  territoryOf,
  territorySql,
  territoriesWithin,
} from './territories.js';

/** What the threshold of a seller is, in minor units of the currency its law states it in. */
interface DistanceSalesLimit {
  readonly currency: Currency;
  readonly amount: bigint;
}

/** Where sales count towards the threshold of a seller. */
interface CountedPlaces {
  /** As addresses name them; parts of these may lie outside the Union. */
  readonly countries: readonly string[];
  /** Member states as taxes see them; Northern Ireland for goods alone. */
  readonly states: readonly string[];
}

const MEMBERS = [...COUNTRIES.keys()].filter((country) => isEuMember(country));

/** Grounds that say that a line is no distance sale within the Union, or that 59c leaves it out. */
const NOT_COUNTED: readonly TaxReason[] = [
  // Article 35.
  'margin_second_hand',
  'margin_art',
  'margin_antiques',
  'margin_travel',
  'import_one_stop_shop',
];

type Seat = Parameters<typeof territoryOf>[0];

/** What counts towards the threshold of Directive 2006/112/EC, article 59c. */
export const distanceSales = {
  /** The member state that a seller is established in; null outside of the Union. Pure. */
  stateOf(seat: Seat): string | null {
    const { code } = territoryOf(seat);
    return isEuMember(code) ? code : null;
  },
  /** Of a seller in a member state. Pure. */
  limitOf(state: string): DistanceSalesLimit {
    const own = Object.entries(limits.byState).find(([each]) => each === state)?.[1];
    const { currency, amount } = own ?? limits.limit;
    return { currency, amount: parseMinor(amount, currency) ?? 0n };
  },
  /** Other member states than the seller's. Pure. */
  placesOf(state: string): CountedPlaces {
    const states = MEMBERS.filter((each) => each !== state);
    const named = [...states, ...territoriesWithin(states), 'GB'];
    return { countries: named, states: [...states, NORTHERN_IRELAND] };
  },
  /** Whether an id makes a business of whoever is not said to be a consumer. Pure. */
  isOfBusiness: (id: string): boolean => checkedVatIdCountry(id) !== null || isNorthernIrishId(id),
  /** Tax codes that say that what counts is sold under them. */
  codes: (tx: Tx): Promise<CodeOfKind[]> => readCodesOfKinds(tx, ['goods', 'digital']),
  notCounted: NOT_COUNTED,
  territorySql,
} as const;
