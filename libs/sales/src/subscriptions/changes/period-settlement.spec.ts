import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import type { SubscriptionItem } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { endSettlement } from './standstill-credit.js';
import type { PaidDays } from './item-settlement.js';
import { settlementOf } from './period-settlement.js';

const day = (on: string) => `2026-${on}` as LocalDate;

/** From the 7th on, monthly. */
const SUBSCRIPTION = {
  frequency: 'monthly',
  anchorDate: day('03-07'),
  anchorDay: 7,
  billedFrom: day('02-25'),
  gridBefore: null,
  gridNext: null,
  stub: 'prorated',
} as const;

const itemOf = (net: bigint) =>
  ({ itemId: 'one', net, validFrom: day('03-10'), validTo: null }) as SubscriptionItem;

function whole(net: bigint): WholeSubscription {
  return { subscription: SUBSCRIPTION, items: [itemOf(net)] } as unknown as WholeSubscription;
}

function paid(id: string, price: bigint, [from, to]: [string, string], left: bigint): PaidDays {
  const [start, until] = [day(from), day(to)];
  return { id, itemId: itemOf(0n).itemId, start, until, fullDays: 31, price, left };
}

const billed = (until: string, ...rows: PaidDays[]) => {
  return { coveredUntil: day(until), paid: rows, undone: null };
};

// 43.75 of a month, of which four were made on the third day: 39.52 came back for 158.06.
const RISEN = [
  { ...paid('a', 4375n, ['03-07', '03-10'], 423n), ofPeriod: true },
  paid('b', 17_500n, ['03-10', '04-07'], 15_806n),
];

describe('a full credit', () => {
  it('is the price of the period in force', () => {
    const row = paid('a', 4375n, ['03-07', '04-07'], 4375n);
    const end = endSettlement(whole(4375n), billed('04-07', row), day('03-25'), 'full');
    expect(end).toMatchObject({ net: -4375n, items: [{ credit: 4375n }] });
  });

  it('is no more than was asked in the period, where a change of it was asked by days', () => {
    const end = endSettlement(whole(17_500n), billed('04-07', ...RISEN), day('03-25'), 'full');
    const gone = [{ amount: 15_806n }, { amount: 423n, paidId: 'a', beyondOf: 'b' }];
    expect(end).toMatchObject({ net: -16_229n, items: [{ credit: 16_229n, gone }] });
  });

  it('is no more than was asked in the period, where a row of that gave back of another', () => {
    // 15.00 and 48.00 were asked, and all of it came back of the second for 23.62, 7.86 against it.
    const rows = [
      { ...paid('a', 3100n, ['03-07', '03-22'], 1500n), ofPeriod: true },
      { ...paid('b', 9300n, ['03-22', '03-22'], -1500n), ofPeriod: true },
      paid('c', 3100n, ['03-22', '04-07'], 1576n),
    ];
    const end = endSettlement(whole(3100n), billed('04-07', ...rows), day('03-19'), 'full');
    expect(end?.net).toBe(-1576n);
  });

  describe('behind two rises by days', () => {
    // 31.00 in 31 days; from the fifth on 62.00, from the seventh on 93.00.
    const rises = (left?: bigint) => [
      { ...paid('a', 3100n, ['03-07', '03-11'], 400n), ofPeriod: true },
      {
        ...paid('b', 6200n, ['03-11', '03-13'], 400n),
        ...(left !== undefined && { within: [{ shared: 'note', left }] }),
      },
      paid('c', 9300n, ['03-13', '04-07'], 7500n),
    ];
    const end = (left?: bigint) =>
      endSettlement(whole(9300n), billed('04-07', ...rises(left)), day('03-19'), 'full');

    it('comes back of each what it asked', () => {
      const [given] = end()?.items ?? [];
      expect(given).toMatchObject({
        credit: 8300n,
        gone: [{ paidId: 'c', amount: 7500n }, {}, {}],
      });
      const ofOthers = { amount: 400n, beyondOf: 'c', start: day('03-19'), until: day('04-07') };
      expect(given?.gone.slice(1)).toEqual([
        { ...ofOthers, paidId: 'b' },
        { ...ofOthers, paidId: 'a' },
      ]);
    });

    it('and no more than a note by hand leaves of one of them', () => {
      expect(end(110n)).toMatchObject({ net: -8010n });
    });
  });

  it('leaves an end by days behind it what it has not given back', () => {
    // Of 31.00 that were asked in full on the tenth 20.00 went against what came back.
    const row = paid('d', 3100n, ['03-16', '04-07'], 1100n);
    const of = (...more: PaidDays[]) =>
      endSettlement(whole(3100n), billed('04-07', ...more, row), day('03-17'), 'prorated');
    expect(of()?.net).toBe(-1100n);
    const gone = of({ ...paid('a', 12_400n, ['03-07', '03-16'], 1600n), ofPeriod: true })?.items[0];
    expect(gone).toMatchObject({ credit: 2100n, gone: [{ amount: 1100n }, { amount: 1000n }] });
  });

  it('is no more than a stub was', () => {
    const days = daysBetween(day('02-25'), day('03-07'));
    const stub = { ...paid('a', 2800n, ['02-25', '03-07'], BigInt(days) * 100n), fullDays: 28 };
    const end = endSettlement(whole(2800n), billed('03-07', stub), day('02-28'), 'full');
    expect(end?.net).toBe(-1000n);
  });

  it('counts nothing of the period before', () => {
    const rows = [
      paid('a', 9000n, ['02-25', '03-07'], 9000n),
      paid('b', 3100n, ['03-20', '04-07'], 1800n),
    ];
    const end = endSettlement(whole(3100n), billed('04-07', ...rows), day('03-25'), 'full');
    expect(end?.net).toBe(-1800n);
  });
});

