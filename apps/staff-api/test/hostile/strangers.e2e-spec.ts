import { learn } from '@quittance/watchdog/host';
import { createHash } from 'node:crypto';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, { TRUST_PROXY: 'true' });
});
afterEach(() => learn([], t.clock.now()));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** What a host that starts now knows: so often has such a request ended one before it. */
function stoodStill(id: string, ...by: readonly string[]): void {
  const now = t.clock.now();
  const work = { companyId: null, kind: 'request', id };
  learn(
    by.map((who) => aStandstill({ ...work, by: who }, now)),
    now,
  );
}

const told = ({ status, headers, body }: Answer) => {
  const { code } = body as { code?: string };
  return [status, code, headers.get('retry-after')];
};
const HELD = [503, 'request_quarantined', '900'];
const WRONG = [401, 'invalid_credentials', null];

const signIn = async (address: string) => {
  const headers = { 'x-forwarded-for': address };
  const body = { email: 'nobody@example.com', password: 'a wrong password' };
  return told(await api.call('POST', '/auth/login', { body, headers }));
};

describe('a route for everybody whose requests ended their host', () => {
  const LOGIN = 'POST /auth/login';
  const from = (address: string) => `address:${address}`;

  it('is closed to the address they came from, and to no other', async () => {
    stoodStill(LOGIN, from('192.0.2.1'), from('192.0.2.1'));
    expect([await signIn('192.0.2.1'), await signIn('192.0.2.2')]).toEqual([HELD, WRONG]);
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await api.call('GET', '/health/live', { headers })).status).toBe(200);
  });

  it('takes a network of IPv6 for one address, as the rate limit does', async () => {
    stoodStill(LOGIN, from('2001:db8:1:2::/64'), from('2001:db8:1:2::/64'));
    expect(await signIn('2001:db8:1:2::77')).toEqual(HELD);
    expect(await signIn('2001:db8:1:3::77')).toEqual(WRONG);
  });

  it('is closed to all strangers after eight, not to those signed in elsewhere', async () => {
    const eight = [1, 1, 2, 2, 3, 3, 4, 4].map((n) => from(`192.0.2.${n}`));
    stoodStill(LOGIN, ...eight);
    expect(await signIn('198.51.100.1')).toEqual([503, 'request_quarantined', '60']);
    expect((await api.admin.call('GET', '/products')).status).toBe(200);
  });
});

describe('a webhook of a provider whose body ended its host', () => {
  const HOOK = 'POST /payments/webhook/:provider';
  const of = (body: unknown) =>
    `body:${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`;
  const send = async (body: unknown) =>
    told(await api.call('POST', '/payments/webhook/razorpay', { body }));
  const UNSIGNED = [401, 'invalid_signature', null];

  it('is refused, and others from the same address are not', async () => {
    const [bad, good] = [{ event: 'bad' }, { event: 'good' }];
    stoodStill(HOOK, of(bad), of(bad));
    expect([await send(bad), await send(good)]).toEqual([HELD, UNSIGNED]);
  });
});
