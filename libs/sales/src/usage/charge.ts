import { type FieldError } from '@quittance/kernel';
import {
  currencyDigits,
  decimal,
  isCurrency,
  parseDecimal,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import { millionths } from './units.js';

export const CHARGE_MODELS = ['per_unit', 'graduated', 'volume', 'package', 'percentage'] as const;
export type ChargeModel = (typeof CHARGE_MODELS)[number];

/** The tiers of a charge, and charges of a plan. */
export const MOST_TIERS = 50;
export const MOST_CHARGES = 50;

/** Prices, fees and quantities are decimal text; prices in major units of the plan's currency. */
export interface Tier {
  /** The last quantity of the tier, decimals allowed; null: all that is above. */
  readonly upTo: string | null;
  readonly unitPrice: string;
  /** Asked once when the tier is reached. */
  readonly fee?: string | null;
}

/** How units become money. */
export type ChargePrice =
  | { readonly model: 'per_unit'; readonly unitPrice: string }
  | { readonly model: 'graduated'; readonly tiers: readonly Tier[] }
  | {
      readonly model: 'volume';
      readonly tiers: readonly Tier[];
      /** Whether the fee of the first tier is asked where nothing was used. */
      readonly feeAtZero?: boolean;
    }
  | { readonly model: 'package'; readonly size: string; readonly unitPrice: string }
  | {
      readonly model: 'percentage';
      /** In percent: `1.2` is 1.2 %. */
      readonly rate: string;
      /** Of each event that is not free. */
      readonly fee?: string | null;
      readonly freeEvents?: number;
      /** So much of the base is free of the rate, first in time. */
      readonly freeBase?: string | null;
      readonly eventMin?: string | null;
      readonly eventMax?: string | null;
    };

/** How usage of one meter is charged: whole units are included before the price is looked at. */
export interface Charge {
  readonly price: ChargePrice;
  /** Units of a whole period that cost nothing; never prorated. */
  readonly included?: string | null;
}

type Refuse = (member: string, code: string, message: string) => void;

function tierFaults(tiers: readonly Tier[], refuse: Refuse): void {
  if (tiers.length === 0) refuse('tiers', 'required', 'must hold at least one tier');
  if (tiers.length > MOST_TIERS) refuse('tiers', 'max', `must hold at most ${MOST_TIERS} tiers`);
  let reached = 0n;
  tiers.forEach(({ upTo }, i) => {
    const last = i === tiers.length - 1;
    if (last && upTo !== null) {
      refuse(`tiers/${i}/upTo`, 'null', 'must be null in the last tier, which holds all above');
    }
    if (last) return;
    if (upTo === null) {
      refuse(`tiers/${i}/upTo`, 'required', 'is null in the last tier only');
      return;
    }
    const bound = millionths(upTo);
    if (bound <= reached) {
      refuse(`tiers/${i}/upTo`, 'ascending', 'must be above that of the tier before, and above 0');
    }
    reached = bound;
  });
}

/** An amount that is asked once has no more decimals than its currency. */
function feeFaults(tiers: readonly Tier[], currency: Currency, refuse: Refuse): void {
  if (!isCurrency(currency)) return;
  tiers.forEach(({ fee }, i) => {
    if (fee == null || decimal(trimDecimal(fee)).scale <= currencyDigits(currency)) return;
    refuse(`tiers/${i}/fee`, 'scale', `has more decimals than ${currency}`);
  });
}

/** What is wrong with a charge in a currency besides the form of its decimals. */
export function chargeFaults({ price }: Charge, currency: Currency, at: string): FieldError[] {
  const faults: FieldError[] = [];
  const refuse: Refuse = (member, code, message) =>
    faults.push({ pointer: `${at}/${member}`, code, message });
  if (price.model === 'graduated' || price.model === 'volume') {
    tierFaults(price.tiers, refuse);
    feeFaults(price.tiers, currency, refuse);
  }
  if (price.model === 'package' && millionths(price.size) <= 0n) {
    refuse('size', 'min', 'must be above 0');
  }
  if (price.model === 'percentage') {
    const [least, most] = [parseDecimal(price.eventMin ?? ''), parseDecimal(price.eventMax ?? '')];
    if (least && most && millionths(price.eventMax ?? '0') < millionths(price.eventMin ?? '0')) {
      refuse('eventMax', 'min', 'must not be below the least of an event');
    }
    if (decimal(price.rate).scale > 4) refuse('rate', 'scale', 'has at most 4 decimals');
  }
  return faults;
}