describe('a change in full', () => {
  const changed = (net: bigint) =>
    settlementOf(whole(17_500n), billed('04-07', ...RISEN), {
      on: day('03-25'),
      after: [itemOf(net)],
      proration: 'full',
    });

  it('asks the whole difference, though less was asked before', () => {
    const settled = changed(20_000n);
    expect(settled).toMatchObject({ net: 2500n, items: [{ credit: 17_500n, charge: 20_000n }] });
    expect(settled?.items[0]?.gone).toMatchObject([{ amount: 17_500n, against: 1694n }]);
  });

  it('gives back no more than was asked, and what it asks itself', () => {
    const settled = changed(1000n);
    // 162.29 and the 10.00 that are asked for the same days.
    expect(settled).toMatchObject({ net: -16_229n, items: [{ credit: 17_229n, charge: 1000n }] });
  });
});

describe('in full, what comes back of the days ahead of an earlier change', () => {
  const inFull = (net: bigint, ...rows: PaidDays[]) => {
    const of = { on: day('03-25'), after: [itemOf(net)], proration: 'full' as const };
    return settlementOf(whole(17_500n), billed('04-07', ...rows), of);
  };
  const [first, second] = RISEN as [PaidDays, PaidDays];

  it.each([0n, 100n, 1270n, 1271n, 1300n, 1694n, 1695n, 9000n, 17_499n, 17_501n, 50_000n])(
    'is what giving up their invoice leaves out, at a new price of %s',
    (net) => {
      const behind = inFull(net, first, second);
      const ahead = inFull(net, { ...first, left: 0n, forgiven: true }, second);
      const gone = behind?.items.flatMap((each) => each.gone) ?? [];
      const ofFirst = gone.flatMap((each) => (each.beyondOf === 'b' ? [each.amount] : []));
      const back = ofFirst.reduce((sum, each) => sum + each, 0n);
      expect((behind?.net ?? 0n) + back).toBe(ahead?.net);
    },
  );
});

