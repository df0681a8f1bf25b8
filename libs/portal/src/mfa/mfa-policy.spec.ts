import { askedFactor, MFA_POLICIES } from './mfa-policy.js';

test.each([
  ['off', 'none', 'none'],
  ['optional', 'none', 'none'],
  ['admins', 'set-up', 'none'],
  ['all', 'set-up', 'set-up'],
] as const)('%s asks an Admin for %s, and a Buyer for %s', (policy, ofAdmin, ofBuyer) => {
  expect(askedFactor(policy, { role: 'Admin', hasMfa: false })).toBe(ofAdmin);
  expect(askedFactor(policy, { role: 'Buyer', hasMfa: false })).toBe(ofBuyer);
});

test('whoever has one is asked for a code, whatever the policy', () => {
  for (const policy of MFA_POLICIES) {
    expect(askedFactor(policy, { role: 'Viewer', hasMfa: true })).toBe('code');
  }
});
