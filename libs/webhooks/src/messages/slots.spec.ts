import { SLOTS, freeSlots, nextLimit, verdictOn, type AnswerCounts } from './slots.js';

const answers = (told: Partial<AnswerCounts>): AnswerCounts => ({
  quick: 0,
  steady: 0,
  bad: 0,
  full: true,
  ...told,
});

describe('nextLimit', () => {
  test.each([
    ['grows by half after a full and quick round', 10, { quick: 10 }, 15],
    ['rounds up, so that even the least grows', 2, { quick: 2 }, 3],
    ['ends at the most', 90, { quick: 90 }, SLOTS.most],
    ['says nothing before a round is over', 10, { quick: 9 }, null],
    ['stays where nobody asked for more', 10, { quick: 10, full: false }, 10],
    ['stays where answers take their time', 10, { steady: 10 }, 10],
    ['stays with too few quick ones among them', 10, { quick: 8, steady: 2 }, 10],
    ['grows with one slower among many', 10, { quick: 9, steady: 1 }, 15],
    ['is halved at once by a failure where little is sent', 5, { bad: 1 }, 2],
    ['is halved by more than a tenth of a round, before its end', 100, { quick: 20, bad: 11 }, 50],
    ['bears a tenth of a round', 100, { quick: 90, bad: 10 }, SLOTS.most],
    ['is never less than the least', 2, { bad: 2 }, SLOTS.least],
  ] as const)('%s', (_, limit, told, wanted) => {
    expect(nextLimit(limit, answers(told))).toBe(wanted);
  });

  test('reaches the most from the first within ten rounds, and the least within six', () => {
    let [limit, rounds] = [SLOTS.first as number, 0];
    for (; limit < SLOTS.most; rounds += 1)
      limit = nextLimit(limit, answers({ quick: limit })) ?? 0;
    expect(rounds).toBeLessThanOrEqual(10);
    for (rounds = 0; limit > SLOTS.least; rounds += 1) {
      limit = nextLimit(limit, answers({ bad: limit })) ?? 0;
    }
    expect(rounds).toBeLessThanOrEqual(6);
  });

  test('stays between the least and the most, whatever is answered', () => {
    for (let limit = SLOTS.least; limit <= SLOTS.most; limit += 1) {
      for (let bad = 0; bad <= limit; bad += 7) {
        for (const quick of [0, 1, limit - 1, limit, 3 * limit]) {
          const next = nextLimit(limit, answers({ quick, bad, steady: bad % 3 }));
          if (next === null) continue;
          expect(next).toBeGreaterThanOrEqual(SLOTS.least);
          expect(next).toBeLessThanOrEqual(SLOTS.most);
        }
      }
    }
  });
});

test.each([
  [true, 500, 'quick'],
  [true, 501, 'steady'],
  [true, 2000, 'steady'],
  [true, 2001, 'bad'],
  [false, 1, 'bad'],
] as const)('arrived: %s after %i ms is %s', (arrived, ms, verdict) => {
  expect(verdictOn(arrived, ms)).toBe(verdict);
});

describe('freeSlots', () => {
  test('keeps some of either lane for the other, at every limit and standing', () => {
    for (let limit = SLOTS.least; limit <= SLOTS.most; limit += 1) {
      expect(freeSlots(limit, { fresh: 0, bulk: 0 }).bulk).toBeGreaterThan(0);
      for (let fresh = 0; fresh <= limit; fresh += 3) {
        for (let bulk = 0; fresh + bulk <= limit; bulk += 5) {
          const free = freeSlots(limit, { fresh, bulk });
          expect(Math.min(free.fresh, free.bulk)).toBeGreaterThanOrEqual(0);
          expect(Math.max(free.fresh, free.bulk)).toBeLessThanOrEqual(limit - fresh - bulk);
        }
      }
      // Either lane alone takes what it can, and the other still finds a slot.
      const { fresh, bulk } = freeSlots(limit, { fresh: 0, bulk: 0 });
      expect(freeSlots(limit, { fresh: 0, bulk }).fresh).toBeGreaterThan(0);
      expect(freeSlots(limit, { fresh, bulk: 0 }).bulk).toBeGreaterThan(0);
    }
  });

  test('are none where a limit has fallen below what is under way', () => {
    expect(freeSlots(5, { fresh: 4, bulk: 9 })).toEqual({ fresh: 0, bulk: 0 });
  });
});
