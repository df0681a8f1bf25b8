import type { LocalDate } from '@quittance/calendar';
import { divideRounded, formatMinor, parseMinor } from '@quittance/money';
import { cohortsOf } from './cohorts.js';
import { convertedMonth, endOfMonthMrr, monthOf, movementOf, retentionOf } from './movements.js';
import { arrOf, mrrOf } from './mrr.js';
import { askedMonths } from './read-revenue.js';

const minor = (amount: string) => parseMinor(amount, 'EUR') ?? 0n;
const text = (amount: bigint) => formatMinor(amount, 'EUR');
const texts = (amounts: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, text(amount)]));

/** A to F of example 54. */
const ACCOUNTS = [
  ['100.00', '150.00', true],
  ['200.00', '120.00', true],
  ['50.00', '0.00', true],
  ['0.00', '70.00', false],
  ['0.00', '30.00', true],
  ['80.00', '80.00', true],
].map(([start, end, everBefore]) => ({
  start: minor(String(start)),
  end: minor(String(end)),
  everBefore: everBefore === true,
}));

describe('monthly recurring revenue', () => {
  it.each([
    ['10.00', 'weekly', '43.33'],
    ['25.00', 'fortnightly', '54.17'],
    ['100.00', 'quarterly', '33.33'],
    ['99.00', 'annually', '8.25'],
    ['60.00', 'half_yearly', '10.00'],
    ['60.00', 'monthly', '60.00'],
  ] as const)('example 53: of %s %s is %s', (net, frequency, mrr) => {
    expect(text(mrrOf(minor(net), frequency))).toBe(mrr);
  });

  it('is a twelfth of the yearly one', () => {
    expect(text(arrOf(minor('43.33')))).toBe('519.96');
  });
});

describe('the movements of a month', () => {
  const month = monthOf(ACCOUNTS);

  it('example 54: are one for each account, and add up', () => {
    expect(texts(month)).toEqual({
      start: '430.00',
      new: '70.00',
      expansion: '50.00',
      reactivation: '30.00',
      contraction: '80.00',
      churn: '50.00',
      end: '450.00',
    });
    expect(endOfMonthMrr(month)).toBe(month.end);
  });

  it('example 55: leave what is retained', () => {
    expect(retentionOf(month)).toEqual({ grr: '69.77', nrr: '81.40' });
  });

  it('retain nothing of nothing', () => {
    expect(retentionOf(monthOf([]))).toEqual({ grr: null, nrr: null });
  });

  it('example 56: in base currency leave the rest to exchange rates', () => {
    const usd = monthOf([{ start: minor('1000.00'), end: minor('1200.00'), everBefore: true }]);
    const at = (rate: bigint) => (amount: bigint) => divideRounded(amount * rate, 100n);
    const { start, expansion, fx, end } = convertedMonth(usd, { before: at(110n), now: at(108n) });
    expect(texts({ start, expansion, fx, end })).toEqual({
      start: '1100.00',
      expansion: '216.00',
      fx: '-20.00',
      end: '1296.00',
    });
  });

  it('example 57: a pause over two month ends is churn, and its end reactivation', () => {
    const paused = movementOf({ start: minor('60.00'), end: 0n, everBefore: true });
    const resumed = movementOf({ start: 0n, end: minor('60.00'), everBefore: true });
    expect([paused, resumed]).toEqual([
      { kind: 'churn', amount: 6000n },
      { kind: 'reactivation', amount: 6000n },
    ]);
  });
});

describe('a cohort', () => {
  it('example 58: keeps accounts and revenue', () => {
    const months = (...amounts: readonly string[]) => ({ months: amounts.map(minor) });
    const cohorts = cohortsOf([
      months('100.00', '100.00', '100.00', '160.00'),
      months('100.00', '0.00', '0.00', '150.00'),
      months('100.00', '100.00', '100.00', '150.00'),
      months('100.00', '100.00', '0.00', '0.00'),
      months('0.00', '500.00', '500.00', '500.00'),
    ]);
    expect(cohorts.find(({ cohort, monthsLater }) => cohort === 0 && monthsLater === 3)).toEqual({
      cohort: 0,
      monthsLater: 3,
      accounts: 3,
      revenue: minor('460.00'),
      logo: '75.00',
      revenueRetention: '115.00',
    });
    expect(cohorts.filter(({ cohort }) => cohort === 1).map(({ logo }) => logo)).toEqual([
      '100.00',
      '100.00',
      '100.00',
    ]);
  });
});

it.each(['0001-01-01', '0001-12-31', '1899-12-31'])('no months end on %s', (to) => {
  const fault = expect.objectContaining({ parameter: 'to', code: 'min' });
  expect(() => askedMonths({ to: to as LocalDate }, '2026-03-02' as LocalDate)).toThrow(
    expect.objectContaining({ options: { errors: [fault] } }),
  );
});
