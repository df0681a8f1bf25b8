import { signInAt } from '@quittance/http/testing';
import {
  startPortalApi,
  type Answer,
  type Call,
  type TestApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PREFIX, PortalClient, PortalPeople, codeOf, type Signed } from './portal-people.js';

const OWN = 'https://portal.example.com';
const PAGE = { 'x-q-session': '1', 'sec-fetch-site': 'same-origin' };
const AUTH = `${PREFIX.customer}/auth`;

let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t, { PORTAL_PUBLIC_URL: OWN });
  people = await PortalPeople.of(t, api);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const someone = async (input = {}) =>
  people.user({ partyId: await people.account('Acme'), ...input });
const refresh = (body: object, headers = {}) =>
  api.call('POST', `${AUTH}/refresh`, { body, headers });

/** The cookies that an answer sets, by name. */
function cookiesOf({ headers }: Answer): Map<string, string> {
  return new Map(
    headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), line] as const;
    }),
  );
}
const pairOf = (line = '') => line.split(';')[0] ?? '';

/** Moves what happened in the company into the past, as waiting would. */
const age = (seconds: number) =>
  t.db.write(people.ctx, (tx) =>
    tx.run(
      `update portal.refresh_token set spent_at =
         (spent_at at time zone 'UTC' - make_interval(secs => $1::int)) at time zone 'UTC'
       where company_id = $2`,
      [seconds, people.ctx.companyId],
    ),
  );

describe('the session of a program', () => {
  test('goes on with each token once: a spent one that comes back ends it', async () => {
    const { signed } = await people.enter(await someone());
    const next = await refresh({ refreshToken: signed.refreshToken });
    expect(next.status).toBe(200);
    const child = next.body as Signed;
    const client = new PortalClient(api, PREFIX.customer, child);
    expect((await client.call('GET', '/me')).status).toBe(200);
    const spent = await refresh({ refreshToken: signed.refreshToken });
    expect(codeOf(spent)).toBe('401 refresh_token_invalid');
    expect(codeOf(await client.call('GET', '/me'))).toBe('401 unauthenticated');
    const after = await refresh({ refreshToken: child.refreshToken });
    expect(codeOf(after)).toBe('401 refresh_token_invalid');
  });

  test('of the device ends, and those of the user on others go on', async () => {
    const user = await someone();
    const [one, two] = [await people.enter(user), await people.enter(user)];
    await refresh({ refreshToken: one.signed.refreshToken });
    await refresh({ refreshToken: one.signed.refreshToken });
    expect(codeOf(await one.call('GET', '/me'))).toBe('401 unauthenticated');
    expect((await two.call('GET', '/me')).status).toBe(200);
  });

  test('refreshes at the routes of its directory alone, and by no cookie', async () => {
    const { signed } = await people.enter(await someone());
    const { refreshToken } = signed;
    const body = { refreshToken };
    const elsewhere = await api.call('POST', `${PREFIX.partner}/auth/refresh`, { body });
    expect(codeOf(elsewhere)).toBe('401 refresh_token_invalid');
    const headers = { ...PAGE, cookie: `__Host-q-c=${refreshToken}` };
    expect(codeOf(await refresh({}, headers))).toBe('401 refresh_token_invalid');
    expect((await refresh(body)).status).toBe(200);
  });

  test('ends at once when it is signed out or ended from the list', async () => {
    const user = await someone();
    const [one, two, three] = [
      await people.enter(user),
      await people.enter(user),
      await people.enter(user),
    ];
    const body = { refreshToken: one.signed.refreshToken };
    expect((await api.call('POST', `${AUTH}/logout`, { body })).status).toBe(204);
    expect(codeOf(await one.call('GET', '/me'))).toBe('401 unauthenticated');
    const sessions = (await two.call('GET', '/auth/sessions')).body as {
      id: string;
      current: boolean;
      address: string;
    }[];
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]?.address).toBe('127.0.0.0/24');
    const other = sessions.find(({ current }) => !current)?.id;
    for (const each of sessions) {
      expect((await two.call('GET', `/auth/sessions/${each.id}`)).body).toEqual(each);
    }
    expect((await two.call('DELETE', `/auth/sessions/${other}`)).status).toBe(204);
    expect(codeOf(await three.call('GET', '/me'))).toBe('401 unauthenticated');
    expect((await two.call('DELETE', '/auth/sessions?others=true')).status).toBe(204);
    expect((await two.call('GET', '/me')).status).toBe(200);
    const stranger = await people.enter(await someone());
    const own = sessions.find(({ current }) => current)?.id;
    for (const method of ['GET', 'DELETE']) {
      expect(codeOf(await stranger.call(method, `/auth/sessions/${own}`))).toBe('404 not_found');
    }
    expect(codeOf(await two.call('GET', `/auth/sessions/${other}`))).toBe('404 not_found');
  });
});

