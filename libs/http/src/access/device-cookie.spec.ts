import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie, keepDevice } from './device-cookie.js';

const ada = { email: 'ada@example.com', token: 'qd_ada' };

function kept(email: string, token: string, secure = true): string {
  let said = '';
  const reply = { header: (_: string, value: string) => (said = value) };
  keepDevice(reply as unknown as FastifyReply, { email, token, secure });
  return said;
}

const pairOf = (email: string, token: string) => kept(email, token).split(';')[0] ?? '';
const read = (cookie: string | undefined, email: string) =>
  deviceCookie({ headers: { cookie } } as FastifyRequest, email);

test('a browser is told to keep it from scripts, other sites and plain http', () => {
  expect(kept(ada.email, ada.token)).toMatch(
    /^quittance_device_[0-9a-f]{16}=qd_ada; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(kept(ada.email, ada.token, false)).not.toContain('Secure');
});

test('it is found again by the e-mail, however that is written', () => {
  const cookie = `other=1; ${pairOf(ada.email, ada.token)}; last=2`;
  expect(read(cookie, ' ADA@Example.com ')).toBe('qd_ada');
});

test('people who share a browser have one each', () => {
  const cookie = `${pairOf('bob@example.com', 'qd_bob')}; ${pairOf(ada.email, ada.token)}`;
  expect([read(cookie, ada.email), read(cookie, 'bob@example.com')]).toEqual(['qd_ada', 'qd_bob']);
  expect(read(cookie, 'carl@example.com')).toBeNull();
});

test.each([undefined, '', ';;=', 'quittance_device_', '=x'])('none is in %o', (cookie) => {
  expect(read(cookie, ada.email)).toBeNull();
});
