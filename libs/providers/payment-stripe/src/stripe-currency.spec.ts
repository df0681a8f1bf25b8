import { fromWire, type ProviderSettings } from '@quittance/gateway/provider';
import { toWire } from '@quittance/gateway/host';
import { CURRENCIES, parseMinor } from '@quittance/money';
import data from './stripe-currencies.json';
import { stripeMoney, stripeRule } from './stripe-currency.js';

const wireOf = (currency: string, major: string, settings: ProviderSettings = {}) => {
  const rule = stripeRule(currency, settings);
  return rule ? toWire(parseMinor(major, currency) ?? -1n, currency, rule)?.wire : null;
};

test.each([
  ['USD', '10.05', 1005n],
  ['JPY', '500', 500n],
  ['KRW', '15000', 15000n],
  ['MGA', '1500.00', 1500n],
  ['ISK', '5', 500n],
  ['UGX', '5000', 500000n],
  ['HUF', '175.00', 17500n],
  ['IDR', '10000.00', 1000000n],
  ['KWD', '12.340', 12340n],
  ['KWD', '12.345', 12350n],
  ['KWD', '99.991', 100000n],
])('%s %s travels as %s', (currency, major, wire) => {
  expect(wireOf(currency, major)).toBe(wire);
});

test('what Stripe cannot take is not sent', () => {
  expect(wireOf('MGA', '1500.50')).toBeUndefined();
  expect(wireOf('KWD', '12.345', { threeDecimalMode: 'exact' })).toBeUndefined();
  expect(wireOf('KWD', '12.340', { threeDecimalMode: 'exact' })).toBe(12340n);
});

test.each(['IQD', 'LYD', 'CLF', 'UYW', 'CHE', 'USN'])('%s is not offered', (currency) => {
  expect(stripeRule(currency, {})).toBeNull();
});

test('every amount that is sent is read back as what is charged', () => {
  for (const currency of CURRENCIES) {
    const rule = stripeRule(currency, {});
    const sent = rule && toWire(12_345_600n, currency, rule);
    if (!rule || !sent) continue;
    const read = stripeMoney(Number(sent.wire), currency.toLowerCase());
    expect(read).toEqual({ amount: sent.charged, currency });
    expect(sent.charged).toBe(fromWire(sent.wire, currency, rule));
  }
});

test.each([
  [500, 'ugx', { amount: 5n, currency: 'UGX' }],
  [12_345, 'kwd', { amount: 12_345n, currency: 'KWD' }],
  [1500, 'mga', { amount: 150_000n, currency: 'MGA' }],
  [550, 'isk', undefined],
  [1.5, 'eur', undefined],
  [-1, 'eur', undefined],
  ['100', 'eur', undefined],
  [100, 'xxx', undefined],
  [100, null, undefined],
])('%s %s is read exactly or not at all', (amount, currency, money) => {
  expect(stripeMoney(amount, currency)).toEqual(money);
});

test('every currency that is treated in a way of its own is one, and so in one way', () => {
  const { source: _, date: __, ...lists } = data;
  const codes = Object.values(lists).flat();
  expect(codes.filter((code) => !CURRENCIES.includes(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});