describe('signing out', () => {
  const logout = (by: PortalClient, call: Call = {}) => by.call('POST', '/auth/logout', call);
  const isIn = async (by: PortalClient) => (await by.call('GET', '/me')).status === 200;

  test('without a refresh token ends the session that asks, and no other', async () => {
    const user = await someone();
    const [one, two] = [await people.enter(user), await people.enter(user)];
    expect((await logout(one)).status).toBe(204);
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
    expect(codeOf(await refresh({ refreshToken: one.signed.refreshToken }))).toBe(
      '401 refresh_token_invalid',
    );
    expect((await logout(one, { body: {} })).status).toBe(204);
    expect(await isIn(two)).toBe(true);
  });

  test('ends both sessions where the body names another one', async () => {
    const user = await someone();
    const [one, two] = [await people.enter(user), await people.enter(user)];
    await logout(one, { body: { refreshToken: two.signed.refreshToken } });
    expect([await isIn(one), await isIn(two)]).toEqual([false, false]);
  });

  test('says so where nothing tells whose session is meant', async () => {
    const partner = await people.enter(await someone());
    const nobody = await api.call('POST', `${AUTH}/logout`, { body: {} });
    expect(codeOf(nobody)).toBe('401 unauthenticated');
    const elsewhere = await partner.callAt('POST', `${PREFIX.partner}/auth/logout`, { body: {} });
    expect(codeOf(elsewhere)).toBe('401 unauthenticated');
    expect(await isIn(partner)).toBe(true);
  });

  test('of a browser ends by its cookie, and takes it away', async () => {
    const { email, password } = await someone();
    const body = { email, password, session: 'cookie' };
    const entered = await people.login(body, 'customer', { origin: OWN });
    const cookie = pairOf(cookiesOf(entered).get('__Host-q-c'));
    const out = await api.call('POST', `${AUTH}/logout`, {
      body: {},
      headers: { ...PAGE, cookie },
    });
    expect(out.status).toBe(204);
    expect(cookiesOf(out).get('__Host-q-c')).toContain('Max-Age=0');
    expect(codeOf(await refresh({}, { ...PAGE, cookie }))).toBe('401 refresh_token_invalid');
  });
});

