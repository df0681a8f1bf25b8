import { JwtService } from '@nestjs/jwt';
import { addSeconds, newId, parseInstant } from '@quittance/kernel';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from './access-tokens.js';

const NOW = parseInstant('2026-03-02T09:00:00.000Z');
const SECRET = 'k'.repeat(32);
const staff = new AccessTokens({ host: 'staff', secret: SECRET });
const user = {
  id: newId<'user'>(),
  companyId: newId<'company'>(),
  sessionId: newId<'session'>(),
  audience: 'staff' as const,
};

const claims = {
  sub: user.id,
  cid: user.companyId,
  sid: user.sessionId,
  aud: 'staff',
  iss: 'quittance-staff',
  iat: 1_772_442_000,
  exp: 1_772_445_600,
  jti: newId(),
};

const { exp: _, ...endless } = claims;
const jwt = new JwtService();
const forged = (payload: object, secret = SECRET) => jwt.sign(payload, { secret });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('AccessTokens', () => {
  it('takes what a JWT library makes of the same claims', () => {
    expect(staff.verify(forged(claims), 'staff', NOW)).toEqual(claims);
  });

  it('reads back what it signed', () => {
    const read = staff.verify(staff.sign(user, NOW), 'staff', NOW);
    expect(read).toMatchObject({ sub: user.id, cid: user.companyId, iss: 'quittance-staff' });
    expect(read).toHaveProperty('jti');
  });

  it('ends one hour after it was signed, to the second', () => {
    const token = staff.sign(user, NOW);
    expect(staff.verify(token, 'staff', addSeconds(NOW, ACCESS_TOKEN_SECONDS - 1))).toBeDefined();
    expect(staff.verify(token, 'staff', addSeconds(NOW, ACCESS_TOKEN_SECONDS))).toBeUndefined();
  });

  it.each(['customer', 'partner', 'vendor'] as const)('refuses a staff token as %s', (audience) => {
    expect(staff.verify(staff.sign(user, NOW), audience, NOW)).toBeUndefined();
  });

  it('refuses a token of the other host, even under the same secret', () => {
    const portal = new AccessTokens({ host: 'portal', secret: SECRET });
    expect(staff.verify(portal.sign(user, NOW), 'staff', NOW)).toBeUndefined();
  });

  it.each([
    ['signed by another key', forged(claims, 'x'.repeat(32))],
    ['not signed', `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`],
    ['signed by another algorithm', jwt.sign(claims, { secret: SECRET, algorithm: 'HS512' })],
    ['without a company', forged({ ...claims, cid: undefined })],
    ['without a session', forged({ ...claims, sid: undefined })],
    ['without an end', forged(endless)],
    ['for several audiences', forged({ ...claims, aud: ['staff', 'vendor'] })],
    ['not yet valid', forged({ ...claims, nbf: claims.iat + 60 })],
    ['cut short', forged(claims).slice(0, -2)],
    ['long and meaningless', 'e'.repeat(20_000)],
  ])('refuses a token %s', (_, token) => {
    expect(staff.verify(token, 'staff', NOW)).toBeUndefined();
  });

  it('needs a secret of 32 bytes', () => {
    expect(() => new AccessTokens({ host: 'staff', secret: 'short' })).toThrow(/at least 32 bytes/);
  });
});
