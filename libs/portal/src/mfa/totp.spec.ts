import { instantFromEpochMs } from '@quittance/kernel';
import fc from 'fast-check';
import { base32, hotp, matchedStep, newTotpSecret, totpAt, totpStep, totpUri } from './totp.js';

const at = (seconds: number) => instantFromEpochMs(seconds * 1000);
const ofRfc = Buffer.from('12345678901234567890');

describe('a one-time password', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('is that of RFC 6238 at %i', (seconds, code) => {
    expect(hotp(ofRfc, totpStep(at(seconds)), 8)).toBe(code);
  });

  test('is that of RFC 4226 for each counter of its table', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(ofRfc, counter));
    expect(codes.join(' ')).toBe(
      '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489',
    );
  });

  test('is taken of now and of the steps beside it, and of no other', () => {
    const secret = newTotpSecret();
    const now = at(1_800_000_000);
    const taken = [-2, -1, 0, 1, 2].map((steps) => {
      const code = totpAt(secret, at(1_800_000_000 + steps * 30));
      return matchedStep(secret, code, { now, usedStep: null });
    });
    const current = totpStep(now);
    expect(taken).toEqual([null, current - 1, current, current + 1, null]);
  });

  test('is good once, and so are those before it', () => {
    const secret = newTotpSecret();
    const now = at(1_800_000_000);
    const current = totpStep(now);
    const code = totpAt(secret, now);
    expect(matchedStep(secret, code, { now, usedStep: current - 1 })).toBe(current);
    expect(matchedStep(secret, code, { now, usedStep: current })).toBeNull();
    expect(matchedStep(secret, code, { now, usedStep: current + 1 })).toBeNull();
  });

  test('is six digits, whatever is sent in its place', () => {
    const secret = newTotpSecret();
    const now = at(1_800_000_000);
    for (const code of ['', '1', 'abcdef', `${totpAt(secret, now)}0`, '１２３４５６']) {
      expect(matchedStep(secret, code, { now, usedStep: null })).toBeNull();
    }
  });
});

test('base32 is that of RFC 4648, without padding', () => {
  const known = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
  const found = known.map((_, length) => base32(Buffer.from('foobar'.slice(0, length))));
  expect(found).toEqual(known);
});

test('a secret is another each time, of 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});

test('an address says whose it is, whatever they are called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.emailAddress(), (issuer, name) => {
      const uri = new URL(totpUri('ABC', { issuer, name }));
      expect(uri.searchParams.get('issuer')).toBe(issuer);
      expect(uri.searchParams.get('secret')).toBe('ABC');
    }),
  );
});
