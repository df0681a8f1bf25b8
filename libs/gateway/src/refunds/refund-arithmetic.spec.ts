import fc from 'fast-check';
import {
  isKnownRefund,
  missingOfTotal,
  splitReportedRefund,
  totalRefundId,
  type ReportedRefund,
} from './refund-arithmetic.js';

type News = { readonly id: string; readonly amount: bigint } | { readonly total: bigint };

/** What the books hold after some news, as `record-refund.ts` writes them. */
function booksAfter(news: readonly News[]): bigint {
  const recorded: ReportedRefund[] = [];
  const covered: ReportedRefund[] = [];
  for (const each of news) {
    const known = { recorded, covered };
    if ('total' in each) {
      const amount = missingOfTotal(known, each.total);
      if (amount > 0n)
        recorded.push({ providerRefundId: totalRefundId('ch_1', each.total), amount });
    } else if (!isKnownRefund(known, each.id)) {
      const { cover, record } = splitReportedRefund(known, each.amount);
      if (cover > 0n) covered.push({ providerRefundId: each.id, amount: cover });
      if (record > 0n) recorded.push({ providerRefundId: each.id, amount: record });
    }
  }
  return recorded.reduce((sum, { amount }) => sum + amount, 0n);
}

const amounts = fc.array(fc.bigInt({ min: 1n, max: 50n }), { minLength: 1, maxLength: 6 });

/** Every refund by itself, and what had gone back in all after each. */
function allNews(refunds: readonly bigint[]): News[] {
  let total = 0n;
  return refunds.flatMap((amount, i) => {
    total += amount;
    return [{ id: `re_${i}`, amount }, { total }];
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
      const sum = refunds.reduce((all, amount) => all + amount, 0n);
      const news = allNews(refunds);
      expect(booksAfter(shuffled([...news, ...news], keys))).toBe(sum);
    }),
  );
});

test('the books never hold more than has gone back', () => {
  fc.assert(
    fc.property(amounts, chance, fc.nat(11), (refunds, keys, told) => {
      const sum = refunds.reduce((all, amount) => all + amount, 0n);
      const some = shuffled(allNews(refunds), keys).slice(0, told);
      expect(booksAfter(some) <= sum).toBe(true);
    }),
  );
});

test('either kind of news alone is enough', () => {
  const news = allNews([3n, 4n, 5n]);
  expect(booksAfter(news.filter((each) => 'total' in each))).toBe(12n);
  expect(booksAfter(news.filter((each) => 'id' in each))).toBe(12n);
});
