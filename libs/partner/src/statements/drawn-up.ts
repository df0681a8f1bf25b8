import type { LocalDate } from '@quittance/calendar';

/** An entry that is payable. The amount is minor units of the currency that is paid out. */
export interface PayableEntry {
  readonly payoutAmount: bigint;
  readonly minimumPayout: bigint;
  readonly availableOn: LocalDate;
}

/** What a statement comes to. */
export interface DrawnUp {
  readonly carried: bigint;
  readonly earned: bigint;
  readonly reversed: bigint;
  readonly total: bigint;
}

/**
 * What a partner is paid of all that is payable in one currency at the end of a month; null where
 * that is nothing, less than nothing, or less than the most that one of its plans asks: it stays
 * payable then, and the next month carries it.
 * @param month its first day
 */
export function drawnUp(entries: readonly PayableEntry[], month: LocalDate): DrawnUp | null {
  let [carried, earned, reversed, least] = [0n, 0n, 0n, 1n];
  for (const { payoutAmount, minimumPayout, availableOn } of entries) {
    if (availableOn < month) carried += payoutAmount;
    else if (payoutAmount >= 0n) earned += payoutAmount;
    else reversed += payoutAmount;
    if (minimumPayout > least) least = minimumPayout;
  }
  const total = carried + earned + reversed;
  return total < least ? null : { carried, earned, reversed, total };
}
