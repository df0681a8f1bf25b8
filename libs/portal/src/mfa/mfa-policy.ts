import type { PortalRole } from '../actors/portal-actor.js';

/**
 * What a company says of second factors. `off`: nobody sets one up; whoever has one is asked until
 * it is taken away, so that a setting weakens nobody's sign-in unseen.
 */
export const MFA_POLICIES = ['off', 'optional', 'admins', 'all'] as const;
export type MfaPolicy = (typeof MFA_POLICIES)[number];

export const DEFAULT_MFA_POLICY: MfaPolicy = 'optional';

/** Whether a user of the role signs in by no password alone. */
export function mustHaveMfa(policy: MfaPolicy, role: PortalRole): boolean {
  return policy === 'all' || (policy === 'admins' && role === 'Admin');
}

/** What is asked of a user whose password was right, before a session begins. */
export type AskedFactor = 'none' | 'code' | 'set-up';

export function askedFactor(
  policy: MfaPolicy,
  { role, hasMfa }: { readonly role: PortalRole; readonly hasMfa: boolean },
): AskedFactor {
  if (hasMfa) return 'code';
  return mustHaveMfa(policy, role) ? 'set-up' : 'none';
}
