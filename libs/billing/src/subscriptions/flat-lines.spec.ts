import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { formatMinor, type Currency } from '@quittance/money';
import { itemAt } from '../testing/a-subscription.js';
import type { FlatPeriod } from './billing-step.js';
import { flatLine, flatSegments } from './flat-lines.js';

const on = (text: string): LocalDate => parseLocalDate(text);
const period = (start: string, until: string, fullDays: number): FlatPeriod => ({
  start: on(start),
  until: on(until),
  fullDays,
  free: false,
});

/** The numbered examples of the specification. */
test.each<[string, string, Currency, FlatPeriod, string]>([
  ['1', '100.00', 'EUR', period('2026-01-15', '2026-02-01', 31), '54.84'],
  ['2', '29.00', 'EUR', period('2028-02-10', '2028-03-01', 29), '20.00'],
  ['3', '1200.00', 'EUR', period('2027-07-01', '2028-01-01', 365), '604.93'],
  ['9', '10.000', 'KWD', period('2026-02-11', '2026-03-01', 28), '6.429'],
])('example %s: %s %s of a stub', (_, price, currency, days, amount) => {
  const item = itemAt(price, '2026-01-01', { currency, validFrom: days.start });
  const [segment] = flatSegments([item], days);
  expect(segment && formatMinor(segment.amount, currency)).toBe(amount);
  expect(segment && flatLine(segment, currency)).toMatchObject({
    quantity: '1',
    unitPrice: amount,
  });
});

test('example 12: days before a change and those behind it are prorated by themselves', () => {
  const rows = [
    itemAt('50.00', '2026-04-01', { validTo: on('2026-04-11') }),
    itemAt('80.00', '2026-04-11'),
  ];
  const segments = flatSegments(rows, period('2026-04-01', '2026-05-01', 30));
  expect(segments.map(({ amount }) => amount)).toEqual([1667n, 5333n]);
});

test('rows at one price are one run of days, and a whole period has its quantity', () => {
  const rows = [
    itemAt('50.00', '2026-04-01', { validTo: on('2026-04-11') }),
    itemAt('50.00', '2026-04-11', { quantity: '2', unitPrice: '25.00' }),
  ].map((row) => ({ ...row, productId: null as never }));
  const [only, ...others] = flatSegments(rows, period('2026-04-01', '2026-05-01', 30));
  expect(others).toEqual([]);
  expect(only && flatLine(only, 'EUR')).toMatchObject({ quantity: '2', unitPrice: '25.00' });
});

test('days that are given away make no line', () => {
  const days = { ...period('2026-01-15', '2026-02-01', 31), free: true };
  const [segment] = flatSegments([itemAt('100.00', '2026-01-15')], days);
  expect(segment?.amount).toBe(0n);
  expect(segment && flatLine(segment, 'EUR')).toBeNull();
});
