import { keyRing, open } from '@quittance/config';
import { randomBytes } from 'node:crypto';
import { sealSecret } from './sealed-secret.js';

test('a sealed secret shows no more than its last four characters', () => {
  const ring = keyRing([{ id: 'k1', key: randomBytes(32) }]);
  const sealed = sealSecret(ring, 'whsec_abcdefgh', 'place');
  expect(sealed.last4).toBe('efgh');
  expect(JSON.stringify(sealed)).not.toContain('abcd');
  expect(open(ring, sealed, 'place')).toBe('whsec_abcdefgh');
});