describe('in full, where the period went on behind a pause', () => {
  // 31.00 a month, paused on the 10th of the period with credit and resumed on the 20th.
  const PAUSED = paid('a', 3100n, ['03-07', '03-16'], 900n);
  const GONE_ON = paid('b', 3100n, ['03-26', '04-07'], 1200n);
  const inFull = (on: string, ...rows: PaidDays[]) =>
    settlementOf(whole(3100n), billed('04-07', ...rows), {
      on: day(on),
      after: [itemOf(6200n)],
      proration: 'full',
    });

  it.each(['03-26', '03-30', '04-06'])('all of it is the days since then, on %s too', (on) => {
    const settled = inFull(on, PAUSED, GONE_ON);
    expect(settled).toMatchObject({ net: 1200n, items: [{ credit: 1200n, charge: 2400n }] });
  });

  it('an end gives back those days', () => {
    const rows = billed('04-07', PAUSED, GONE_ON);
    expect(endSettlement(whole(3100n), rows, day('03-30'), 'full')?.net).toBe(-1200n);
  });

  it('counts a change within them as one stretch, and a pause of no day as none', () => {
    const changed = [
      { ...GONE_ON, until: day('03-28'), left: 200n },
      paid('c', 9300n, ['03-28', '04-07'], 3000n),
    ];
    expect(inFull('03-30', PAUSED, ...changed)?.items).toMatchObject([{ charge: 2400n }]);
    const atOnce = paid('b', 3100n, ['03-16', '04-07'], 2200n);
    expect(inFull('03-30', PAUSED, atOnce)).toMatchObject({ net: 3100n });
  });
});

describe('days whose invoice was given up', () => {
  const UNTIL = day('04-07');
  const priceOf = fc.bigInt({ min: 0n, max: 50_000n });
  const cases = fc.record({
    before: fc.array(priceOf, { minLength: 1, maxLength: 4 }),
    after: fc.array(fc.option(priceOf, { nil: null }), { minLength: 4, maxLength: 4 }),
    codes: fc.array(fc.constantFrom('full', 'none'), { minLength: 8, maxLength: 8 }),
    rest: fc.integer({ min: 1, max: 31 }),
    proration: fc.constantFrom('prorated' as const, 'full' as const, 'none' as const),
  });

  /** What a change asks, and gives back, where the period was paid for, or was given up first. */
  function settledEither({
    before,
    after,
    codes,
    rest,
    proration,
  }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) {
    const on = addDays(UNTIL, -rest);
    const taxOf = ({ taxCode }: { readonly taxCode: string | null }) => taxCode;
    const itemAt = (at: number, net: bigint, taxCode: string | undefined) =>
      ({
        ...itemOf(net),
        itemId: `item ${at}`,
        taxCode,
        productId: null,
      }) as unknown as SubscriptionItem;
    const held = before.map((net, at) => itemAt(at, net, codes[at]));
    const next = after.flatMap((net, at) => {
      const kept = before[at] ?? 100n;
      return net === null ? [] : [itemAt(at, at % 2 === 0 ? kept : net, codes[4 + at])];
    });
    const of = { subscription: SUBSCRIPTION, items: held } as unknown as WholeSubscription;
    const rows = held.map(({ itemId, net, taxCode }): PaidDays => {
      const row = paid(`row of ${itemId}`, net, ['03-07', '04-07'], net);
      return { ...row, itemId, taxed: { taxCode, placeOf: null, productId: null } };
    });
    const change = { on, after: next, taxOf, proration };
    const ofRows = (all: readonly PaidDays[]) =>
      settlementOf(of, { coveredUntil: UNTIL, paid: all, undone: null }, change);
    const forgiven = rows.map((row) => ({ ...row, left: 0n, forgiven: true }));
    return { behind: ofRows(rows), ahead: ofRows(forgiven) };
  }

  it('cost the same whether that was ahead of a change or behind it', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { ahead, behind } = settledEither(each);
        // What comes back of the period is asked again where that is given up.
        const asked = (of: typeof ahead) => of?.items.map(({ item, charge }) => [item, charge]);
        expect(asked(ahead)).toEqual(asked(behind));
        expect(ahead?.items.every(({ credit }) => credit === 0n) ?? true).toBe(true);
      }),
    );
  });

  it('stay given up where their price and tax stay', () => {
    const forgiven = { ...paid('a', 3000n, ['03-07', '04-07'], 0n), forgiven: true };
    const change = { on: day('03-25'), proration: 'prorated' } as const;
    const ofPrice = (net: bigint) =>
      settlementOf(whole(3000n), billed('04-07', forgiven), { ...change, after: [itemOf(net)] });
    expect(ofPrice(3000n)).toBeNull();
    expect(ofPrice(6000n)).toMatchObject({ net: 2516n });
  });
});
