import { addDays, type LocalDate } from '@quittance/calendar';
import { newId, type ProductId } from '@quittance/kernel';
import {
  currencyDigits,
  decimal,
  divideRounded,
  formatUnits,
  pow10,
  roundToScale,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import { periodNet, type PlanId, type PlanVersionId } from '../../plans/plan-version.js';
import { discountOfSteps } from '../../subscriptions/discounts/discount-steps.js';
import { gridDate, gridFrom } from '../../subscriptions/grid.js';
import type { Stub } from '../../subscriptions/proration.js';
import { MOST_ITEMS } from '../../subscriptions/new-items.js';
import type { ItemId } from '../../subscriptions/subscription.js';
import type {
  DiscountStep,
  SubscriptionItem,
} from '../../subscriptions/subscription.description.js';
import type { Order } from '../order.description.js';
import type { OrderLine } from '../lines/order-line.description.js';

/*
 * What is subscribed to by lines of an order that recur: pure. The prices are those of the order,
 * agreed, whatever the plan asks by then.
 */

/** A plan that a line is subscribed to. */
export interface PlanOfLine {
  readonly planId: PlanId;
  readonly versionId: PlanVersionId;
  readonly productId: ProductId;
}

/**
 * Lines of one subscription: all that decides when it is billed is the same in them, and what the
 * days before its first whole period cost. More than one bears are shared out.
 */
export function linesBySubscription(
  lines: readonly OrderLine[],
  stubs: ReadonlyMap<OrderLine['id'], { readonly stub: Stub }>,
): OrderLine[][] {
  const groups = new Map<string, OrderLine[]>();
  for (const line of lines.filter(({ kind }) => kind === 'recurring')) {
    const { frequency, timing, trialDays, anchorDay, anchorMonth, termPeriods } = line;
    const stub = anchorDay === null ? null : stubs.get(line.id)?.stub;
    const anchor = [anchorDay, anchorMonth, stub];
    const key = JSON.stringify([frequency, timing, trialDays, anchor, termPeriods]);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MOST_ITEMS) }, (_, i) =>
      group.slice(i * MOST_ITEMS, (i + 1) * MOST_ITEMS),
    ),
  );
}

/** When a subscription of some lines is billed, from the day it starts on. */
export function billingOf(line: OrderLine, startDate: LocalDate) {
  const { frequency, trialDays, anchorDay, anchorMonth, termPeriods } = line;
  if (frequency === null) throw new TypeError('The line does not recur');
  const trialEnd = trialDays > 0 ? addDays(startDate, trialDays) : null;
  const billedFrom = trialEnd ?? startDate;
  const anchor =
    anchorDay === null
      ? null
      : { day: anchorDay, ...(anchorMonth !== null && { month: anchorMonth }) };
  const grid = gridFrom(billedFrom, frequency, anchor);
  return {
    grid,
    dates: {
      startDate,
      trialEnd,
      billedFrom,
      anchorDate: grid.anchor,
      anchorDay: grid.anchorDay,
      cancelAt: termPeriods === null ? null : gridDate(grid, termPeriods),
    },
  };
}

type Billing = ReturnType<typeof billingOf>;

/** From a day on, which discounts lower a period's price. */
interface Discounted {
  readonly from: LocalDate;
  /** That of the line. */
  readonly own: boolean;
  /** What the line bears of that of the order. */
  readonly share: boolean;
}

type OrderTerms = Pick<Order, 'currency' | 'discount' | 'pricesIncludeTax'>;

/**
 * The rows of the item that a line is subscribed as: one for each time in which the price is the
 * same. Its item is the line.
 */
export function itemsOfLine(
  line: OrderLine,
  plan: PlanOfLine,
  billing: Billing,
  order: OrderTerms,
  at: Pick<SubscriptionItem, 'subscriptionId' | 'position' | 'createdAt'>,
): SubscriptionItem[] {
  const times = pricedTimes(line, order, billing);
  return times.map(({ from, price, until }, i): SubscriptionItem => {
    return {
      ...at,
      ...price,
      ...discountOfSteps(times.slice(i).map(stepOf)),
      id: newId<'subscription-item'>(),
      itemId: line.id as string as ItemId,
      validFrom: from,
      validTo: until,
      planId: plan.planId,
      planVersionId: plan.versionId,
      productId: plan.productId,
      description: line.description,
      priceOverridden: true,
      overrides: null,
      taxCode: line.productTaxed ? null : line.taxCode,
      placeOf: line.placeOf,
      net: periodNet(price, order.currency),
    };
  });
}

