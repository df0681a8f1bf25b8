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
