import { addDays, daysBetween, type LocalDate, parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { type HeldLeft, type HeldLine, unusedDays, unusedWithin } from './unused-days.js';

/** A line of 300.00 and 19 % for June 2026, with 30 days. */
function billed(patch: Partial<HeldLine> = {}): HeldLine {
  return {
    invoiceId: newId<'invoice'>(),
    issueDate: parseLocalDate('2026-06-01'),
    open: false,
    pricesIncludeTax: false,
    periodStart: parseLocalDate('2026-06-01'),
    periodEnd: parseLocalDate('2026-06-30'),
    id: newId<'invoice-line'>(),
    scheduleLineId: newId<'schedule-line'>(),
    productId: null,
    description: 'Seat',
    taxCode: null,
    productTaxed: false,
    taxRate: '19',
    net: 30_000n,
    total: 35_700n,
    creditedNet: 0n,
    creditedTotal: 0n,
    taxedAs: '19',
    ...patch,
  };
}
const on = (day: string) => parseLocalDate(day);

it.each([
  ['a day within it', billed(), '2026-06-21', { days: 10, of: 30, amount: 10_000n }],
  ['its first day', billed(), '2026-06-01', { days: 30, amount: 30_000n }],
  ['a day before it', billed(), '2026-05-12', { start: '2026-06-01', amount: 30_000n }],
  ['its last day', billed(), '2026-06-30', { days: 1, amount: 1000n }],
  ['gross prices', billed({ pricesIncludeTax: true }), '2026-06-21', { amount: 11_900n }],
  ['half a minor unit', billed({ net: 94_161n }), '2026-06-16', { amount: 47_081n }],
  ['a credit by hand', billed({ creditedNet: 25_000n }), '2026-06-21', { amount: 5000n }],
])('gives back the days from %s on', (_, line, day, expected) => {
  expect(unusedDays(line, on(day))).toMatchObject(expected);
});

it('gives nothing back behind the period, nor of what is credited already', () => {
  expect(unusedDays(billed(), on('2026-07-01'))).toBeNull();
  expect(unusedDays(billed({ creditedNet: 30_000n }), on('2026-06-21'))).toBeNull();
});

it('leaves of any period what its days before cost, summed day by day and rounded once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 0, max: 400 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (of, before, net) => {
        const periodStart = on('2026-01-31');
        const periodEnd = addDays(periodStart, of - 1);
        const from = addDays(periodStart, before);
        const back = unusedDays(billed({ periodStart, periodEnd, net }), from)?.amount ?? 0n;
        // In parts of a minor unit, one for each day that was served.
        let served = 0n;
        for (let day: LocalDate = periodStart; day < from && day <= periodEnd;) {
          served += net;
          day = addDays(day, 1);
        }
        const off = 2n * ((net - back) * BigInt(of) - served);
        expect(off <= BigInt(of) && off >= -BigInt(of)).toBe(true);
        expect(daysBetween(periodStart, periodEnd)).toBe(of - 1);
      },
    ),
  );
});

describe('what was credited without naming a line', () => {
  const first = on('2026-06-01');
  const invoiceId = newId<'invoice'>();
  const line = (taxedAs: string, net: bigint, rate: bigint, patch: Partial<HeldLine> = {}) => {
    const total = net + (net * rate) / 100n;
    return billed({ invoiceId, taxedAs, net, total, ...patch });
  };
  const left = (taxedAs: string, net: bigint, total: bigint): HeldLeft => {
    return { invoiceId, taxedAs, net, total };
  };
  const within = (lines: HeldLine[], ...of: HeldLeft[]) => {
    const { unused, emptied } = unusedWithin(lines, of, first);
    return [unused.map(({ amount }) => amount), emptied.has(invoiceId)];
  };

  it('is shared by all that bear its taxes, and by no others', () => {
    const lines = [line('23', 10_000n, 23n), line('8', 10_000n, 8n), line('23', 10_000n, 23n)];
    const rests = [left('23', 14_000n, 17_220n), left('8', 10_000n, 10_800n)];
    expect(within(lines, ...rests)).toEqual([[10_000n, 10_000n, 4000n], true]);
    expect(within(lines.slice(0, 2), ...rests)).toEqual([[10_000n, 10_000n], false]);
    expect(within(lines.slice(0, 1), left('23', 0n, 0n))).toEqual([[], false]);
  });

  it('leaves of gross prices what it has with tax', () => {
    const gross = line('23', 10_000n, 23n, { pricesIncludeTax: true });
    expect(within([gross], left('23', 9000n, 11_070n))).toEqual([[11_070n], true]);
  });

  it('leaves no more with tax than the whole invoice has', () => {
    // 100.00 without tax and −30.00 with 23 % are 63.10; the reverse 93.00.
    const free = line('0', 10_000n, 0n);
    const off = left('23', -3000n, -3690n);
    expect(within([free], left('0', 10_000n, 10_000n), off)).toEqual([[6310n], false]);
    const taxed = line('23', 10_000n, 23n);
    const untaxed = left('0', -3000n, -3000n);
    expect(within([taxed], left('23', 10_000n, 12_300n), untaxed)).toEqual([[7000n], true]);
  });

  it('never comes back again, whatever the lines and however they are taxed', () => {
    const asked = fc.record({
      net: fc.bigInt({ min: -2000n, max: 10_000n }),
      rate: fc.constantFrom(0n, 7n, 23n),
    });
    const lines = fc.array(asked, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, fc.bigInt({ min: 0n, max: 9000n }), fc.boolean(), (of, given, gross) => {
        const held = of.map(({ net, rate }) => {
          return line(`${rate}`, net, rate, { pricesIncludeTax: gross });
        });
        const byHand = left('23', -given, -(given + (given * 23n) / 100n));
        const rests = ['0', '7', '23'].map((as) => {
          const alike = held.filter(({ taxedAs }) => taxedAs === as);
          const all = as === '23' ? [...alike, byHand] : alike;
          const sum = (by: 'net' | 'total') => all.reduce((s, each) => s + each[by], 0n);
          return left(as, sum('net'), sum('total'));
        });
        const { unused } = unusedWithin(held, rests, first);
        const room = rests.reduce((s, { total }) => s + total, 0n);
        const back = unused.reduce((s, { amount, line: { taxedAs } }) => {
          return s + (gross ? amount : amount + (amount * BigInt(taxedAs)) / 100n);
        }, 0n);
        // Taxes that were rounded line by line differ by a minor unit each.
        const most = room + BigInt(of.length);
        expect(unused.length === 0 || back <= most).toBe(true);
      }),
    );
  });
});