/** What a period costs from a day on, until another. */
interface PricedTime {
  readonly from: LocalDate;
  readonly until: LocalDate | null;
  readonly price: ReturnType<typeof itemPrice>;
}

function pricedTimes(line: OrderLine, order: OrderTerms, billing: Billing): PricedTime[] {
  const priced = discountedTimes(line, order, billing).map((time) => {
    return { from: time.from, price: itemPrice(line, time, order) };
  });
  // Of a small discount nothing may be left in the currency.
  const times = priced.filter(({ price }, i) => {
    const before = priced[i - 1]?.price;
    const { discountPercent: percent, discountAmount: amount } = price;
    return !before || before.discountPercent !== percent || before.discountAmount !== amount;
  });
  return times.map((time, i) => ({ ...time, until: times[i + 1]?.from ?? null }));
}

function stepOf({ price, until }: PricedTime): DiscountStep {
  const { discountPercent, discountAmount } = price;
  const percent = discountPercent && trimDecimal(discountPercent);
  return { percent, amount: discountAmount === null ? null : String(discountAmount), until };
}

/**
 * What a period costs. A percentage stays one, so that it goes on with another quantity; all else
 * is an amount. Of prices that include tax the net of a unit is rounded up to a millionth, and what
 * that adds is taken off again.
 */
function itemPrice(
  line: OrderLine,
  { own, share }: Discounted,
  { currency, pricesIncludeTax }: OrderTerms,
) {
  const { discountPercent } = line;
  const quantity = trimDecimal(line.ordered);
  const off = (own ? line.discountAmount : 0n) + (share ? line.share : 0n);
  if (!pricesIncludeTax) {
    const unitPrice = line.unitPrice ?? '0';
    if (own && !share && discountPercent !== null) {
      return { quantity, unitPrice, discountPercent, discountAmount: null };
    }
    return { quantity, unitPrice, discountPercent: null, discountAmount: off === 0n ? null : off };
  }
  const whole = line.net + netOf(line, line.discountAmount + line.share);
  const unitPrice = unitNet(whole, quantity, currency);
  const priced = periodNet({ quantity, unitPrice }, currency);
  const less = priced - whole + netOf(line, off);
  const discountAmount = less === 0n ? null : less;
  return { quantity, unitPrice, discountPercent: null, discountAmount };
}

/** Of prices that include tax a discount does so as well: its net is in proportion. */
function netOf({ net, total }: OrderLine, discount: bigint): bigint {
  return total === 0n ? discount : divideRounded(discount * net, total);
}

function unitNet(net: bigint, quantity: string, currency: Currency): string {
  const units = roundToScale(decimal(quantity), 6);
  if (units === 0n) return '0';
  const dividend = net * pow10(12 - currencyDigits(currency));
  return trimDecimal(formatUnits((dividend + units - 1n) / units, 6));
}

/**
 * When which discounts hold: a stub before the first whole period bears what recurs alone, and what
 * is given once lowers the first whole one.
 */
function discountedTimes(
  { discountPeriods, discountAmount, share }: OrderLine,
  { discount }: OrderTerms,
  { grid, dates: { startDate, billedFrom } }: Billing,
): Discounted[] {
  const recurs = discount?.recurring === true;
  const ofPeriod = (k: number, from: LocalDate): Discounted => ({
    from,
    own: discountAmount !== 0n && (discountPeriods === null || Math.max(k, 0) < discountPeriods),
    share: share !== 0n && (recurs || k === 0),
  });
  const stub = grid.anchor > billedFrom;
  const later = stub ? [0, 1] : [1];
  if (discountPeriods !== null && discountPeriods > 1) later.push(discountPeriods);
  const times = [
    ofPeriod(stub ? -1 : 0, startDate),
    ...later.map((k) => ofPeriod(k, gridDate(grid, k))),
  ];
  return times.filter(({ own, share: borne }, i) => {
    const before = times[i - 1];
    return !before || before.own !== own || before.share !== borne;
  });
}
