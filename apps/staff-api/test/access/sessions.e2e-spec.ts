import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Pair {
  accessToken: string;
  refreshToken: string;
  deviceToken: string;
}

interface Session {
  id: string;
  current: boolean;
  userAgent: string | null;
  ip: string | null;
}

const PASSWORD = 'a password of my own';
const WRONG = 'not the password';

const post = (path: string, body?: unknown, headers = {}) =>
  api.call('POST', path, { body, headers });
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const call = (method: string, path: string, token: string) =>
  api.call(method, path, { headers: as(token) });

/** Whether the next request of each is served. */
async function served(...pairs: Pair[]): Promise<boolean[]> {
  const answers = pairs.map(({ accessToken }) => call('GET', '/auth/me', accessToken));
  return (await Promise.all(answers)).map((answer) => {
    if (answer.status !== 200) expect(refusal(answer)).toEqual([401, 'unauthenticated']);
    return answer.status === 200;
  });
}

interface Person {
  id: string;
  email: string;
  /** What the browser keeps with which the password was set. */
  cookie: string;
}

/** What a browser sends back of what it was told to keep. */
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? '';

async function aPerson(): Promise<Person> {
  const email = `${newId()}@example.com`;
  const made = await api.admin.call('POST', '/users', { body: { email, name: 'Pia Person' } });
  const { id } = bodyOf<{ id: string }>(made);
  return { id, email, cookie: cookieOf(await resetOf(id, PASSWORD)) };
}

/** Sets a password with the link that an administrator makes. */
async function resetOf(id: string, password: string): Promise<Answer> {
  const { token } = bodyOf<{ token: string }>(await api.admin.call('POST', `/users/${id}/invite`));
  return post('/auth/password/reset', { token, password });
}

const login = ({ email }: Person, more: object = {}, headers = {}) =>
  post('/auth/login', { email, password: PASSWORD, ...more }, headers);

async function signedIn(person: Person, headers = {}): Promise<Pair> {
  const answer = await login(person, {}, headers);
  expect(answer.status).toBe(200);
  return bodyOf<Pair>(answer);
}

async function guess(person: Person, times: number, more: object = {}): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const answer = await login(person, { ...more, password: WRONG });
    expect(refusal(answer)).toEqual([401, 'invalid_credentials']);
  }
}

async function audited(recordId: string, action: string): Promise<unknown[]> {
  const filter = encodeURIComponent(
    JSON.stringify({ field: 'recordId', op: 'eq', value: recordId }),
  );
  const found = await api.admin.call('GET', `/audit-log?search=${action}&filter=${filter}`);
  return bodyOf<{ data: { after: unknown }[] }>(found).data.map(({ after }) => after);
}

describe('an access token is good for no longer than its session', () => {
  test('which signing out ends, and no other of the user', async () => {
    const person = await aPerson();
    const [one, two] = [await signedIn(person), await signedIn(person)];
    await post('/auth/logout', { refreshToken: one.refreshToken });
    expect(await served(one, two)).toEqual([false, true]);
  });

  test('which signing out ends by that token alone', async () => {
    const person = await aPerson();
    const [one, two] = [await signedIn(person), await signedIn(person)];
    expect((await call('POST', '/auth/logout', one.accessToken)).status).toBe(204);
    expect(await served(one, two)).toEqual([false, true]);
    expect(refusal(await post('/auth/logout', {}))).toEqual([401, 'unauthenticated']);
  });

  test('which goes on when it is refreshed, with the earlier token too', async () => {
    const first = await signedIn(await aPerson());
    const { refreshToken } = first;
    const second = bodyOf<Pair>(await post('/auth/refresh', { refreshToken }));
    expect(await served(first, second)).toEqual([true, true]);
  });

  test('which ends with the theft of a refresh token, for the thief and the owner', async () => {
    const person = await aPerson();
    const [first, other] = [await signedIn(person), await signedIn(person)];
    const { refreshToken } = first;
    const second = bodyOf<Pair>(await post('/auth/refresh', { refreshToken }));
    await t.db.write(api.company, (tx) =>
      tx.run(`update identity.refresh_token set spent_at =
                (spent_at at time zone 'UTC' - interval '11 seconds') at time zone 'UTC'
              where spent_at is not null`),
    );
    expect((await post('/auth/refresh', { refreshToken })).status).toBe(401);
    expect(await served(first, second, other)).toEqual([false, false, true]);
  });

  test('which a reset of the password ends', async () => {
    const person = await aPerson();
    const pairs = [await signedIn(person), await signedIn(person)];
    expect((await resetOf(person.id, 'another long password')).status).toBe(204);
    expect(await served(...pairs)).toEqual([false, false]);
  });

  test('which an administrator ends by deactivating the user, for good', async () => {
    const person = await aPerson();
    const pair = await signedIn(person);
    await api.admin.call('POST', `/users/${person.id}/deactivate`);
    expect(await served(pair)).toEqual([false]);
    await api.admin.call('PATCH', `/users/${person.id}`, { body: { active: true } });
    expect(await served(pair)).toEqual([false]);
    expect((await login(person)).status).toBe(200);
  });

  test('which an administrator ends by signing the user out', async () => {
    const person = await aPerson();
    const pairs = [await signedIn(person), await signedIn(person)];
    expect((await api.admin.call('POST', `/users/${person.id}/sign-out`)).status).toBe(200);
    expect(await served(...pairs)).toEqual([false, false]);
    expect(await audited(person.id, 'user.signed_out')).toEqual([{ ended: 2 }]);
    expect((await login(person)).status).toBe(200);
  });

  test('and who is no administrator signs none out', async () => {
    const body = { name: `Managers ${newId()}`, matrix: { users: ['view', 'update'] } };
    const role = bodyOf<{ id: string }>(await api.admin.call('POST', '/roles', { body }));
    const manager = await aPerson();
    const roleIds = [role.id];
    await api.admin.call('PATCH', `/users/${manager.id}`, { body: { roleIds } });
    const { accessToken } = await signedIn(manager);
    const path = `/users/${api.admin.userId}/sign-out`;
    const refused = await call('POST', path, accessToken);
    expect(refusal(refused)).toEqual([403, 'administrator_required']);
  });
});

