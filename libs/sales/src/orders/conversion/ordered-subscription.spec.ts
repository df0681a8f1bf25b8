import fc from 'fast-check';
import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { runs } from '../../../../../test/support/tier.js';
import type { PlanId, PlanVersionId } from '../../plans/plan-version.js';
import type { Stub } from '../../subscriptions/proration.js';
import type { SubscriptionItem } from '../../subscriptions/subscription.description.js';
import type { SubscriptionId } from '../../subscriptions/subscription.js';
import { orderLineNoun, type OrderLine } from '../lines/order-line.description.js';
import {
  billingOf,
  itemsOfLine,
  linesBySubscription,
  type PlanOfLine,
} from './ordered-subscription.js';

const day = parseLocalDate('2026-03-10');
const aLine = (over: Partial<OrderLine> = {}): OrderLine =>
  ({
    ...orderLineNoun.empty,
    id: newId<'sales-order-line'>(),
    kind: 'recurring',
    frequency: 'monthly',
    timing: 'advance',
    trialDays: 0,
    ordered: '3.000000',
    unitPrice: '33.000000',
    discountAmount: 0n,
    share: 0n,
    net: 9_900n,
    tax: 0n,
    total: 9_900n,
    description: 'Seats',
    ...over,
  }) as OrderLine;

const plan = {
  planId: newId<'plan'>() as PlanId,
  versionId: newId<'plan-version'>() as PlanVersionId,
  productId: newId<'product'>(),
} as PlanOfLine;
const at = {
  subscriptionId: newId<'subscription'>() as SubscriptionId,
  position: 1,
  createdAt: '2026-03-10T09:00:00.000Z' as SubscriptionItem['createdAt'],
};

type Terms = Parameters<typeof itemsOfLine>[3];
const TERMS: Terms = { currency: 'EUR', discount: null, pricesIncludeTax: false };

function itemsOf(line: OrderLine, terms: Partial<Terms> = {}) {
  const items = itemsOfLine(line, plan, billingOf(line, day), { ...TERMS, ...terms }, at);
  return items.map(({ validFrom, validTo, net }) => [validFrom, validTo, net]);
}

