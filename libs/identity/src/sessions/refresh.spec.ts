import { addSeconds, parseInstant } from '@quittance/kernel';
import { FAMILY_SECONDS, judgeRefresh, type PresentedToken } from './refresh.js';

const NOW = parseInstant('2026-03-02T09:00:00.000Z');
const fresh: PresentedToken = {
  spentAt: null,
  familyExpiresAt: addSeconds(NOW, FAMILY_SECONDS),
  familyRevokedAt: null,
  userMaySignIn: true,
};

describe('judgeRefresh', () => {
  it('rotates an unspent token', () => {
    expect(judgeRefresh(fresh, NOW)).toBe('rotate');
  });

  it('repeats the child up to ten seconds after the token was spent', () => {
    expect(judgeRefresh({ ...fresh, spentAt: addSeconds(NOW, -10) }, NOW)).toBe('repeat');
  });

  it('takes a token spent more than ten seconds ago for a copy', () => {
    expect(judgeRefresh({ ...fresh, spentAt: addSeconds(NOW, -11) }, NOW)).toBe('reuse');
  });

  it('takes a copy for a copy even when the user may not sign in', () => {
    const copy = { ...fresh, spentAt: addSeconds(NOW, -11), userMaySignIn: false };
    expect(judgeRefresh(copy, NOW)).toBe('reuse');
  });

  it.each([
    ['a revoked family', { familyRevokedAt: NOW }],
    ['a family of thirty days', { familyExpiresAt: NOW }],
    ['a user who may not sign in', { userMaySignIn: false }],
    [
      'to repeat the child for a user who may not sign in',
      { spentAt: addSeconds(NOW, -10), userMaySignIn: false },
    ],
  ])('refuses %s', (_, change) => {
    expect(judgeRefresh({ ...fresh, ...change }, NOW)).toBe('refuse');
  });
});
