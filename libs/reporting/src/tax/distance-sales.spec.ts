import { parseLocalDate } from '@quittance/calendar';
import { parseMinor } from '@quittance/money';
import fc from 'fast-check';
import {
  distanceSalesMonths,
  distanceSalesYears,
  mayHaveCrossed,
  soldToConsumers,
  type CountingBy,
  type Crossing,
  type DistanceSum,
} from './distance-sales.js';

const GERMAN = { country: 'DE', number: 'DE136695976' };

function by(
  company: { registrations?: readonly object[]; settings?: Readonly<Record<number, string>> } = {},
  rates: Readonly<Record<string, bigint>> = {},
): CountingBy {
  const { registrations = [GERMAN], settings = {} } = company;
  const distanceSales = Object.entries(settings).map(([year, status]) => ({
    year: Number(year),
    status,
  }));
  return {
    state: 'DE',
    limit: { currency: 'EUR', amount: parseMinor('10000.00', 'EUR') ?? 0n },
    company: { taxRegistrations: registrations, distanceSales } as never,
    // A rate is what a hundred minor units come to.
    converted: (month, minor, from) => {
      const rate = from === 'EUR' ? 100n : rates[`${month} ${from}`];
      return rate === undefined ? undefined : (minor * rate) / 100n;
    },
  };
}

const sale = (month: string, cents: number, more: Partial<DistanceSum> = {}): DistanceSum => ({
  month,
  state: 'FR',
  document: cents < 0 ? 'credit_note' : 'invoice',
  supply: 'goods',
  currency: 'EUR',
  category: 'S',
  reason: 'taxed',
  jurisdiction: 'DE',
  buyerId: null,
  net: String(cents),
  ...more,
});

const crossing = (day: string): Crossing => ({
  year: Number(day.slice(0, 4)),
  id: 'the-invoice',
  number: 'INV-1',
  document: 'invoice',
  day: parseLocalDate(day),
});

const YEARS = [2026, 2025];
const shortOf = (
  sums: readonly DistanceSum[],
  crossings: readonly Crossing[] | null,
  counting = by(),
) =>
  distanceSalesYears(YEARS, { sums, crossings }, counting).map((each) =>
    [each.year, each.net, each.left, each.standing, each.crossedOn, each.disagreement].join(' '),
  );

describe('a year of distance sales', () => {
  const NONE = '2025 0.00 10000.00 below  ';

  it.each<[string, readonly DistanceSum[], string]>([
    ['nothing', [], '2026 0.00 10000.00 below  '],
    ['a cent below 80 %', [sale('2026-03', 799_999)], '2026 7999.99 2000.01 below  '],
    ['80 %', [sale('2026-03', 800_000)], '2026 8000.00 2000.00 near  '],
    [
      'a cent more, of rounding',
      [sale('2026-03', 1_000_001)],
      '2026 10000.01 0.00 exceeded  counted_exceeded',
    ],
    ['the limit itself', [sale('2026-03', 1_000_000)], '2026 10000.00 0.00 near  '],
    [
      'less what is credited',
      [sale('2026-03', 900_000), sale('2026-04', -250_050)],
      '2026 6499.50 3500.50 below  ',
    ],
    [
      'of all states and months together',
      [sale('2026-01', 500_000), sale('2026-02', 400_000, { state: 'AT', supply: 'digital' })],
      '2026 9000.00 1000.00 near  ',
    ],
    ['without the year before', [sale('2024-12', 900_000)], '2026 0.00 10000.00 below  '],
  ])('comes to %s', (_what, sums, expected) => {
    expect(shortOf(sums, [])).toEqual([expected, NONE]);
  });

  it('stays exceeded once a document has crossed the limit, and the next year is too', () => {
    const sums = [sale('2025-06', 1_000_001), sale('2025-12', -900_000), sale('2026-01', 100)];
    expect(shortOf(sums, [crossing('2025-06-07')])).toEqual([
      '2026 1.00 9999.00 exceeded  counted_exceeded',
      '2025 1000.01 8999.99 exceeded 2025-06-07 counted_exceeded',
    ]);
    const before = distanceSalesYears(YEARS, { sums, crossings: [crossing('2024-06-07')] }, by());
    expect(before.map(({ exceededIn }) => exceededIn)).toEqual([null, 2024]);
  });

  it.each<[string, boolean, string]>([
    ['below', true, 'counted_exceeded'],
    ['exceeded', true, ''],
    ['opted', true, ''],
    ['below', false, ''],
    ['exceeded', false, 'counted_below'],
    ['opted', false, ''],
  ])('that is said to be %s, exceeded: %s, disagrees: %s', (said, exceeded, expected) => {
    const crossings = exceeded ? [crossing('2026-06-07')] : [];
    const [year] = distanceSalesYears(
      [2026],
      { sums: [], crossings },
      by({ settings: { 2026: said } }),
    );
    expect([year?.setting, year?.disagreement ?? '']).toEqual([said, expected]);
  });

  it('says nothing of the whole to whoever is told of a part', () => {
    expect(shortOf([sale('2026-03', 999)], null)).toEqual(['2026 9.99    ', '2025 0.00    ']);
  });

  it('can have crossed the limit by what was sold, whatever was credited', () => {
    const sums = [sale('2026-03', 1_000_001), sale('2026-02', -1_000_001)];
    expect([
      mayHaveCrossed(sums, by()),
      mayHaveCrossed([sale('2026-03', 1_000_000)], by()),
    ]).toEqual([true, false]);
    const two = [sale('2025-12', 600_000), sale('2026-01', 600_000)];
    expect(mayHaveCrossed(two, by())).toBe(false);
  });
});