describe('/auth/sessions', () => {
  const list = async ({ accessToken }: Pair) =>
    bodyOf<Session[]>(await call('GET', '/auth/sessions', accessToken));

  test('lists where the caller is signed in, and nobody else', async () => {
    const person = await aPerson();
    await signedIn(await aPerson());
    const laptop = await signedIn(person, { 'user-agent': 'Laptop/1' });
    const phone = await signedIn(person, { 'user-agent': 'Phone/1' });
    const { refreshToken } = laptop;
    await post('/auth/refresh', { refreshToken }, { 'user-agent': 'Laptop/2' });
    expect(await list(phone)).toEqual([
      {
        id: expect.any(String),
        current: true,
        userAgent: 'Phone/1',
        ip: '127.0.0.1',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
      expect.objectContaining({ current: false, userAgent: 'Laptop/2' }),
    ]);
  });

  test('ends one', async () => {
    const person = await aPerson();
    const [one, two, three] = [
      await signedIn(person),
      await signedIn(person),
      await signedIn(person),
    ];
    const { id = '' } = (await list(one)).find(({ current }) => current) ?? {};
    expect((await call('DELETE', `/auth/sessions/${id}`, two.accessToken)).status).toBe(204);
    expect(await served(one, two, three)).toEqual([false, true, true]);
    const again = await call('DELETE', `/auth/sessions/${id}`, two.accessToken);
    expect(refusal(again)).toEqual([404, 'not_found']);
    expect(await list(two)).toHaveLength(2);
    expect(await audited(person.id, 'auth.session_ended')).toEqual([{ sessionId: id }]);
  });

  test('ends all others', async () => {
    const person = await aPerson();
    const pairs = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const { accessToken } = pairs[1] as Pair;
    expect((await call('DELETE', '/auth/sessions', accessToken)).status).toBe(204);
    expect(await served(...pairs)).toEqual([false, true, false]);
    expect(await audited(person.id, 'auth.sessions_ended')).toEqual([{ ended: 2 }]);
  });

  test('ends none of another user, nor of another company', async () => {
    const victim = await signedIn(await aPerson());
    const [{ id }] = (await list(victim)) as [Session];
    const colleague = await signedIn(await aPerson());
    const stranger = await api.newAdmin();
    const path = `/auth/sessions/${id}`;
    expect((await call('DELETE', path, colleague.accessToken)).status).toBe(404);
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect((await call('DELETE', '/auth/sessions', colleague.accessToken)).status).toBe(204);
    expect(await served(victim)).toEqual([true]);
  });

  test('is empty for an API key', async () => {
    const role = await api.admin.call('POST', '/roles', { body: { name: `Role ${newId()}` } });
    const body = { name: 'Key', roleId: bodyOf<{ id: string }>(role).id };
    const { key } = bodyOf<{ key: string }>(await api.admin.call('POST', '/api-keys', { body }));
    expect((await call('GET', '/auth/sessions', key)).body).toEqual([]);
    expect((await call('DELETE', '/auth/sessions', key)).status).toBe(204);
    expect((await call('DELETE', `/auth/sessions/${newId()}`, key)).status).toBe(404);
  });
});

describe('what strangers guess', () => {
  test('ends no live session and shuts no known device out', async () => {
    const person = await aPerson();
    const pair = await signedIn(person);
    await guess(person, 7);
    expect(refusal(await login(person))).toEqual([401, 'account_locked']);
    expect(await served(pair)).toEqual([true]);
    expect((await post('/auth/refresh', { refreshToken: pair.refreshToken })).status).toBe(200);
    const known = await login(person, { deviceToken: pair.deviceToken });
    expect(known.status).toBe(200);
    expect(bodyOf<Pair>(known).deviceToken).toBe(pair.deviceToken);
    expect(refusal(await login(person))).toEqual([401, 'account_locked']);
  });

  test('on a known device locks that device alone', async () => {
    const person = await aPerson();
    const [stolen, other] = [await signedIn(person), await signedIn(person)];
    await guess(person, 7, { deviceToken: stolen.deviceToken });
    const locked = await login(person, { deviceToken: stolen.deviceToken });
    expect(refusal(locked)).toEqual([401, 'account_locked']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890);
    expect((await login(person, { deviceToken: other.deviceToken })).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    expect(await served(stolen)).toEqual([true]);
    await api.admin.call('POST', `/users/${person.id}/unlock`);
    expect((await login(person, { deviceToken: stolen.deviceToken })).status).toBe(200);
  });

  test('with the token of a device of somebody else counts as from a stranger', async () => {
    const [person, thief] = [await aPerson(), await aPerson()];
    const { deviceToken } = await signedIn(thief);
    await guess(person, 5, { deviceToken });
    expect(refusal(await login(person, { deviceToken }))).toEqual([401, 'account_locked']);
    expect((await login(thief, { deviceToken })).status).toBe(200);
  });

  test.each(['qd_', 'x'.repeat(200), `qd_${'0'.repeat(32)}${'A'.repeat(43)}`])(
    'is not known by a token that is none: %#',
    async (deviceToken) => {
      const person = await aPerson();
      await guess(person, 5, { deviceToken });
      expect(refusal(await login(person, { deviceToken }))).toEqual([401, 'account_locked']);
    },
  );

  test('ends the live sessions where the company has set so', async () => {
    const other = await api.newAdmin();
    const settings = () => other.call('GET', '/company/sign-in');
    expect((await settings()).body).toEqual({ lockEndsSessions: false });
    const body = { lockEndsSessions: true };
    expect((await other.call('PATCH', '/company/sign-in', { body })).body).toEqual(body);
    expect((await settings()).body).toEqual(body);
    const email = `admin@${other.companyId}.example.com`;
    for (let n = 0; n < 5; n += 1) await post('/auth/login', { email, password: WRONG });
    expect((await other.call('GET', '/auth/me')).status).toBe(401);
  });
});

describe('a browser', () => {
  test('is known by a cookie that no script and no other site sees', async () => {
    const person = await aPerson();
    const answer = await login(person);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^quittance_device_[0-9a-f]{16}=qd_[\w-]{97}; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Strict$/,
    );
    await guess(person, 5);
    expect((await login(person, {}, { cookie: cookieOf(answer) })).status).toBe(200);
    expect(refusal(await login(person))).toEqual([401, 'account_locked']);
  });

  test('is told to keep it from plain http where the host is reached by https', async () => {
    const person = await aPerson();
    const secure = await startStaffApi(t, { STAFF_PUBLIC_URL: 'https://staff.example.com' });
    const body = { email: person.email, password: PASSWORD };
    const answer = await secure.call('POST', '/auth/login', { body });
    await secure.close();
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  test('is known once a password was set in it, so that a reset opens the account', async () => {
    const person = await aPerson();
    const { cookie } = person;
    await guess(person, 5);
    expect((await login(person, {}, { cookie })).status).toBe(200);
    const reset = await resetOf(person.id, PASSWORD);
    expect((await login(person)).status).toBe(200);
    await guess(person, 5);
    expect(refusal(await login(person))).toEqual([401, 'account_locked']);
    expect((await login(person, {}, { cookie: cookieOf(reset) })).status).toBe(200);
  });
});

describe('no cache keeps', () => {
  const kept = ({ status, headers }: Answer) => [status, headers.get('cache-control')];

  test('tokens, nor what signing in refuses', async () => {
    const person = await aPerson();
    const answer = await login(person);
    expect(kept(answer)).toEqual([200, 'no-store']);
    const { refreshToken } = bodyOf<Pair>(answer);
    expect(kept(await post('/auth/refresh', { refreshToken }))).toEqual([200, 'no-store']);
    expect(kept(await login(person, { password: WRONG }))).toEqual([401, 'no-store']);
    expect(kept(await resetOf(person.id, PASSWORD))).toEqual([204, 'no-store']);
  });

  test('records, whose tag is for If-Match alone', async () => {
    const path = `/users/${(await aPerson()).id}`;
    const record = await api.admin.call('GET', path);
    const tag = record.headers.get('etag') ?? '';
    expect([...kept(record), tag]).toEqual([200, 'no-store', '"2"']);
    const same = await api.admin.call('GET', path, { headers: { 'if-none-match': tag } });
    expect(kept(same)).toEqual([200, 'no-store']);
    const body = { name: 'Pia Renamed' };
    const headers = { 'if-match': '"7"' };
    const refused = await api.admin.call('PATCH', path, { body, headers });
    expect(kept(refused)).toEqual([412, 'no-store']);
    for (const list of ['/users', '/users?cursor=', '/auth/me', '/company']) {
      expect(kept(await api.admin.call('GET', list))).toEqual([200, 'no-store']);
    }
  });

  test('a schema without asking again, which has a tag of what it says', async () => {
    const path = '/leads/schema';
    const first = await api.admin.call('GET', path);
    expect(kept(first)).toEqual([200, 'private, no-cache']);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(kept(await api.admin.call('GET', path, { headers }))).toEqual([
      304,
      'private, no-cache',
    ]);
  });
});
