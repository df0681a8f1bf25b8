import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import {
  enteredAs,
  isKnownRefund,
  missingOfTotal,
  splitReportedRefund,
  totalRefundId,
  type ReportedRefund,
} from './refund-arithmetic.js';

/** Told by the provider, one by one or in all; or recorded by a person. */
type News =
  | { readonly id: string; readonly amount: bigint }
  | { readonly total: bigint }
  | { readonly entered: bigint };

/** What the books hold after some news, as `record-refund.ts` writes them. */
function booksAfter(news: readonly News[]): bigint {
  const recorded: ReportedRefund[] = [];
  const covered: ReportedRefund[] = [];
  const entered: { amount: bigint }[] = [];
  let told = 0n;
  for (const each of news) {
    const known = { recorded, covered, entered };
    if ('entered' in each) {
      entered.push({ amount: each.entered });
    } else if ('total' in each) {
      const amount = missingOfTotal(known, each.total, told);
      if (each.total > told) told = each.total;
      if (amount > 0n)
        recorded.push({ providerRefundId: totalRefundId('ch_1', each.total), amount });
    } else if (!isKnownRefund(known, each.id)) {
      const claimed = enteredAs(known, each.amount);
      if (claimed) {
        entered.splice(entered.indexOf(claimed), 1);
        recorded.push({ providerRefundId: each.id, amount: each.amount });
        continue;
      }
      const { cover, record } = splitReportedRefund(known, each.amount);
      if (cover > 0n) covered.push({ providerRefundId: each.id, amount: cover });
      if (record > 0n) recorded.push({ providerRefundId: each.id, amount: record });
    }
  }
  return sumOf([...recorded, ...entered].map(({ amount }) => amount));
}

const amount = fc.bigInt({ min: 1n, max: 50n });
const amounts = fc.array(amount, { minLength: 1, maxLength: 6 });

/** Every refund by itself, and what had gone back in all after each. */
function allNews(refunds: readonly bigint[]): News[] {
  let total = 0n;
  return refunds.flatMap((each, i) => {
    total += each;
    return [{ id: `re_${i}`, amount: each }, { total }];
  });
}

/** In an order drawn by chance. */
function shuffled<T>(items: readonly T[], keys: readonly number[]): T[] {
  const keyed = items.map((item, i) => ({ item, key: keys[i % keys.length] ?? 0 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const chance = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });

test('all news twice, in any order, are the refunds', () => {
  fc.assert(
    fc.property(amounts, chance, (refunds, keys) => {
      const news = allNews(refunds);
      expect(booksAfter(shuffled([...news, ...news], keys))).toBe(sumOf(refunds));
    }),
  );
});

test('the books never hold more than has gone back', () => {
  fc.assert(
    fc.property(amounts, chance, fc.nat(11), (refunds, keys, told) => {
      const some = shuffled(allNews(refunds), keys).slice(0, told);
      expect(booksAfter(some) <= sumOf(refunds)).toBe(true);
    }),
  );
});

test('either kind of news alone is enough', () => {
  const news = allNews([3n, 4n, 5n]);
  expect(booksAfter(news.filter((each) => 'total' in each))).toBe(12n);
  expect(booksAfter(news.filter((each) => 'id' in each))).toBe(12n);
});

describe('refunds that people record before they make them at the provider', () => {
  /** A refund, whether a person has recorded it, and how long before the provider told of it. */
  const refund = fc.record({ amount, byHand: fc.boolean(), ahead: fc.nat(12) });
  const refunds = fc.array(refund, { minLength: 1, maxLength: 6 });
  type Refund = typeof refunds extends fc.Arbitrary<(infer T)[]> ? T : never;

  /** What people record comes somewhere before the first news that could be of it. */
  function story(made: readonly Refund[], told: readonly News[]): News[] {
    const all = [...told];
    made.forEach((each, i) => {
      if (!each.byHand) return;
      const least = sumOf(made.slice(0, i + 1).map((one) => one.amount));
      const isOfIt = (news: News) =>
        'id' in news ? news.id === `re_${i}` : 'total' in news && news.total >= least;
      const first = all.findIndex(isOfIt);
      const at = first === -1 ? all.length : first;
      all.splice(Math.max(0, at - each.ahead), 0, { entered: each.amount });
    });
    return all;
  }

  const inOrder = (refundsMade: readonly Refund[]) =>
    allNews(refundsMade.map((each) => each.amount));
  const sum = (made: readonly Refund[]) => sumOf(made.map((each) => each.amount));

  test.each([
    ['one by one', (news: News) => 'id' in news],
    ['in all', (news: News) => 'total' in news],
  ])('are booked once where the provider tells %s, in any order', (_, tells) => {
    fc.assert(
      fc.property(refunds, chance, (made, keys) => {
        const told = inOrder(made).filter(tells);
        expect(booksAfter(story(made, shuffled([...told, ...told], keys)))).toBe(sum(made));
      }),
      { numRuns: 2_000 },
    );
  });

  // Of several that wait to be told of one more may stay, as the next property has it.
  test('are booked once where it tells both, each refund in either order and twice', () => {
    fc.assert(
      fc.property(refunds, fc.nat(5), chance, (all, hand, keys) => {
        const made = all.map((each, i) => ({ ...each, byHand: each.byHand && i === hand }));
        const told = inOrder(made);
        const turned = told.flatMap((_, i) => {
          if (i % 2 === 1) return [];
          const pair = told.slice(i, i + 2);
          return (keys[i] ?? 0) % 2 === 0 ? pair : pair.toReversed();
        });
        const late = shuffled(told, keys);
        expect(booksAfter(story(made, [...turned, ...late]))).toBe(sum(made));
      }),
      { numRuns: 2_000 },
    );
  });

  // Of several that people have recorded, totals and single refunds that overtake one another by
  // more than their own can leave one that is no longer told apart.
  test('are never missed, whatever is told in any order', () => {
    fc.assert(
      fc.property(refunds, chance, (made, keys) => {
        const told = inOrder(made);
        const books = booksAfter(story(made, shuffled([...told, ...told], keys)));
        expect(books >= sum(made)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('are no others, though the provider tells of those in all first', () => {
    const news: News[] = [{ entered: 40n }, { total: 70n }, { id: 're_0', amount: 70n }];
    expect(booksAfter(news)).toBe(110n);
    expect(booksAfter([...news, { total: 70n }])).toBe(110n);
  });

  test('are second ones where the provider had told before', () => {
    const told: News[] = [{ id: 're_0', amount: 40n }, { total: 40n }, { entered: 40n }];
    expect(booksAfter([...told, { total: 40n }, { id: 're_0', amount: 40n }])).toBe(80n);
    expect(booksAfter([...told, { total: 80n }, { id: 're_1', amount: 40n }])).toBe(80n);
  });
});
