import type { LocalDate } from '@quittance/calendar';
import { trimDecimal } from '@quittance/money';
import type { DiscountStep, SubscriptionItem } from '../subscription.description.js';

/*
 * What is given with an item may be another discount from a day on, as where an order gives one
 * once and another for a number of periods. A row says what follows it, so that a change of the
 * item, and one that is taken back, know it without the rows behind. Pure.
 */

/** The discount of a row, and those behind it. */
export type ItemDiscount = Pick<
  SubscriptionItem,
  'discountPercent' | 'discountAmount' | 'discountUntil' | 'laterDiscounts'
>;

export const NO_DISCOUNT: ItemDiscount = {
  discountPercent: null,
  discountAmount: null,
  discountUntil: null,
  laterDiscounts: null,
};

/** The discounts of a row and of those behind it, one after the other. */
export function stepsOf(item: ItemDiscount): readonly DiscountStep[] {
  const { discountPercent: percent, discountAmount, discountUntil: until, laterDiscounts } = item;
  const amount = discountAmount === null ? null : String(discountAmount);
  return [{ percent, amount, until }, ...(laterDiscounts ?? [])];
}

/** The discount of a row that has one after the other; without any is what follows the last. */
export function discountOfSteps(steps: readonly DiscountStep[]): ItemDiscount {
  const last = steps.findLastIndex(isGiven);
  const [first, ...later] = steps.slice(0, last + 1);
  if (!first) return NO_DISCOUNT;
  return {
    discountPercent: first.percent,
    discountAmount: first.amount === null ? null : BigInt(first.amount),
    discountUntil: first.until,
    laterDiscounts: later.length > 0 ? later : null,
  };
}

/** What follows a row whose discount ends. */
export const discountBehind = ({ laterDiscounts }: ItemDiscount): ItemDiscount =>
  discountOfSteps(laterDiscounts ?? []);

/** What is given for ever, once all that is given for a time is over. */
export function lastDiscount(item: ItemDiscount): ItemDiscount {
  const last = stepsOf(item).at(-1);
  return last && last.until === null ? discountOfSteps([last]) : NO_DISCOUNT;
}

/** The same without amounts, which are agreed for a period of a length. */
export function withoutAmounts(item: ItemDiscount): ItemDiscount {
  const steps = stepsOf(item).map((step) => ({ ...step, amount: null }));
  const changes = steps.filter((step, i) => {
    const next = steps[i + 1];
    return !next || next.percent !== step.percent;
  });
  return discountOfSteps(changes);
}

/** The same with each of its days at another place. */
export function movedDiscount(
  item: ItemDiscount,
  moved: (day: LocalDate) => LocalDate,
): ItemDiscount {
  return discountOfSteps(
    stepsOf(item).map((step) => ({ ...step, until: step.until && moved(step.until) })),
  );
}

/** What makes it another discount. */
export function discountKey(item: ItemDiscount): string {
  const steps = stepsOf(item).map(({ percent, amount, until }) => {
    return [trimDecimal(percent ?? '0'), amount ?? '0', until];
  });
  return JSON.stringify(steps);
}

const isGiven = ({ percent, amount }: DiscountStep) => percent !== null || amount !== null;
