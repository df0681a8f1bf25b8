import { divideRounded, formatUnits } from '@quittance/money';

export const MOVEMENTS = ['new', 'expansion', 'reactivation', 'contraction', 'churn'] as const;
/** Why the recurring revenue of an account is not what it was at the end of the month before. */
export type MovementKind = (typeof MOVEMENTS)[number];

/** What an account brings in a month, at the end of one month and of the next. Minor units. */
export interface AccountMonth {
  readonly start: bigint;
  readonly end: bigint;
  /** Whether any month before ended with revenue of it. */
  readonly everBefore: boolean;
}

/** Exactly one movement, or none where nothing changed; its amount is above 0. */
export interface RevenueMovement {
  readonly kind: MovementKind;
  readonly amount: bigint;
}

export function movementOf({ start, end, everBefore }: AccountMonth): RevenueMovement | null {
  if (start === end) return null;
  if (start === 0n) return { kind: everBefore ? 'reactivation' : 'new', amount: end };
  if (end === 0n) return { kind: 'churn', amount: start };
  return end > start
    ? { kind: 'expansion', amount: end - start }
    : { kind: 'contraction', amount: start - end };
}

/** The movements of a month: start + new + expansion + reactivation − contraction − churn = end. */
export type MonthMovements = Readonly<Record<MovementKind | 'start' | 'end', bigint>>;

const NOTHING: MonthMovements = {
  start: 0n,
  new: 0n,
  expansion: 0n,
  reactivation: 0n,
  contraction: 0n,
  churn: 0n,
  end: 0n,
};

/** The movements of all accounts of one currency in a month. */
export function monthOf(accounts: readonly AccountMonth[]): MonthMovements {
  const month = { ...NOTHING };
  for (const account of accounts) {
    month.start += account.start;
    month.end += account.end;
    const movement = movementOf(account);
    if (movement) month[movement.kind] += movement.amount;
  }
  return month;
}

/** What a month ends with by its movements. */
export function endOfMonthMrr(month: MonthMovements): bigint {
  return (
    month.start + month.new + month.expansion + month.reactivation - month.contraction - month.churn
  );
}

/** In base currency the rest is what exchange rates did; with it the month adds up again. */
export interface ConvertedMonth extends MonthMovements {
  readonly fx: bigint;
}

/**
 * A month in base currency: its start is the end of the month before at that month's rate, all else
 * is at its own closing rate.
 */
export function convertedMonth(
  month: MonthMovements,
  convert: { readonly before: (minor: bigint) => bigint; readonly now: (minor: bigint) => bigint },
): ConvertedMonth {
  const { before, now } = convert;
  const converted = {
    start: before(month.start),
    new: now(month.new),
    expansion: now(month.expansion),
    reactivation: now(month.reactivation),
    contraction: now(month.contraction),
    churn: now(month.churn),
    end: now(month.end),
  };
  return { ...converted, fx: converted.end - endOfMonthMrr(converted) };
}

/** A share in percent with two decimals, as text; null of nothing. */
export function rateInPercent(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : formatUnits(divideRounded(part * 10_000n, whole), 2);
}

/** What of the revenue at the start of a month is there at its end, without and with expansion. */
export function retentionOf({ start, expansion, contraction, churn }: MonthMovements): {
  readonly grr: string | null;
  readonly nrr: string | null;
} {
  const kept = start - contraction - churn;
  return { grr: rateInPercent(kept, start), nrr: rateInPercent(kept + expansion, start) };
}
