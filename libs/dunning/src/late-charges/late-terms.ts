import { dateParts, dayOfMonth, monthNumber, type LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import { LARGEST_ON_DOCUMENT, parseDecimal, parseMinor } from '@quittance/money';
import type { LateBills } from '@quittance/receivables';
import { isAboveLine } from '../step-fees/step-fee.js';

export type AppliedTerms = Parameters<LateBills['chargesOf']>[1];

/** What a company asks of those who pay late, and whether it does. */
export interface LateTermsInput extends Omit<AppliedTerms, 'appliesFrom' | 'earlier'> {
  readonly active: boolean;
  /** The day on which it is switched on unless given. */
  readonly appliesFrom?: LocalDate | null;
  /** The first day that costs by this rate and these days of grace: today unless given. */
  readonly holdsFrom?: LocalDate | null;
  /** The day of each month on which it is asked for by itself; by people alone unless given. */
  readonly askOnDay?: number | null;
}

export interface SavedLateTerms extends Omit<AppliedTerms, 'appliesFrom'> {
  readonly active: boolean;
  readonly appliesFrom: LocalDate | null;
  readonly askOnDay: number | null;
  /** When it was asked for by itself, or that or the terms were switched on. */
  readonly lastAskedOn: LocalDate | null;
  /** When the rate and the days of grace that hold now were said; null of none. */
  readonly saidOn: LocalDate | null;
  /** 0 until they are saved. */
  readonly version: number;
}

export const NO_LATE_TERMS: SavedLateTerms = Object.freeze({
  active: false,
  annualRate: null,
  graceDays: 0,
  appliesFrom: null,
  askOnDay: null,
  lastAskedOn: null,
  saidOn: null,
  earlier: [],
  amounts: [],
  version: 0,
});

/**
 * The first day that costs anything. Where it is switched on and no day is said, it asks for none
 * of the time in which it was off. Pure.
 */
export function appliesFromOf(
  before: Pick<SavedLateTerms, 'active' | 'appliesFrom'>,
  input: Pick<LateTermsInput, 'active' | 'appliesFrom'>,
  today: LocalDate,
): LocalDate {
  if (input.appliesFrom) return input.appliesFrom;
  const kept = before.appliesFrom ?? today;
  return input.active && !before.active && kept < today ? today : kept;
}

/**
 * The day on which late payment was to be asked for by itself and was not yet, also where nobody
 * was awake on that very day; null where none is. Pure.
 */
export function dueToAsk(
  { active, askOnDay, lastAskedOn }: Pick<SavedLateTerms, 'active' | 'askOnDay' | 'lastAskedOn'>,
  today: LocalDate,
): LocalDate | null {
  if (!active || askOnDay === null) return null;
  const inMonth = dateParts(today).day >= askOnDay ? 0 : -1;
  const due = dayOfMonth(monthNumber(today) + inMonth, askOnDay);
  return lastAskedOn === null || lastAskedOn < due ? due : null;
}

/** The last day a month surely has. */
export const LAST_ASKING_DAY = 28;
export const MOST_GRACE_DAYS = 365;
export const MOST_CURRENCIES = 50;
const RATE_SCALE = 6;
const MOST_RATE = 100n;

/** @throws DomainError validation_failed */
export function checkLateTerms({ annualRate, amounts }: LateTermsInput): void {
  if (annualRate !== null && !isRate(annualRate)) {
    throw invalidField('/annualRate', 'range', 'must be above 0 and at most 100');
  }
  const seen = new Set<string>();
  for (const [i, { currency, fee, minimum }] of amounts.entries()) {
    if (seen.has(currency)) {
      throw invalidField(`/amounts/${i}/currency`, 'duplicate', 'is named twice');
    }
    seen.add(currency);
    for (const [name, amount] of Object.entries({ fee, minimum })) {
      if (amount !== null && isAboveLine(amount)) {
        throw invalidField(
          `/amounts/${i}/${name}`,
          'max',
          `must be at most ${LARGEST_ON_DOCUMENT}`,
        );
      }
      if (amount === null || (parseMinor(amount, currency) ?? 0n) > 0n) continue;
      const message = `must be an amount of ${currency} above 0`;
      throw invalidField(`/amounts/${i}/${name}`, 'min', message);
    }
  }
}

function isRate(text: string): boolean {
  const rate = parseDecimal(text);
  if (!rate || rate.scale > RATE_SCALE) return false;
  return rate.units > 0n && rate.units <= MOST_RATE * 10n ** BigInt(rate.scale);
}
