import {
  CURRENCIES,
  currencyDigits,
  currencyName,
  currencySymbol,
  isCurrency,
} from './currencies.js';
import { formatMinor, parseMinor } from './money.js';

/** ISO 4217 as published, in force from 1 January 2026; written out again on purpose. */
const PUBLISHED: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
    'CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP ' +
    'GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK ' +
    'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST ' +
    'XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const COUNTS: Record<number, number> = { 0: 17, 2: 139, 3: 7, 4: 2 };
const WITHOUT_DIGITS = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ');
const RETIRED = 'ANG BGN HRK CUC SLL ZWL STD MRO VEF BYR'.split(' ');

const rows = Object.entries(PUBLISHED).map(([digits, codes]): [number, string[]] => [
  Number(digits),
  codes.split(' '),
]);

describe('currencies', () => {
  test.each(rows)('the codes with %d decimals are those of the published list', (digits, codes) => {
    expect(codes).toHaveLength(COUNTS[digits] ?? -1);
    expect(CURRENCIES.filter((code) => currencyDigits(code) === digits)).toEqual([...codes].sort());
  });

  test('metals, units of account and "no currency" are refused', () => {
    expect(WITHOUT_DIGITS.filter((code) => isCurrency(code))).toEqual([]);
    for (const code of WITHOUT_DIGITS) expect(() => currencyDigits(code)).toThrow(RangeError);
  });

  test('a retired code is refused on a new document and still readable on an old one', () => {
    expect(RETIRED.filter((code) => isCurrency(code))).toEqual([]);
    expect(RETIRED.filter((code) => currencyDigits(code) !== 2)).toEqual(['BYR']);
    expect(currencyDigits('BYR')).toBe(0);
  });

  test('each has a name of its own; a sign is short', () => {
    const names = CURRENCIES.map(currencyName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name !== name.trim() || name === '')).toEqual([]);
    const signs = CURRENCIES.map(currencySymbol).filter((sign) => sign !== null);
    expect(signs.filter((sign) => sign === '' || sign.length > 4)).toEqual([]);
    expect(['EUR', 'JPY', 'XAF'].map(currencySymbol)).toEqual(['€', '¥', null]);
    expect(() => currencyName('ANG')).toThrow(RangeError);
  });

  test.each(['usd', 'US', 'USDX', '', 'ABC', 'constructor', '__proto__', 'toString'])(
    'the unknown code %o has no decimals',
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(() => currencyDigits(code)).toThrow(RangeError);
    },
  );

  test('anything but text is no currency', () => {
    expect([null, undefined, 5, {}, ['USD']].filter((value) => isCurrency(value))).toEqual([]);
  });
});

describe('major and minor units', () => {
  test.each([
    ['INR', '11800.00', 1180000n],
    ['JPY', '500', 500n],
    ['KWD', '12.345', 12345n],
    ['CLF', '1.2345', 12345n],
    ['UGX', '5000', 5000n],
    ['USD', '10.05', 1005n],
    ['KRW', '15000', 15000n],
    ['MGA', '1500.00', 150000n],
    ['ISK', '5', 5n],
    ['HUF', '175.00', 17500n],
    ['IDR', '10000.00', 1000000n],
    ['KWD', '12.340', 12340n],
    ['IQD', '1.000', 1000n],
    ['LYD', '1.000', 1000n],
  ])('%s %s is %d minor units, both ways', (currency, major, minor) => {
    expect(parseMinor(major, currency)).toBe(minor);
    expect(formatMinor(minor, currency)).toBe(major);
  });

  test('the round trip is the identity for every code', () => {
    const samples = [0n, 1n, 9n, 10n, 99n, 100n, 101n, 12345n, 99991n, 10n ** 17n, 10n ** 17n + 1n];
    const wrong = CURRENCIES.flatMap((code) =>
      [...samples, ...samples.map((minor) => -minor)].filter(
        (minor) => parseMinor(formatMinor(minor, code), code) !== minor,
      ),
    );
    expect(wrong).toEqual([]);
  });
});
