import { CURRENCIES, currencyDigits, parseMinor } from '@quittance/money';
import fc from 'fast-check';
import { fromWire, plainRule, toWire, type WireRule } from './wire-amount.js';

const dinars = (between: WireRule['between']): WireRule => ({ digits: 3, step: 10n, between });

describe('amounts on the wire', () => {
  test.each([
    ['USD', '10.05', 1005n],
    ['JPY', '500', 500n],
    ['KRW', '15000', 15000n],
    ['MGA', '1500.00', 150000n],
    ['ISK', '5', 5n],
    ['UGX', '5000', 5000n],
    ['HUF', '175.00', 17500n],
    ['IDR', '10000.00', 1000000n],
    ['KWD', '12.345', 12345n],
    ['IQD', '1.000', 1000n],
  ])('%s %s travels by its own exponent as %s', (currency, major, wire) => {
    const minor = parseMinor(major, currency) ?? -1n;
    expect(toWire(minor, currency, plainRule(currency))).toEqual({ wire, charged: minor });
  });

  test.each([
    ['MGA', '1500.00', { digits: 0, step: 1n, between: 'refuse' }, 1500n],
    ['ISK', '5', { digits: 2, step: 100n, between: 'refuse' }, 500n],
    ['UGX', '5000', { digits: 2, step: 100n, between: 'refuse' }, 500000n],
    ['KWD', '12.340', { digits: 3, step: 10n, between: 'round_up' }, 12340n],
  ] as const)('%s %s follows a provider that differs', (currency, major, rule, wire) => {
    const minor = parseMinor(major, currency) ?? -1n;
    expect(toWire(minor, currency, rule)).toEqual({ wire, charged: minor });
  });

  test('an amount between two steps is refused', () => {
    expect(toWire(99991n, 'KWD', dinars('refuse'))).toBeUndefined();
    expect(toWire(150050n, 'MGA', { digits: 0, step: 1n, between: 'refuse' })).toBeUndefined();
  });

  test('or rounded up to the next step, never down', () => {
    expect(toWire(99991n, 'KWD', dinars('round_up'))).toEqual({ wire: 100000n, charged: 100000n });
    expect(toWire(12345n, 'KWD', dinars('round_up'))).toEqual({ wire: 12350n, charged: 12350n });
  });

  test('what JSON cannot hold exactly is not sent', () => {
    expect(toWire(2n ** 53n, 'USD', plainRule('USD'))).toBeUndefined();
  });

  test('every currency comes back as it went', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (currency, minor) => {
          const rule = plainRule(currency);
          const sent = toWire(minor, currency, rule);
          expect(sent && fromWire(sent.wire, currency, rule)).toBe(minor);
        },
      ),
    );
  });

  test('rounding up costs the payer less than one step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('BHD', 'JOD', 'KWD', 'OMR', 'TND'),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (currency, minor) => {
          const sent = toWire(minor, currency, dinars('round_up'));
          const more = (sent?.charged ?? -1n) - minor;
          expect(more >= 0n && more < 10n).toBe(true);
          expect((sent?.charged ?? 1n) % 10n).toBe(0n);
        },
      ),
    );
  });

  test('a capture that is no whole number of minor units is not rounded', () => {
    const fine: WireRule = { digits: currencyDigits('ISK') + 2, step: 100n, between: 'refuse' };
    expect(fromWire(501n, 'ISK', fine)).toBeUndefined();
  });
});
