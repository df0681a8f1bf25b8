import { MfaVault } from '../mfa/mfa-vault.js';
import { SecondFactors } from '../mfa/second-factors.js';

/** Second factors as the portal host has them, with a key of tests. */
export const testFactors = () =>
  new SecondFactors(new MfaVault({ secretsKeys: [{ id: 'k1', key: Buffer.alloc(32, 7) }] }));
