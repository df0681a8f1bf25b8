import { AccessTokens } from '@quittance/identity';
import { newId, type Ctx } from '@quittance/kernel';
import { createHash, createHmac } from 'node:crypto';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  aMember,
  send,
  startProbeApi,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';
import { LAST_LOCK, SLOW_LOCK } from '../hostile/probe/probe.controller.js';

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;
let owner: Client;

const RIGHTS = { invoices: ['view', 'create', 'update', 'import'] } as const;

beforeAll(async () => {
  t = await testDatabase();
  api = await startProbeApi(t);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, RIGHTS);
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

const post = (key: string, path: string, body: unknown = {}, member = clerk) =>
  send(api, path, {
    token: member.token,
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  });

/** How often an operation had its effect in the company. */
async function effects(companyId: string = ctx.companyId): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as n from audit.entry where company_id = $1 and action = 'probe.made'`,
    [companyId],
  );
  return (rows[0] as { n: number }).n;
}

async function storedKey(key: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await owner.query(`select * from http.idempotency_key where key = $1`, [key]);
  return rows[0] as Record<string, unknown> | undefined;
}

test('the first answer is sent again, byte for byte, and nothing happens twice', async () => {
  const before = await effects();
  const key = newId();
  const first = await post(key, '/probes', { name: 'a' });
  const again = await post(`"${key}"`, '/probes', { name: 'a' });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(first.headers.get('location')).toBe(`/probes/${String(first.json.id)}`);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await effects()).toBe(before + 1);
});

test('fifty at once have one effect: one answer, the rest replay or have to wait', async () => {
  const before = await effects();
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post(key, '/probes/slow', undefined)),
  );
  const fresh = answers.filter(
    ({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'),
  );
  const waiting = answers.filter(({ status }) => status === 409);
  const replays = answers.filter(({ headers }) => headers.has('idempotency-replayed'));
  expect(fresh).toHaveLength(1);
  expect(fresh.length + waiting.length + replays.length).toBe(50);
  for (const answer of waiting) {
    expect(answer.json.code).toBe('idempotency_key_in_flight');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  expect(await effects()).toBe(before + 1);
  expect((await post(key, '/probes/slow', undefined)).text).toBe(fresh[0]?.text);
});

test.each([
  ['body', '/probes', { name: 'b' }],
  ['path', '/probes/refused', {}],
  ['query', '/probes?x=1', { name: 'a' }],
])('the key with another %s is refused', async (_, path, body) => {
  const key = newId();
  await post(key, '/probes', { name: 'a' });
  const other = await post(key, path, body);
  expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
});

test.each([
  ['another company', async () => aMember(api, t, await t.newCompany(), RIGHTS)],
  ['another user', async () => aMember(api, t, ctx, RIGHTS)],
  ['an API key', async () => ({ ...clerk, token: clerk.key })],
])('the key of %s is another key', async (_, makeOther) => {
  const key = newId();
  const other = await makeOther();
  const first = await post(key, '/probes', { name: 'a' });
  const second = await post(key, '/probes', { name: 'a' }, other);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json.id).not.toBe(first.json.id);
});

test('a PATCH is kept too, a GET is not', async () => {
  const headers = { 'idempotency-key': newId(), 'if-match': '"3"' };
  const path = `/probes/${newId()}`;
  const patch = () =>
    send(api, path, { token: clerk.token, method: 'PATCH', body: { name: 'b' }, headers });
  const [first, again] = [await patch(), await patch()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const get = await send(api, '/probes', { token: clerk.token, headers });
  expect([get.status, get.headers.has('idempotency-replayed')]).toEqual([200, false]);
});

test('a refusal by a business rule is kept, with nothing of its effect', async () => {
  const before = await effects();
  const key = newId();
  const first = await post(key, '/probes/refused');
  const again = await post(key, '/probes/refused');
  expect([first.status, first.json.code]).toEqual([409, 'role_name_taken']);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('content-type')).toContain('application/problem+json');
  expect(await effects()).toBe(before);
});

test('what came to nothing lets the key go', async () => {
  const key = newId();
  const guest = await aMember(api, t, ctx, { invoices: ['view'] });
  expect((await post(key, '/probes', '{')).status).toBe(400);
  expect((await post(key, '/probes', { name: '' })).status).toBe(422);
  expect((await post(key, '/probes/broken', undefined)).status).toBe(500);
  expect((await post(key, '/probes', { name: 'a' }, guest)).status).toBe(403);
  expect(await storedKey(key)).toBeUndefined();
  expect((await post(key, '/probes', { name: 'a' })).status).toBe(201);
});

test('a replay asks for permission again', async () => {
  const member = await aMember(api, t, ctx, RIGHTS);
  const key = newId();
  expect((await post(key, '/probes', { name: 'a' }, member)).status).toBe(201);
  await owner.query(`update identity.staff_user set active = false where id = $1`, [member.userId]);
  expect((await post(key, '/probes', { name: 'a' }, member)).status).toBe(401);
});

describe('what is answered again', () => {
  const change = (roleId: string, column: string, value: unknown) =>
    owner.query(`update access.role set ${column} = $2, version = version + 1 where id = $1`, [
      roleId,
      JSON.stringify(value),
    ]);

  test.each([
    ['a right is taken away', 'matrix', { invoices: ['create', 'import'] }],
    ['the scope is narrowed', 'scopes', { invoices: 'own' }],
  ])('is not sent again once %s', async (_, column, value) => {
    const member = await aMember(api, t, ctx, RIGHTS);
    for (const token of [member.token, member.key]) {
      const before = await effects();
      const by = { ...member, token };
      const key = newId();
      const first = await post(key, '/probes', { name: 'a' }, by);
      expect((await post(key, '/probes', { name: 'a' }, by)).text).toBe(first.text);
      await change(member.roleId, column, value);
      const again = await post(key, '/probes', { name: 'a' }, by);
      expect([again.status, again.json.code]).toEqual([409, 'idempotency_rights_changed']);
      expect(again.json.detail).toContain('answered with 201');
      expect(again.text).not.toContain(String(first.json.id));
      expect(await effects()).toBe(before + 1);
      await change(member.roleId, column, column === 'matrix' ? RIGHTS : {});
      expect((await post(key, '/probes', { name: 'a' }, by)).text).toBe(first.text);
    }
  });

  test('is not sent again once the caller is in another team', async () => {
    const member = await aMember(api, t, ctx, RIGHTS);
    const key = newId();
    await post(key, '/probes', { name: 'a' }, member);
    await owner.query(`update identity.staff_user set team = 'North' where id = $1`, [
      member.userId,
    ]);
    const again = await post(key, '/probes', { name: 'a' }, member);
    expect(again.json.code).toBe('idempotency_rights_changed');
  });
});

test.each([
  ['without a character', ''],
  ['with a blank', 'a b'],
  ['beyond ASCII', 'ü'],
  ['above 255 characters', 'k'.repeat(256)],
])('a key %s is none', async (_, key) => {
  const answer = await send(api, '/probes', {
    token: clerk.token,
    body: { name: 'a' },
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([answer.status, answer.json.code]).toEqual([400, 'idempotency_key_invalid']);
});

test('an expired answer is forgotten: the key is new', async () => {
  const before = await effects();
  const key = newId();
  await post(key, '/probes', { name: 'a' });
  await owner.query(
    `update http.idempotency_key set expires_at = now() - interval '1 second' where key = $1`,
    [key],
  );
  const other = await post(key, '/probes', { name: 'b' });
  expect([other.status, other.headers.has('idempotency-replayed')]).toEqual([201, false]);
  expect(await effects()).toBe(before + 2);
});

describe('a key whose holder fell silent', () => {
  const hold = (key: string, silentFor: string, body = '{"name":"a"}') => {
    const digest = createHash('sha256').update(body).digest();
    const printKey = api.app
      .get(AccessTokens, { strict: false })
      .derivedKey('idempotency fingerprint');
    const print = createHmac('sha256', printKey)
      .update('POST\n/probes\n\n')
      .update(digest)
      .digest();
    return owner.query(
      `insert into http.idempotency_key (company_id, principal_kind, principal_id, key, fingerprint,
         state, owner, locked_at, created_at, expires_at)
       values ($1, 'staff', $2, $3, $4, 'in_progress', $5, now() - $6::interval, now(),
         now() + interval '1 day')`,
      [ctx.companyId, clerk.userId, key, print, newId(), silentFor],
    );
  };

  test('is waited for during a minute', async () => {
    const key = newId();
    await hold(key, '50 seconds');
    expect((await post(key, '/probes', { name: 'a' })).json.code).toBe('idempotency_key_in_flight');
  });

  test('is taken over after it', async () => {
    const key = newId();
    await hold(key, '61 seconds');
    expect((await post(key, '/probes', { name: 'a' })).status).toBe(201);
    expect((await storedKey(key))?.state).toBe('completed');
  });

  test('is not taken over by another request', async () => {
    const key = newId();
    await hold(key, '61 seconds', '{"name":"other"}');
    expect((await post(key, '/probes', { name: 'a' })).json.code).toBe('idempotency_key_reused');
  });

  test('has not fallen silent while its request goes on step by step', async () => {
    const before = await effects();
    const key = newId();
    for (const lock of [SLOW_LOCK, LAST_LOCK]) {
      await owner.query(`select pg_advisory_lock(${lock})`);
    }
    const first = post(key, '/probes/stepwise', undefined);
    while (!(await storedKey(key)));
    await owner.query(
      `update http.idempotency_key set locked_at = now() - interval '61 seconds' where key = $1`,
      [key],
    );
    await owner.query(`select pg_advisory_unlock(${SLOW_LOCK})`);
    while ((await effects()) === before);
    const again = post(key, '/probes/stepwise', undefined);
    await owner.query(`select pg_advisory_unlock(${LAST_LOCK})`);
    await again;
    expect((await first).status).toBe(200);
    expect(await effects()).toBe(before + 2);
  });

  test('cannot have its effect once it is taken over', async () => {
    const before = await effects();
    const key = newId();
    await owner.query(`select pg_advisory_lock(${SLOW_LOCK})`);
    const slow = post(key, '/probes/slow', undefined);
    while (!(await storedKey(key)));
    await owner.query(`update http.idempotency_key set owner = $2 where key = $1`, [key, newId()]);
    await owner.query(`select pg_advisory_unlock(${SLOW_LOCK})`);
    const answer = await slow;
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_key_in_flight']);
    expect(await effects()).toBe(before);
    expect((await storedKey(key))?.state).toBe('in_progress');
  });
});

test('a streamed body is part of the fingerprint', async () => {
  const key = newId();
  const load = (csv: string) =>
    send(api, '/probes/import', {
      token: clerk.token,
      body: csv,
      headers: { 'content-type': 'text/csv', 'idempotency-key': key },
    });
  const first = await load('a,b\n1,2\n');
  expect([first.status, first.json.bytes]).toEqual([200, 8]);
  expect((await load('a,b\n1,2\n')).text).toBe(first.text);
  expect((await load('a,b\n1,3\n')).json.code).toBe('idempotency_key_reused');
});
