import type { LocalDate } from '@quittance/calendar';

/** Days of which nothing is billed because the subscription stands still; null: until further. */
export interface BillingGap {
  readonly from: LocalDate;
  /** The first day that is billed again. */
  readonly until: LocalDate | null;
  /**
   * The first day without service, where days ahead of the gap were paid for and stay so: no
   * minimum is asked of them.
   */
  readonly stoodFrom?: LocalDate;
}

/** How far a subscription is billed. Days before each date are through, whatever came of them. */
export interface SubscribedPosition {
  /** Flat prices are through until this day. */
  readonly coveredUntil: LocalDate;
  /** Usage is through until this day. */
  readonly usageUntil: LocalDate;
  /** In the order of their days; what lies behind both is left out. */
  readonly gaps: readonly BillingGap[];
  /** Invoices beside those of the periods: of usage alone, and of what was begun again. */
  readonly parts: number;
}

/** Nothing is billed yet of what costs something from a day on. */
export function unbilledFrom(day: LocalDate): SubscribedPosition {
  return { coveredUntil: day, usageUntil: day, gaps: [], parts: 0 };
}

/** Stands still from a day on, unless it does so already. */
export function stoppedFrom(position: SubscribedPosition, day: LocalDate): SubscribedPosition {
  const { gaps, coveredUntil } = position;
  if (gaps.some(({ until }) => until === null)) return position;
  // What is billed already stays billed.
  const from = day > coveredUntil ? day : coveredUntil;
  const stood = day < from ? { stoodFrom: day } : {};
  return { ...position, gaps: [...gaps, { from, until: null, ...stood }] };
}

/**
 * Goes on with a day: where that comes before the standstill there was none, and where it comes
 * within the days that are paid for, none of which nothing is billed.
 */
export function goneOnFrom(position: SubscribedPosition, day: LocalDate): SubscribedPosition {
  const gaps = position.gaps.flatMap((each): BillingGap[] => {
    if (each.until !== null) return [each];
    if (day > each.from) return [{ ...each, until: day }];
    return day > stoodFrom(each) ? [{ ...each, from: day, until: day }] : [];
  });
  return { ...position, gaps };
}

/** The first day of a standstill, paid for or not. */
export function stoodFrom({ stoodFrom: day, from }: BillingGap): LocalDate {
  return day ?? from;
}

/** The position behind the gaps that are through, and the one it is held up by. */
export function landed(position: SubscribedPosition): {
  readonly at: SubscribedPosition;
  readonly stopped: boolean;
} {
  const { gaps, usageUntil } = position;
  // Most never stood still.
  if (gaps.length === 0) return { at: position, stopped: false };
  let { coveredUntil } = position;
  let stopped = false;
  for (const { from, until } of gaps) {
    if (from > coveredUntil) break;
    if (until === null) stopped = true;
    else if (until > coveredUntil) coveredUntil = until;
  }
  // What lies in a period whose usage is not billed yet tells on which days of it nothing is owed.
  const open = coveredUntil < usageUntil ? coveredUntil : usageUntil;
  const rest = gaps.filter(({ until }) => until === null || until > open);
  return { at: { ...position, coveredUntil, gaps: rest }, stopped };
}

/** The first day of the next standstill; null where none is known. */
export function nextGap({ gaps, coveredUntil }: SubscribedPosition): LocalDate | null {
  return gaps.find(({ from, until }) => from > coveredUntil && until !== from)?.from ?? null;
}
