import type { LocalDate } from '@quittance/calendar';
import { isEuMember } from '@quittance/registrations';
import type { FieldError } from '@quittance/kernel';

/*
 * How the company is taxed where the law leaves a choice, is read in several ways, or changes: the
 * contract of the tax decision marks these cases as uncertain. What is not said is as our tables of
 * data have it.
 */

const BUYER_OWES = ['all', 'services', 'nothing'] as const;

/** Whether businesses of a member state owe the tax of sellers who are not registered there. */
export interface BuyerOwesOption {
  /** A member state. */
  readonly country: string;
  /** All that is supplied there, all but goods, or nothing. */
  readonly supplies: (typeof BUYER_OWES)[number];
  /** From that day on; always when absent. The latest that has begun counts. */
  readonly validFrom?: LocalDate | null;
}

const SALES_SOURCES = ['origin', 'destination'] as const;

/** Where a state of the United States taxes what is sold within it. */
export interface SourcingOption {
  /** Two letters. */
  readonly state: string;
  readonly by: (typeof SALES_SOURCES)[number];
  readonly validFrom?: LocalDate | null;
}

const INTERMEDIARIES_AT = ['supplier', 'recipient'] as const;

/** Where a seller in India supplies what it does as an intermediary for somebody abroad. */
export interface IntermediaryOption {
  readonly at: (typeof INTERMEDIARIES_AT)[number];
  readonly validFrom?: LocalDate | null;
}

const TRIANGULATIONS = ['reverse_charge', 'intra_community'] as const;
const SMALL_BUSINESS_EXPORTS = ['exempt', 'export'] as const;

/** What a company has decided of that, with whoever advises it. */
export interface TaxOptions {
  /** Directive 2006/112/EC, article 194. */
  readonly buyerOwes: readonly BuyerOwesOption[];
  readonly sourcing: readonly SourcingOption[];
  /** India, IGST Act 2017, section 13(8)(b), and the day of its repeal. */
  readonly intermediaries: readonly IntermediaryOption[];
  /** The category of B’s sale to C of what A sends to C: AE, or K. */
  readonly triangulation: (typeof TRIANGULATIONS)[number];
  /** Goods that a small business exports: exempt as all it sells, or exports. */
  readonly smallBusinessExports: (typeof SMALL_BUSINESS_EXPORTS)[number];
}

/** What each of them may be. */
export const TAX_OPTION_VALUES = {
  buyerOwes: BUYER_OWES,
  sourcing: SALES_SOURCES,
  intermediaries: INTERMEDIARIES_AT,
  triangulation: TRIANGULATIONS,
  smallBusinessExports: SMALL_BUSINESS_EXPORTS,
} as const;

/** Those of a company that has said nothing. */
export const NO_TAX_OPTIONS: TaxOptions = Object.freeze({
  buyerOwes: [],
  sourcing: [],
  intermediaries: [],
  triangulation: 'reverse_charge',
  smallBusinessExports: 'exempt',
});

/** What is wrong with them, with pointers into `/taxOptions`. Pure. */
export function optionFaults({
  buyerOwes = [],
  sourcing = [],
  intermediaries = [],
}: Partial<TaxOptions>): FieldError[] {
  const at = (member: string, i: number) => `/taxOptions/${member}/${i}`;
  return [
    ...buyerOwes.flatMap(({ country }, i): FieldError[] => {
      if (isEuMember(country)) return [];
      const pointer = `${at('buyerOwes', i)}/country`;
      return [{ pointer, code: 'enum', message: 'must be a member state of the Union' }];
    }),
    ...sourcing.flatMap(({ state }, i): FieldError[] => {
      if (US_STATES.has(state)) return [];
      const pointer = `${at('sourcing', i)}/state`;
      return [{ pointer, code: 'enum', message: 'must be a state of the United States' }];
    }),
    ...repeated(buyerOwes.map(({ country, validFrom }) => `${country} ${validFrom ?? ''}`)).map(
      (i): FieldError => ({ pointer: at('buyerOwes', i), code: 'unique', message: TWICE }),
    ),
    ...repeated(sourcing.map(({ state, validFrom }) => `${state} ${validFrom ?? ''}`)).map(
      (i): FieldError => ({ pointer: at('sourcing', i), code: 'unique', message: TWICE }),
    ),
    ...repeated(intermediaries.map(({ validFrom }) => validFrom ?? '')).map((i): FieldError => ({
      pointer: at('intermediaries', i),
      code: 'unique',
      message: TWICE,
    })),
  ];
}

const TWICE = 'is said twice of the same day';

const US_STATES: ReadonlySet<string> = new Set(
  [
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO',
    'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY',
  ].flatMap((states) => states.split(' ')),
);

function repeated(keys: readonly string[]): number[] {
  return keys.flatMap((key, i) => (keys.indexOf(key) === i ? [] : [i]));
}