describe('what a line that recurs is subscribed as', () => {
  it('is one row at its price where nothing ends', () => {
    expect(itemsOf(aLine())).toEqual([['2026-03-10', null, 9_900n]]);
    const discounted = aLine({ discountPercent: '10', discountAmount: 990n, net: 8_910n });
    expect(itemsOf(discounted)).toEqual([['2026-03-10', null, 8_910n]]);
  });

  it('keeps a percentage as one, for other quantities', () => {
    const line = aLine({ discountPercent: '10', discountAmount: 990n, net: 8_910n });
    const [item] = itemsOfLine(line, plan, billingOf(line, day), TERMS, at);
    expect(item).toMatchObject({ discountPercent: '10', discountAmount: null, itemId: line.id });
  });

  it('is supplied where the line is', () => {
    const placeOf = { country: 'AT', region: null, postalCode: '6020' };
    for (const where of [placeOf, null]) {
      const line = aLine({ placeOf: where });
      const [item] = itemsOfLine(line, plan, billingOf(line, day), TERMS, at);
      expect(item?.placeOf).toEqual(where);
    }
  });

  it('has a row for the periods of a discount, counted behind a stub', () => {
    const line = aLine({ discountAmount: 900n, discountPeriods: 2, net: 9_000n, anchorDay: 1 });
    expect(itemsOf(line)).toEqual([
      ['2026-03-10', '2026-06-01', 9_000n],
      ['2026-06-01', null, 9_900n],
    ]);
  });

  it('bears what is given once in its first whole period, and not in a stub', () => {
    const line = aLine({ share: 900n, net: 9_000n });
    const discount = { amount: '9.00' };
    expect(itemsOf(line, { discount })).toEqual([
      ['2026-03-10', '2026-04-10', 9_000n],
      ['2026-04-10', null, 9_900n],
    ]);
    expect(itemsOf({ ...line, anchorDay: 1 }, { discount })).toEqual([
      ['2026-03-10', '2026-04-01', 9_900n],
      ['2026-04-01', '2026-05-01', 9_000n],
      ['2026-05-01', null, 9_900n],
    ]);
    const always = { discount: { ...discount, recurring: true } };
    expect(itemsOf(line, always)).toEqual([['2026-03-10', null, 9_000n]]);
  });

  it('says with each row what is given behind it', () => {
    const line = aLine({
      discountPercent: '10.000000',
      discountAmount: 990n,
      discountPeriods: 3,
      share: 900n,
      anchorDay: 1,
    });
    const given = (of: OrderLine, terms: Partial<Terms> = {}) => {
      const order = { ...TERMS, discount: { amount: '9.00' }, ...terms };
      return itemsOfLine(of, plan, billingOf(of, day), order, at).map((item) => [
        item.discountPercent ?? item.discountAmount,
        item.discountUntil,
        item.laterDiscounts,
      ]);
    };
    const alone = { percent: '10', amount: null, until: '2026-07-01' };
    const both = { percent: null, amount: '1890', until: '2026-05-01' };
    expect(given(line)).toEqual([
      ['10', '2026-04-01', [both, alone]],
      [1_890n, '2026-05-01', [alone]],
      ['10', '2026-07-01', null],
      [null, null, null],
    ]);
    // Nothing is given before the first whole period.
    const once = { ...line, discountAmount: 0n, discountPercent: null, discountPeriods: null };
    expect(given(once)).toEqual([
      [null, '2026-04-01', [{ percent: null, amount: '900', until: '2026-05-01' }]],
      [900n, '2026-05-01', null],
      [null, null, null],
    ]);
    const taxed = aLine({ ...line, ordered: '7', net: 10_000n, total: 11_900n, share: 0n });
    const incl = { ...taxed, discountAmount: 1_190n };
    expect(given(incl, { pricesIncludeTax: true })).toEqual([
      [1_000n, '2026-07-01', null],
      [null, null, null],
    ]);
  });

  it('begins to be billed behind its trial, and ends with its term', () => {
    const line = aLine({ trialDays: 14, termPeriods: 3 });
    expect(billingOf(line, day).dates).toEqual({
      startDate: '2026-03-10',
      trialEnd: '2026-03-24',
      billedFrom: '2026-03-24',
      anchorDate: '2026-03-24',
      anchorDay: 24,
      cancelAt: '2026-06-24',
    });
  });

  it('comes to the net of the line where prices include tax, whatever the price of a unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.integer({ min: 0, max: 3000 }),
        fc.bigInt(1n, 10n ** 9n),
        fc.integer({ min: 0, max: 99 }),
        (total, permille, units, percent) => {
          const net = (total * 1000n) / BigInt(1000 + permille);
          const line = aLine({
            ordered: `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`,
            net,
            tax: total - net,
            total,
            discountAmount: (total * BigInt(percent)) / 100n,
          });
          expect(itemsOf(line, { pricesIncludeTax: true })).toEqual([['2026-03-10', null, net]]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

const NO_PLANS = new Map<OrderLine['id'], { readonly stub: Stub }>();

describe('lines of an order', () => {
  it('share none where the days before the first whole period cost otherwise', () => {
    const stubs = ['prorated', 'full', 'prorated'] as const;
    const grouped = (over: Partial<OrderLine>) => {
      const lines = stubs.map(() => aLine(over));
      const plans = new Map(lines.map(({ id }, i) => [id, { stub: stubs[i] as Stub }]));
      const groups = linesBySubscription(lines, plans);
      return groups.map((group) => group.map((line) => lines.indexOf(line)));
    };
    expect(grouped({ anchorDay: 15 })).toEqual([[0, 2], [1]]);
    expect(grouped({})).toEqual([[0, 1, 2]]);
  });

  it('share a subscription where all that decides when they are billed is the same', () => {
    const lines = [
      aLine(),
      aLine({ kind: 'one_off' }),
      aLine({ trialDays: 7 }),
      aLine(),
      aLine({ frequency: 'annually' }),
    ];
    const found = linesBySubscription(lines, NO_PLANS);
    const groups = found.map((group) => group.map((l) => lines.indexOf(l)));
    expect(groups).toEqual([[0, 3], [2], [4]]);
    const many = Array.from({ length: 51 }, () => aLine());
    expect(linesBySubscription(many, NO_PLANS).map(({ length }) => length)).toEqual([50, 1]);
  });
});