describe('a month of distance sales', () => {
  it('is told by how it was taxed, under the registrations of that month', () => {
    const shop = { ...GERMAN, scheme: 'oss_union', validFrom: '2026-02-01' };
    const french = { country: 'FR', number: 'FR40303265045' };
    const counting = by({ registrations: [GERMAN, shop, french] });
    const there = { jurisdiction: 'FR' } as const;
    const sums = [
      sale('2026-01', 100),
      sale('2026-02', 200, { ...there, reason: 'one_stop_shop' }),
      sale('2026-02', 400, there),
      sale('2026-02', -50, there),
      sale('2026-02', 800, {
        state: 'AT',
        jurisdiction: 'AT',
        category: 'E',
        reason: 'exempt_code',
      }),
    ];
    expect(
      distanceSalesMonths(sums, counting).map((each) =>
        [each.month, each.memberState, each.net]
          .concat([each.taxedAtHome, each.oneStopShop, each.ownRegistrations])
          .join(' '),
      ),
    ).toEqual([
      '2026-01 FR 1.00 1.00 0.00 0.00',
      '2026-02 FR 5.50 0.00 2.00 3.50',
      '2026-02 AT 8.00 0.00 8.00 0.00',
    ]);
  });

  it('is converted by its own rate, each currency once; a year is the sum of its months', () => {
    const counting = by({}, { '2026-01 USD': 90n, '2026-02 USD': 80n });
    const dollars = { currency: 'USD' } as const;
    // Of 0.05 dollars twice 0.045 euros would be lost if each were rounded for itself.
    const sums = [
      sale('2026-01', 5, dollars),
      sale('2026-01', 5, { ...dollars, supply: 'digital' }),
      sale('2026-02', 100, dollars),
      sale('2026-02', 100),
    ];
    expect(distanceSalesMonths(sums, counting).map(({ net }) => net)).toEqual(['0.09', '1.80']);
    expect(distanceSalesYears([2026], { sums, crossings: [] }, counting)[0]?.net).toBe('1.89');
  });

  it('is not told where a rate is missing, nor is its year', () => {
    const sums = [sale('2026-01', 5, { currency: 'USD' }), sale('2026-01', 5, { currency: 'CHF' })];
    const [month] = distanceSalesMonths(sums, by());
    expect([month?.net, month?.unconverted]).toEqual([null, 'CHF USD']);
    expect(shortOf(sums, []).at(0)).toBe('2026     ');
  });

  it('leaves out what was sold to a business by the id of the state it came from', () => {
    const ids = [null, 'DE136695976', 'DE136695975', 'de 136 695 976'];
    const sums = ids.map((buyerId) => sale('2026-01', 5, { buyerId }));
    expect(soldToConsumers(sums).map(({ buyerId }) => buyerId)).toEqual([null, 'DE136695975']);
  });
});

it('the months of a year come to the year, in whatever order and parts documents are told', () => {
  const counting = by({}, { '2026-01 USD': 91n, '2026-02 USD': 87n });
  const anySum = fc
    .record({
      month: fc.constantFrom('2026-01', '2026-02'),
      cents: fc.integer({ min: -99_999, max: 99_999 }),
      state: fc.constantFrom('FR', 'AT'),
      currency: fc.constantFrom('EUR', 'USD'),
    })
    .map(({ month, cents, ...more }) => sale(month, cents, more));
  const minor = (amount: string | null | undefined) => parseMinor(amount ?? '', 'EUR') ?? 0n;
  const yearOf = (sums: readonly DistanceSum[]) =>
    distanceSalesYears([2026], { sums, crossings: [] }, counting).at(0)?.net;
  fc.assert(
    fc.property(fc.array(anySum, { maxLength: 12 }), (sums) => {
      const months = distanceSalesMonths(sums, counting).map(({ net }) => minor(net));
      const net = yearOf(sums);
      expect(months.reduce((all, each) => all + each, 0n)).toBe(minor(net));
      const parts = sums.flatMap((sum) => [
        { ...sum, net: '7' },
        { ...sum, net: String(BigInt(sum.net) - 7n), supply: 'digital' as const },
      ]);
      expect(yearOf(parts.toReversed())).toBe(net);
    }),
  );
});
