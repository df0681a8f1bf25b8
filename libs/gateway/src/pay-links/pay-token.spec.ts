import { keyRing } from '@quittance/config';
import { asId, newId } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { payToken, readPayToken } from './pay-token.js';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('k1');
const ring = keyRing([old]);
const target = { companyId: asId<'company'>(newId()), invoiceId: asId<'invoice'>(newId()) };
const token = payToken(ring, target);

test('a token leads to its invoice and fits into an address', () => {
  expect(readPayToken(ring, token)).toEqual(target);
  expect(token).toMatch(/^[\w-]{64}$/);
});

test('it holds while its key is kept, and not without it', () => {
  expect(readPayToken(keyRing([key('k2'), old]), token)).toEqual(target);
  expect(readPayToken(keyRing([key('k2')]), token)).toBeUndefined();
});

test('with any character changed it leads nowhere', () => {
  for (let i = 0; i < token.length; i += 1) {
    const other = token[i] === 'A' ? 'Q' : 'A';
    const forged = token.slice(0, i) + other + token.slice(i + 1);
    expect(readPayToken(ring, forged)).toBeUndefined();
  }
});

test.each(['', token.slice(1), `${token}A`, `${token}\n`, 'a'.repeat(64), '%'.repeat(64)])(
  '%o is no token',
  (text) => {
    expect(readPayToken(ring, text)).toBeUndefined();
  },
);
