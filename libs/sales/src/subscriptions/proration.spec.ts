import { daysBetween, parseLocalDate as day } from '@quittance/calendar';
import { divideRounded, formatMinor, parseMinor, sumOf, type Currency } from '@quittance/money';
import {
  gridFrom,
  periodOn,
  type AnchorDay,
  type Period,
  type RecurringFrequency,
} from './grid.js';
import {
  changeInAdvance,
  priceOf,
  prorated,
  restFrom,
  segmentsOf,
  stubPrice,
} from './proration.js';

const minor = (amount: string, currency: Currency = 'EUR') => parseMinor(amount, currency) ?? 0n;
const text = (amount: bigint, currency: Currency = 'EUR') => formatMinor(amount, currency);

/** The period in which a day lies, of what starts and has its anchor as told. */
function period(
  start: string,
  on: string,
  frequency: RecurringFrequency = 'monthly',
  anchor: AnchorDay | null = null,
): Period {
  return periodOn(gridFrom(day(start), frequency, anchor), day(start), day(on));
}

describe('a stub', () => {
  it.each([
    [1, '100.00', 'EUR', '2026-01-15', 'monthly', { day: 1 }, 17, 31, '54.84'],
    [2, '29.00', 'EUR', '2028-02-10', 'monthly', { day: 1 }, 20, 29, '20.00'],
    [3, '1200.00', 'EUR', '2027-07-01', 'annually', { day: 1, month: 1 }, 184, 365, '604.93'],
    [9, '10.000', 'KWD', '2026-02-11', 'monthly', { day: 1 }, 18, 28, '6.429'],
  ] as const)(
    'example %i: %s %s from %s costs its days of the period that ends at the anchor',
    (_, price, currency, start, frequency, anchor, days, fullDays, costs) => {
      const stub = period(start, start, frequency, anchor);
      expect([daysBetween(stub.start, stub.until), stub.fullDays]).toEqual([days, fullDays]);
      expect(text(priceOf(stub, minor(price, currency)), currency)).toBe(costs);
    },
  );

  it('costs nothing where it is free, and the whole price where it is full', () => {
    const stub = period('2026-01-15', '2026-01-15', 'monthly', { day: 1 });
    const costs = (['prorated', 'free', 'full'] as const).map((kind) =>
      text(stubPrice(stub, minor('100.00'), kind)),
    );
    expect(costs).toEqual(['54.84', '0.00', '100.00']);
  });
});

describe('a change in a period that was billed in advance', () => {
  const january = period('2026-01-01', '2026-01-24', 'annually');

  it.each([
    [4, 'EUR', '1200.00', '2400.00', period('2027-03-01', '2028-02-29', 'annually'), '2028-02-29'],
    [5, 'EUR', '50.00', '80.00', period('2026-04-01', '2026-04-16'), '2026-04-16'],
    [6, 'EUR', '499.00', '998.00', january, '2026-01-24'],
    [6.5, 'EUR', '998.00', '1497.00', january, '2026-01-29'],
    [7, 'EUR', '59.97', '99.95', period('2026-03-01', '2026-03-20'), '2026-03-20'],
    [8, 'JPY', '1000', '1500', period('2026-02-01', '2026-02-11'), '2026-02-11'],
    [10, 'EUR', '90.00', '30.00', period('2026-06-01', '2026-06-21'), '2026-06-21'],
  ] as const)('example %d: %s %s to %s', (example, currency, before, after, whole, on) => {
    const change = changeInAdvance(whole, day(on), {
      before: minor(before, currency),
      after: minor(after, currency),
    });
    const told = [change.credit, change.charge, change.net].map((sum) => text(sum, currency));
    expect(told).toEqual(
      {
        4: ['3.28', '6.56', '3.28'],
        5: ['25.00', '40.00', '15.00'],
        6: ['467.56', '935.11', '467.55'],
        6.5: ['921.44', '1382.16', '460.72'],
        7: ['23.21', '38.69', '15.48'],
        8: ['643', '964', '321'],
        10: ['30.00', '10.00', '-20.00'],
      }[example],
    );
  });

  it('example 10: the credit note has the tax of the period that was billed', () => {
    const { net } = changeInAdvance(period('2026-06-01', '2026-06-21'), day('2026-06-21'), {
      before: minor('90.00'),
      after: minor('30.00'),
    });
    const tax = divideRounded(-net * 19n, 100n);
    expect([text(-net), text(tax), text(-net + tax)]).toEqual(['20.00', '3.80', '23.80']);
  });

  it('example 11: a cancelled quarter gives back the days after the last one', () => {
    const quarter = period('2026-01-31', '2026-03-02', 'quarterly');
    const rest = restFrom(quarter, day('2026-03-02'));
    expect(quarter.until).toBe('2026-04-30');
    expect([quarter.fullDays, daysBetween(rest.start, rest.until)]).toEqual([89, 59]);
    expect(text(priceOf(rest, minor('120.00')))).toBe('79.55');
  });

  it('example 13: two changes on one day back to what was come to nothing', () => {
    const april = period('2026-04-01', '2026-04-16');
    const there = { before: minor('50.00'), after: minor('80.00') };
    const back = { before: there.after, after: there.before };
    const nets = [there, back].map(
      (change) => changeInAdvance(april, day('2026-04-16'), change).net,
    );
    expect(sumOf(nets)).toBe(0n);
  });

  it('example 14: a pause gives back the rest, and its end asks for what is left', () => {
    const april = period('2026-04-01', '2026-04-10');
    const price = minor('30.00');
    expect(text(priceOf(restFrom(april, day('2026-04-10')), price))).toBe('21.00');
    expect(text(priceOf(restFrom(april, day('2026-04-20')), price))).toBe('11.00');
    expect(text(priceOf(period('2026-04-01', '2026-05-01'), price))).toBe('30.00');
  });

  it('costs the whole difference where value is not time, and nothing without proration', () => {
    const last = period('2026-04-01', '2026-04-30');
    const prices = { before: minor('50.00'), after: minor('80.00') };
    const net = (proration: 'full' | 'none') =>
      text(changeInAdvance(last, day('2026-04-30'), prices, proration).net);
    expect([net('full'), net('none')]).toEqual(['30.00', '0.00']);
  });

  it('rounds half a minor unit away from zero, credits too', () => {
    expect([prorated(25n, 1, 2), prorated(-25n, 1, 2)]).toEqual([13n, -13n]);
  });
});

describe('a period that is billed when it is over', () => {
  const april = period('2026-04-01', '2026-04-01');
  const step = (from: string, price: string) => ({ from: day(from), price: minor(price) });

  it('example 12: costs each run of days at its own price', () => {
    const segments = segmentsOf(april, [step('2026-04-01', '50.00'), step('2026-04-11', '80.00')]);
    expect(segments.map(({ amount }) => text(amount))).toEqual(['16.67', '53.33']);
    expect(text(sumOf(segments.map(({ amount }) => amount)))).toBe('70.00');
  });

  it('example 13: is one run of days where a day brought the price back', () => {
    const segments = segmentsOf(april, [
      step('2026-03-01', '50.00'),
      step('2026-04-16', '80.00'),
      step('2026-04-16', '50.00'),
    ]);
    expect(segments).toEqual([
      { start: april.start, until: april.until, price: 5000n, amount: 5000n },
    ]);
  });

  it('leaves out prices before and after it', () => {
    const segments = segmentsOf(april, [
      step('2026-03-01', '10.00'),
      step('2026-03-15', '30.00'),
      step('2026-05-01', '90.00'),
    ]);
    expect(segments.map(({ amount }) => text(amount))).toEqual(['30.00']);
  });
});
