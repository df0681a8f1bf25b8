import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from './members.js';

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

const post = (path: string, body: unknown) => api.call('POST', path, { body });
const login = (who: unknown = api.credentials) => post('/auth/login', who);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const me = (token: string) => api.call('GET', '/auth/me', bearer(token));

/** Filters of the log and of the events. */
const about = (recordId: string) =>
  encodeURIComponent(JSON.stringify({ field: 'recordId', op: 'eq', value: recordId }));
const lockOf = (recordId: string) =>
  encodeURIComponent(
    JSON.stringify({
      and: [
        { field: 'recordId', op: 'eq', value: recordId },
        { field: 'type', op: 'eq', value: 'user.locked' },
      ],
    }),
  );

/** A user who has set a password with their invitation. */
async function joinedUser() {
  const email = `${newId()}@example.com`;
  const password = 'a password of my own';
  const made = await api.admin.call('POST', '/users', { body: { email, name: 'Joe Joined' } });
  const { id } = bodyOf<{ id: string }>(made);
  const invited = await api.admin.call('POST', `/users/${id}/invite`);
  const { token } = bodyOf<{ token: string }>(invited);
  expect((await post('/auth/password/reset', { token, password })).status).toBe(204);
  return { id, token, credentials: { email, password } };
}

describe('POST /auth/login', () => {
  it('answers a pair that opens the API', async () => {
    const answer = await login();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^qr_/),
      deviceToken: expect.stringMatching(/^qd_/),
      tokenType: 'Bearer',
      expiresIn: 3600,
      user: {
        id: api.admin.userId,
        email: api.credentials.email,
        name: 'Ada Admin',
        companyId: api.company.companyId,
      },
    });
    expect((await me(bodyOf<Pair>(answer).accessToken)).status).toBe(200);
  });

  it('refuses an unknown e-mail and a wrong password with the same words', async () => {
    const unknown = await login({ email: 'nobody@example.com', password: 'wrong' });
    const wrong = await login({ ...api.credentials, password: 'wrong' });
    expect([unknown, wrong].map(refusal)).toEqual([
      [401, 'invalid_credentials'],
      [401, 'invalid_credentials'],
    ]);
    const words = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;
    expect(words(bodyOf(unknown))).toEqual(words(bodyOf(wrong)));
  });

  it('tells the right password of a locked account when it opens', async () => {
    const { id, credentials } = await joinedUser();
    for (let n = 0; n < 6; n += 1) {
      const wrong = await login({ ...credentials, password: 'wrong' });
      expect(refusal(wrong)).toEqual([401, 'invalid_credentials']);
    }
    const locked = await login(credentials);
    expect(refusal(locked)).toEqual([401, 'account_locked']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890);
    await api.admin.call('POST', `/users/${id}/unlock`);
    expect((await login(credentials)).status).toBe(200);
  });

  it.each([
    [{ email: 'no e-mail', password: 'x' }, '/email'],
    [{ email: 'a@example.com' }, '/password'],
    [{ email: 'a@example.com', password: 'x'.repeat(1025) }, '/password'],
    [{ email: 'a@example.com', password: 'x', company: '../x' }, '/company'],
  ])('refuses what cannot be credentials: %#', async (body, pointer) => {
    const answer = await login(body);
    expect(answer.status).toBe(422);
    expect(bodyOf<{ errors: object[] }>(answer).errors).toEqual([
      expect.objectContaining({ pointer }),
    ]);
  });

  it.each(['login', 'refresh', 'logout', 'password/forgot', 'password/reset'])(
    'refuses very many values before it looks into them: %s',
    async (route) => {
      const body = { email: Array(20_000).fill({}) };
      const answer = await api.call('POST', `/auth/${route}`, { body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ detail: 'The body has too many values.' });
      expect(answer.body).not.toHaveProperty('errors');
    },
  );

  it('refuses members it does not know', async () => {
    const answer = await login({ ...api.credentials, admin: true });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('/admin');
  });

  it('takes a text with NUL or of many scripts for a wrong password, not an error', async () => {
    for (const password of ['\u0000\u0000', '  spaces  ', 'пароль🔑'.repeat(40), '']) {
      const answer = await login({ ...api.credentials, password });
      expect([400, 401, 422]).toContain(answer.status);
    }
    await t.db.write(api.company, (tx) =>
      tx.run('update identity.staff_user set failures = 0, locked_until = null'),
    );
  });
});