describe('the session of a browser', () => {
  const enter = async (remember: boolean) => {
    const { email, password } = await someone();
    const body = { email, password, session: 'cookie', remember };
    const answer = await people.login(body, 'customer', { origin: OWN });
    return { answer, cookies: cookiesOf(answer), email };
  };

  test('has its refresh token in a cookie of this host that no script reads', async () => {
    const { answer, cookies } = await enter(false);
    expect(answer.body).not.toHaveProperty('refreshToken');
    expect(answer.body).not.toHaveProperty('deviceToken');
    const cookie = cookies.get('__Host-q-c') ?? '';
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
    const kept = (await enter(true)).cookies.get('__Host-q-c') ?? '';
    expect(kept).toContain('Max-Age=7776000');
    expect([...cookies.keys()].filter((name) => name.startsWith('__Host-q-c-d-'))).toHaveLength(1);
  });

  test('is refreshed by pages of this host alone', async () => {
    const { cookies } = await enter(true);
    const cookie = pairOf(cookies.get('__Host-q-c'));
    const refused: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-q-session': '1' },
      { cookie, 'sec-fetch-site': 'same-origin' },
      { cookie, 'x-q-session': '1', 'sec-fetch-site': 'cross-site' },
      { cookie, 'x-q-session': '1', 'sec-fetch-site': 'same-site', origin: OWN },
      { cookie, 'x-q-session': '1', origin: 'https://evil.example' },
    ];
    for (const headers of refused) {
      expect(codeOf(await refresh({}, headers))).toBe('403 cross_site_request');
      const out = await api.call('POST', `${AUTH}/logout`, { body: {}, headers });
      expect(codeOf(out)).toBe('403 cross_site_request');
    }
    const next = await refresh({}, { cookie, 'x-q-session': '1', origin: OWN });
    expect(next.status).toBe(200);
    expect(next.body).not.toHaveProperty('refreshToken');
  });

  test('answers two tabs that wake together alike for ten seconds, and then ends', async () => {
    const { cookies } = await enter(true);
    const headers = { ...PAGE, cookie: pairOf(cookies.get('__Host-q-c')) };
    const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh({}, headers)));
    expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([200]));
    const children = new Set(tabs.map((answer) => pairOf(cookiesOf(answer).get('__Host-q-c'))));
    expect(children.size).toBe(1);
    await age(11);
    expect(codeOf(await refresh({}, headers))).toBe('401 refresh_token_invalid');
    const child = { ...PAGE, cookie: [...children][0] ?? '' };
    expect(codeOf(await refresh({}, child))).toBe('401 refresh_token_invalid');
  });

  test('takes the parent of a token that is spent for a stolen one, however soon', async () => {
    const { cookies } = await enter(true);
    const first = { ...PAGE, cookie: pairOf(cookies.get('__Host-q-c')) };
    const second = {
      ...PAGE,
      cookie: pairOf(cookiesOf(await refresh({}, first)).get('__Host-q-c')),
    };
    expect((await refresh({}, second)).status).toBe(200);
    expect(codeOf(await refresh({}, first))).toBe('401 refresh_token_invalid');
  });

  test('ends half a day after the sign-in unless it is to be remembered', async () => {
    const rest = (answer: Answer) =>
      t.db.read(people.ctx, (tx) =>
        tx.one<{ hours: number; days: number }>(
          `select round(extract(epoch from f.expires_at - f.created_at) / 3600)::int as hours,
             round(extract(epoch from f.ends_at - f.created_at) / 86400)::int as days
           from portal.refresh_family f where f.portal_user_id = $1`,
          [(answer.body as Signed).user.id],
        ),
      );
    expect(await rest((await enter(false)).answer)).toEqual({ hours: 12, days: 1 });
    expect(await rest((await enter(true)).answer)).toEqual({ hours: 720, days: 90 });
  });

  test.each([
    [false, 'hours', 12],
    [true, 'days', 90],
  ] as const)(
    '(remembered: %s) lives no longer by switching users',
    async (remember, unit, whole) => {
      const email = `${unit}-switcher@example.com`;
      const users = [];
      for (const name of ['One', 'Two', 'Three']) {
        users.push(await people.user({ partyId: await people.account(name), email }));
      }
      const signIn = { email, password: users[0]?.password, session: 'cookie', remember };
      const asked = await people.login(signIn, 'customer', PAGE);
      const { choose, chooseToken } = asked.body as {
        choose: { choice: string }[];
        chooseToken: string;
      };
      const body = { chooseToken, choice: choose[0]?.choice };
      let last = await api.call('POST', `${AUTH}/choose`, { body, headers: PAGE });
      const begun = last.body as Signed;
      const others = users.filter(({ id }) => id !== begun.user.id);
      // All but the last hour or day of a session that is in use.
      const pass = (many: number) =>
        t.db.write(people.ctx, (tx) =>
          tx.run(
            `update portal.refresh_family f set
             expires_at = (f.ends_at at time zone 'UTC' - s.time) at time zone 'UTC',
             ends_at = (f.ends_at at time zone 'UTC' - s.time) at time zone 'UTC'
           from (select make_interval(${unit} => $1::int) as time) s where f.company_id = $2`,
            [many, people.ctx.companyId],
          ),
        );
      await pass(whole - 1);
      for (const { id } of others) {
        const by = new PortalClient(api, PREFIX.customer, last.body as Signed);
        last = await by.call('POST', '/auth/switch', { body: { portalUserId: id } });
        expect(last).toMatchObject({ status: 200, body: { user: { id } } });
      }
      const by = new PortalClient(api, PREFIX.customer, last.body as Signed);
      const headers = { ...PAGE, cookie: pairOf(cookiesOf(last).get('__Host-q-c')) };
      expect((await by.call('GET', '/me')).status).toBe(200);
      await pass(1);
      expect(codeOf(await by.call('GET', '/me'))).toBe('401 unauthenticated');
      expect(codeOf(await refresh({}, headers))).toBe('401 refresh_token_invalid');
    },
  );

  test('authenticates no data: a cookie alone is nobody', async () => {
    const { cookies } = await enter(true);
    const headers = { ...PAGE, cookie: pairOf(cookies.get('__Host-q-c')) };
    signInAt(api.app);
    const answer = await api.call('GET', `${PREFIX.customer}/me`, { headers });
    expect(codeOf(answer)).toBe('401 unauthenticated');
  });

  test('begins by no page of another site', async () => {
    const { email, password } = await someone();
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const answer = await people.login({ email, password }, 'customer', headers);
      expect(codeOf(answer)).toBe('403 cross_site_request');
    }
    expect((await people.login({ email, password }, 'customer', PAGE)).status).toBe(200);
  });

  test('knows the device by its own cookie', async () => {
    const { cookies, email } = await enter(true);
    const [name = ''] = [...cookies.keys()].filter((each) => each.includes('-d-'));
    for (let n = 0; n < 5; n += 1) await people.login({ email, password: 'a wrong password' });
    const password = 'correct horse battery staple';
    expect(codeOf(await people.login({ email, password }))).toBe('401 account_locked');
    const headers = { cookie: pairOf(cookies.get(name)) };
    expect((await people.login({ email, password }, 'customer', headers)).status).toBe(200);
  });
});
