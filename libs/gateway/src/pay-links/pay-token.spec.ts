import { keyRing } from '@quittance/config';
import { asId, newId } from '@quittance/kernel';
import { createHmac, randomBytes } from 'node:crypto';
import { payToken, readPayToken } from './pay-token.js';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('k1');
const ring = keyRing([old]);
const ids = { companyId: asId<'company'>(newId()), invoiceId: asId<'invoice'>(newId()) };
const target = { ...ids, accountId: asId<'account'>(newId()) };
const token = payToken(ring, target);

test('a token leads to its invoice and fits into an address', () => {
  expect(readPayToken(ring, token)).toEqual(target);
  expect(token).toMatch(/^[\w-]{86}$/);
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

test.each(['', token.slice(1), `${token}A`, `${token}\n`, 'a'.repeat(86), '%'.repeat(86)])(
  '%o is no token',
  (text) => {
    expect(readPayToken(ring, text)).toBeUndefined();
  },
);

test('one from before it said whose it is leads to its invoice, and says nothing of that', () => {
  const bytes = Buffer.from((ids.companyId + ids.invoiceId).replaceAll('-', ''), 'hex');
  const mac = createHmac('sha256', old.key).update('pay-link/').update(bytes).digest();
  const before = Buffer.concat([bytes, mac.subarray(0, 16)]).toString('base64url');
  expect(before).toHaveLength(64);
  expect(readPayToken(ring, before)).toEqual(ids);
});

test('that of one customer is not that of another', () => {
  const other = asId<'account'>(newId());
  const bytes = Buffer.from(token, 'base64url');
  Buffer.from(other.replaceAll('-', ''), 'hex').copy(bytes, 32);
  expect(readPayToken(ring, bytes.toString('base64url'))).toBeUndefined();
});