describe('POST /auth/refresh and /auth/logout', () => {
  it('rotate the pair and end the family', async () => {
    const first = bodyOf<Pair>(await login());
    const refreshed = await post('/auth/refresh', { refreshToken: first.refreshToken });
    expect(refreshed.status).toBe(200);
    const second = bodyOf<Pair>(refreshed);
    expect((await me(second.accessToken)).status).toBe(200);
    expect((await post('/auth/logout', { refreshToken: first.refreshToken })).status).toBe(204);
    const dead = await post('/auth/refresh', { refreshToken: second.refreshToken });
    expect(refusal(dead)).toEqual([401, 'refresh_token_invalid']);
  });

  it('take no access token for a refresh token, nor the reverse', async () => {
    const { accessToken, refreshToken } = bodyOf<Pair>(await login());
    const asRefresh = await post('/auth/refresh', { refreshToken: accessToken });
    expect([401, 422]).toContain(asRefresh.status);
    expect(refusal(await me(refreshToken))).toEqual([401, 'unauthenticated']);
  });
});

describe('POST /auth/password/forgot and /reset', () => {
  it('answers every e-mail alike', async () => {
    const answers = await Promise.all([
      post('/auth/password/forgot', { email: api.credentials.email }),
      post('/auth/password/forgot', { email: 'nobody@example.com' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, undefined],
      [202, undefined],
    ]);
  });

  it('refuses a token that was used, is unknown or is none', async () => {
    const { token } = await joinedUser();
    const password = 'another long password';
    for (const text of [token, `qp_${'0'.repeat(32)}${'A'.repeat(43)}`, 'none']) {
      const answer = await post('/auth/password/reset', { token: text, password });
      expect(refusal(answer)).toEqual([422, 'password_token_invalid']);
    }
  });
});

describe('POST /auth/password', () => {
  it('asks for the current password, ends every session and goes on in a new one', async () => {
    const { credentials } = await joinedUser();
    const pair = bodyOf<Pair>(await login(credentials));
    const change = (currentPassword: string, password: string) => {
      const call = { ...bearer(pair.accessToken), body: { currentPassword, password } };
      return api.call('POST', '/auth/password', call);
    };
    const wrong = await change('not my password', 'the next password');
    expect(refusal(wrong)).toEqual([422, 'validation_failed']);
    expect(JSON.stringify(wrong.body)).toContain('/currentPassword');
    expect(JSON.stringify((await change(credentials.password, 'short')).body)).toContain(
      '/password',
    );
    const elsewhere = bodyOf<Pair>(await login(credentials));
    const changed = await change(credentials.password, 'the next password');
    expect(changed.status).toBe(200);
    for (const { accessToken, refreshToken } of [pair, elsewhere]) {
      expect(refusal(await me(accessToken))).toEqual([401, 'unauthenticated']);
      expect((await post('/auth/refresh', { refreshToken })).status).toBe(401);
    }
    const { accessToken, refreshToken } = bodyOf<Pair>(changed);
    expect((await me(accessToken)).status).toBe(200);
    expect((await post('/auth/refresh', { refreshToken })).status).toBe(200);
    expect((await login(credentials)).status).toBe(401);
    const next = { ...credentials, password: 'the next password' };
    expect((await login(next)).status).toBe(200);
  });

  it('is refused again under the same idempotency key while the current one is wrong', async () => {
    const { credentials } = await joinedUser();
    const { accessToken } = bodyOf<Pair>(await login(credentials));
    const headers = { ...bearer(accessToken).headers, 'idempotency-key': newId() };
    const body = { currentPassword: 'not my password', password: 'the next password' };
    const change = () => api.call('POST', '/auth/password', { headers, body });
    expect([refusal(await change()), refusal(await change())]).toEqual([
      [422, 'validation_failed'],
      [422, 'validation_failed'],
    ]);
    expect((await login(credentials)).status).toBe(200);
  });

  it('locks the device after five wrong ones, like signing in does, and no other', async () => {
    const { id, credentials } = await joinedUser();
    const { accessToken, deviceToken } = bodyOf<Pair>(await login(credentials));
    const change = (currentPassword: string) => {
      const body = { currentPassword, password: 'the next password' };
      return api.call('POST', '/auth/password', { ...bearer(accessToken), body });
    };
    for (let n = 0; n < 5; n += 1) await change('not my password');
    const right = await change(credentials.password);
    expect(refusal(right)).toEqual([401, 'account_locked']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(890);
    expect((await me(accessToken)).status).toBe(200);
    const again = await login({ ...credentials, deviceToken });
    expect(refusal(again)).toEqual([401, 'account_locked']);
    expect((await login(credentials)).status).toBe(200);
    const told = await api.admin.call('GET', `/events?filter=${lockOf(id)}`);
    expect(told.body).toMatchObject({ total: 1, data: [{ data: { email: credentials.email } }] });
    const logged = await api.admin.call('GET', `/audit-log?search=auth.locked&filter=${about(id)}`);
    expect(logged.body).toMatchObject({ total: 1 });
  });
});

describe('GET /auth/me and /auth/permissions', () => {
  it('say who the caller is and what they may do', async () => {
    const member = await memberWith(api, {
      matrix: { invoices: ['view', 'print'] },
      grants: ['customization'],
    });
    const answer = await member.call('GET', '/auth/me');
    expect(answer.body).toMatchObject({
      actor: { kind: 'staff', id: member.userId },
      user: { id: member.userId, name: 'Mia Member', team: null },
      company: { id: api.company.companyId, baseCurrency: 'EUR' },
      roles: [{ name: expect.stringMatching(/^Role /) }],
    });
    expect((await member.call('GET', '/auth/permissions')).body).toEqual({
      all: false,
      resources: { invoices: ['view', 'print'] },
      scopes: { invoices: 'all' },
      grants: ['customization'],
    });
    expect(bodyOf(await api.admin.call('GET', '/auth/permissions'))).toMatchObject({ all: true });
  });

  it.each([
    ['no token', ''],
    ['no JWT', 'abc'],
    ['an unsigned JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
    ['an unknown key', `qk_${'0'.repeat(32)}${'A'.repeat(43)}`],
  ])('refuse %s', async (_, token) => {
    expect(refusal(await me(token))).toEqual([401, 'unauthenticated']);
  });

  it('refuse an access token an hour after it was made', async () => {
    const token = api.admin.token();
    expect((await me(token)).status).toBe(200);
    t.clock.set('2026-03-02T10:00:00Z');
    const answer = await me(token);
    t.clock.set('2026-03-02T09:00:00Z');
    expect(answer.status).toBe(401);
  });
});

describe('the limit of sign-ins', () => {
  it('holds for every route of signing in, by address', async () => {
    const strict = await startStaffApi(t, { RATE_LIMIT_SIGN_IN_PER_MINUTE: '2' });
    const routes: [string, object][] = [
      ['/auth/login', { email: 'nobody@example.com', password: 'a wrong password' }],
      ['/auth/refresh', { refreshToken: 'qr_none' }],
      ['/auth/password/forgot', { email: 'nobody@example.com' }],
      ['/auth/password/reset', { token: 'qp_none', password: 'a new long password' }],
    ];
    for (const [path, body] of routes) {
      const statuses = [];
      for (let i = 0; i < 3; i += 1) {
        statuses.push((await strict.call('POST', path, { body })).status === 429);
      }
      expect([path, ...statuses]).toEqual([path, false, false, true]);
    }
    await strict.close();
  });
});

describe('the limit of forgotten passwords', () => {
  it('holds for one e-mail, whether anybody has it or not', async () => {
    const { credentials } = await joinedUser();
    const strict = await startStaffApi(t, { RATE_LIMIT_FORGOT_PER_HOUR: '3' });
    const ask = (email: string) =>
      strict.call('POST', '/auth/password/forgot', { body: { email } });
    for (const email of [credentials.email, `${newId()}@example.com`]) {
      const asked = [await ask(email), await ask(email), await ask(email.toUpperCase())];
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(refusal(await ask(email))).toEqual([429, 'rate_limited']);
    }
    await strict.close();
  });
});
