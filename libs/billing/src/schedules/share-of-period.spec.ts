import { parseLocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import { aSchedule, aScheduleLine } from '../testing/a-schedule.js';
import { pricingLine } from '../run/bill-period.js';
import { planForecast } from './billing-plan.js';
import { shareOfPeriod } from './share-of-period.js';

const ends = (on: string) =>
  aSchedule({
    startDate: parseLocalDate('2026-01-01'),
    endDate: parseLocalDate(on),
    prorate: true,
  });

it('a schedule that ends within a period bills its days alone', () => {
  const line = aScheduleLine();
  const [first, last, none] = planForecast(ends('2026-02-14'), [line], 5);
  expect(first).toMatchObject({ start: '2026-01-01', end: '2026-01-31', lines: [line] });
  expect(last).toMatchObject({ end: '2026-02-14', lines: [{ share: { days: 14, of: 28 } }] });
  expect(none).toBeUndefined();
  const [part] = last?.lines ?? [];
  expect(part && pricingLine(part, ends('2026-02-14'))).toMatchObject({
    quantity: '1',
    unitPrice: '150.00',
    discount: null,
  });
});

it.each([
  // A month that is whole from the 1st: 12 of its 31 days.
  ['monthly', '2026-01-20', '2026-02-01', null, '2026-01-31', { days: 12, of: 31 }],
  // Counted from the last day of months.
  ['monthly', '2026-01-10', '2026-01-31', null, '2026-01-30', { days: 21, of: 31 }],
  ['monthly', '2026-02-28', '2026-03-31', null, '2026-03-30', undefined],
  ['weekly', '2026-03-04', '2026-03-09', null, '2026-03-08', { days: 5, of: 7 }],
  ['annually', '2024-02-29', '2025-01-01', null, '2024-12-31', { days: 307, of: 366 }],
  // Whole from its first day.
  ['monthly', '2026-01-20', '2026-01-20', null, '2026-02-19', undefined],
  ['monthly', '2026-01-20', '2026-02-20', null, '2026-02-19', undefined],
  // It ends within its stub: by its days where it is prorated.
  ['monthly', '2026-01-20', '2026-02-01', '2026-01-25', '2026-01-25', { days: 6, of: 31 }],
] as const)(
  'a %s schedule from %s with an anchor on %s',
  (frequency, from, on, until, end, share) => {
    const [startDate, anchorDate] = [parseLocalDate(from), parseLocalDate(on)];
    const endDate = until && parseLocalDate(until);
    const schedule = aSchedule({ frequency, startDate, anchorDate, endDate, prorate: true });
    const [first, second] = planForecast(schedule, [aScheduleLine()], 2);
    expect(first).toMatchObject({ start: from, end });
    expect(first?.lines[0]?.share).toEqual(share);
    expect(second?.lines[0]?.share).toBeUndefined();
  },
);

it('a stub is billed by its days, whatever is said of the end, and what is sold once whole', () => {
  const days = {
    startDate: parseLocalDate('2026-01-20'),
    anchorDate: parseLocalDate('2026-02-01'),
  };
  const once = aScheduleLine({ triggerDate: parseLocalDate('2026-01-25') });
  const [stub] = planForecast(aSchedule(days), [aScheduleLine(), once], 1);
  expect(stub?.lines.map(({ share }) => share)).toEqual([{ days: 12, of: 31 }, undefined]);
  // 300.00 × 12 / 31 = 116.129…
  const [line] = stub?.lines ?? [];
  expect(line && pricingLine(line, aSchedule(days)).unitPrice).toBe('116.13');
});

it('one that ends with a period, or does not say that it is prorated, bills all of it', () => {
  const whole = planForecast(ends('2026-02-28'), [aScheduleLine()], 5);
  const said = { ...ends('2026-02-14'), prorate: false };
  for (const [, last] of [whole, planForecast(said, [aScheduleLine()], 5)]) {
    expect(last).toMatchObject({ end: '2026-02-28' });
    expect(last?.lines[0]?.share).toBeUndefined();
  }
});

it('what is billed once costs all of it', () => {
  const once = aScheduleLine({ triggerDate: parseLocalDate('2026-02-10') });
  const reached = aScheduleLine({ trigger: 'manual', releasedAt: '2026-01-01T00:00:00Z' as never });
  const lines = planForecast(ends('2026-02-14'), [once, reached], 2).flatMap((each) => each.lines);
  expect(lines.map(({ share }) => share)).toEqual([undefined, undefined]);
});

it('shares of all days come to the whole, but for half a minor unit each', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.option(fc.integer({ min: 0, max: 10_000 })),
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: 0, max: 365 }),
      (quantity, price, percent, of, some) => {
        const days = some % (of + 1);
        const text = (n: number, digits: number) => {
          const padded = String(n).padStart(digits + 1, '0');
          return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
        };
        const discount = percent === null ? null : { percent: text(percent, 2) };
        const line = { quantity: text(quantity, 2), unitPrice: text(price, 4), discount };
        const share = (part: number) => shareOfPeriod(line, { days: part, of }, 'EUR');
        // In ten-thousandths of a hundredth of a cent, without any rounding.
        const exact = BigInt(quantity) * BigInt(price) * BigInt(10_000 - (percent ?? 0));
        const unit = 10n ** 8n * BigInt(of);
        const off = 2n * (share(days) * unit - exact * BigInt(days));
        expect(off <= unit && off >= -unit).toBe(true);
        const joined = share(days) + share(of - days) - share(of);
        expect(joined <= 1n && joined >= -1n).toBe(true);
      },
    ),
  );
});
