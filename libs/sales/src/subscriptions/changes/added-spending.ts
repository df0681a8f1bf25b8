import type { LocalDate } from '@quittance/calendar';
import { divideRounded } from '@quittance/money';
import { mrrOf, PER_MONTH } from '../../revenue/mrr.js';
import type { RecurringFrequency } from '../grid.js';
import type { SubscriptionItem } from '../subscription.description.js';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { endOf, frequencyOn, itemsOn } from '../subscription.view.js';
import type { PlannedChange } from './plan-change.js';

/** What a period of items comes to, tax included. Minor units. */
export type GrossOf = (items: readonly SubscriptionItem[]) => bigint;

/**
 * What a change adds to a period at most, on any day from which it holds, beside what was agreed
 * for that day before: who takes back a lower plan that somebody has scheduled, spends what that
 * would have saved. What was agreed for a plan that gives way is free again, so that it is asked
 * beside what there is without that as well. Pure.
 */
export function addedByChange(
  { subscription, items }: WholeSubscription,
  change: Pick<PlannedChange, 'effectiveOn' | 'rows' | 'frequency' | 'gaveWay'>,
  grossOf: GrossOf,
): bigint {
  const { effectiveOn, rows, frequency, gaveWay } = change;
  const changed = itemsAfter(items, rows);
  const end = endOf(subscription);
  const days = turnsFrom(gaveWay?.on ?? effectiveOn, [...items, ...changed]).filter(
    (day) => end === null || day < end,
  );
  return mostOf(
    days.flatMap((day) => {
      const was = frequencyOn(subscription, day);
      const is = day < effectiveOn ? was : (frequency ?? was);
      const agreed = gaveWay ? [items, gaveWay.items] : [items];
      return agreed.map((each) =>
        addedOf(
          { gross: grossOf(itemsOn(each, day)), frequency: was },
          { gross: grossOf(itemsOn(changed, day)), frequency: is },
        ),
      );
    }),
  );
}

/**
 * The same of what goes on behind a day though it was to end, or to stand still: all that a period
 * comes to at most. Pure.
 */
export function addedByGoingOn(
  { items }: WholeSubscription,
  from: LocalDate,
  grossOf: GrossOf,
): bigint {
  return mostOf(turnsFrom(from, items).map((day) => grossOf(itemsOn(items, day))));
}

/**
 * The same of a change that is agreed for a day, beside the items that there would be without it:
 * what is left of it is measured as it was charged. Pure.
 */
export function addedByAgreed(
  { subscription, items }: WholeSubscription,
  without: readonly SubscriptionItem[],
  from: LocalDate,
  grossOf: GrossOf,
): bigint {
  const end = endOf(subscription);
  const days = turnsFrom(from, [...items, ...without]).filter((day) => end === null || day < end);
  return mostOf(
    days.map((day) =>
      addedOf(
        { gross: grossOf(itemsOn(without, day)), frequency: subscription.frequency },
        { gross: grossOf(itemsOn(items, day)), frequency: frequencyOn(subscription, day) },
      ),
    ),
  );
}

/** By how much the dearest period from a day on was to be dearer than it is to be now. Pure. */
export function savedFrom(
  day: LocalDate,
  { was, is }: { readonly was: WholeSubscription; readonly is: WholeSubscription },
  grossOf: GrossOf,
): bigint {
  const dearestOf = (whole: WholeSubscription): PeriodSum => ({
    gross: addedByGoingOn(whole, day, grossOf),
    frequency: whole.subscription.frequency,
  });
  return mostOf([addedOf(dearestOf(is), dearestOf(was))]);
}

interface PeriodSum {
  readonly gross: bigint;
  readonly frequency: RecurringFrequency;
}

/**
 * What a period is more than one before. One of another length is more by what it comes to beyond
 * the old one, or beyond as many days of it: whichever is dearer, so that neither a whole year at
 * once nor a dear month in place of a cheap year passes for nothing.
 */
function addedOf(was: PeriodSum, is: PeriodSum): bigint {
  const more = is.gross - was.gross;
  if (was.frequency === is.frequency) return more;
  const [times, by] = PER_MONTH[is.frequency];
  const asLong = divideRounded(mrrOf(was.gross, was.frequency) * by, times);
  return mostOf([more, is.gross - asLong]);
}

/** A day and those behind it on which other items begin to hold. */
function turnsFrom(day: LocalDate, items: readonly SubscriptionItem[]): LocalDate[] {
  const turns = items.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? day]);
  return [day, ...new Set(turns.filter((turn) => turn > day))];
}

const mostOf = (sums: readonly bigint[]) =>
  sums.reduce((most, each) => (each > most ? each : most), 0n);
