import { randomBytes } from 'node:crypto';
import { keyRing, open } from './secret-box.js';
import {
  auditedCredentials,
  credentialsView,
  openCredentials,
  sealingPlace,
  sealCredentials,
  sealSecret,
} from './sealed-credentials.js';

const ring = keyRing([{ id: 'k1', key: randomBytes(32) }]);
const owner = { companyId: 'company', provider: 'provider' };

test('a sealed secret shows no more than its last four characters', () => {
  const sealed = sealSecret(ring, 'whsec_abcdefgh', 'place');
  expect(sealed.last4).toBe('efgh');
  expect(JSON.stringify(sealed)).not.toContain('whsec_abcd');
  expect(open(ring, sealed, 'place')).toBe('whsec_abcdefgh');
});

test('credentials are opened by their owner only', () => {
  const sealed = sealCredentials(ring, owner, { key: 'a-long-secret' });
  expect(openCredentials(ring, owner, sealed)).toEqual({ key: 'a-long-secret' });
  expect(() => openCredentials(ring, { ...owner, companyId: 'other' }, sealed)).toThrow(
    /authenticate/,
  );
  const moved = { other: sealed.key ?? sealSecret(ring, '', '') };
  expect(() => openCredentials(ring, owner, moved)).toThrow(/authenticate/);
});

test('credentials are shown and logged by their ends', () => {
  const sealed = { key: sealSecret(ring, 'abcdefgh', sealingPlace('c', 'p', 'key')) };
  expect(credentialsView(sealed)).toEqual({ key: { configured: true, last4: 'efgh' } });
  expect(auditedCredentials(sealed)).toEqual({ key: '…efgh' });
});
