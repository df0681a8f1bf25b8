import type { AccessClaims } from '@quittance/identity';
import { KnownCredentials } from './known-credentials.js';

const claims = { jti: 'one' } as AccessClaims;

test('a token is known with its claims, a key without any', () => {
  const known = new KnownCredentials();
  known.add('token', claims);
  known.add('qk_1', null);
  expect(known.claimsOf('token')).toBe(claims);
  expect(known.claimsOf('qk_1')).toBeUndefined();
  expect([known.has('token'), known.has('qk_1'), known.has('other')]).toEqual([true, true, false]);
});

test('what is used stays while the rest is forgotten', () => {
  const known = new KnownCredentials();
  known.add('used', claims);
  known.add('unused', claims);
  for (let i = 0; i < 30_000; i += 1) {
    known.add(`token ${i}`, claims);
    if (i % 5000 === 0) known.claimsOf('used');
  }
  expect(known.has('used')).toBe(true);
  expect(known.has('unused')).toBe(false);
});
