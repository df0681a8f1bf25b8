import { addDays, daysBetween, type LocalDate, parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { type HeldLine, unusedDays } from './unused-days.js';

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
