import { newId, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { asAdmin } from '../../../../test/support/test-server.js';
import {
  aMember,
  send,
  startProbeApi,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';
import { SLOW_LOCK } from '../hostile/probe/probe.controller.js';

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;

beforeAll(async () => {
  t = await testDatabase();
  api = await startProbeApi(t);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, { invoices: ['view', 'create', 'update', 'import'] });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const KIB = 1024;

/** An operation of the OpenAPI document. */
interface Documented {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

describe('a webhook', () => {
  const hook = (body: string | Buffer, type = 'application/json') =>
    send(api, '/probes/hook', { body, headers: { 'content-type': type } });
  const sha = (body: string | Buffer) => createHash('sha256').update(body).digest('hex');

  test.each([
    ['JSON', '{ "amount":100.00,\n"a":"\\u00e9" }', 'application/json'],
    ['no JSON', '{"a":', 'application/json'],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00]), 'application/json'],
    ['a form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
    ['a text', 'hello', 'text/plain'],
  ])(
    'keeps the bytes of %s and makes nothing of them, for the signature comes first',
    async (_, body, type) => {
      const { status, json } = await hook(body, type);
      expect([status, json]).toEqual([200, { sha: sha(body), parsed: null }]);
    },
  );

  test('is refused above 256 KiB', async () => {
    expect((await hook('x'.repeat(256 * KIB))).status).toBe(200);
    const { status, json } = await hook('x'.repeat(256 * KIB + 1));
    expect([status, json.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('an import', () => {
  const load = (body: string, type = 'text/csv; charset=utf-8') =>
    send(api, '/probes/import', {
      token: clerk.token,
      body,
      headers: { 'content-type': type },
    });

  test('takes CSV far above the limit of other routes', async () => {
    const bytes = 8 * KIB * KIB;
    expect((await load('a'.repeat(bytes))).json).toMatchObject({ bytes });
  });

  test('takes nothing but CSV', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { status, json } = await load('{}', type);
      expect([status, json.code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('is refused above 50 MiB, announced or not', async () => {
    const chunk = Buffer.alloc(KIB * KIB, 'a');
    async function* tooMuch() {
      for (let i = 0; i < 51; i += 1) yield chunk;
    }
    const body = Readable.from(tooMuch());
    const options = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'text/csv' },
    };
    // The server may cut the connection while the client is still sending.
    const answer = await fetch(`${api.url}/probes/import`, options as never).catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
    expect((await send(api, '/health/live')).status).toBe(200);
  });
});

describe('too many requests', () => {
  let strict: ProbeApi;

  beforeAll(async () => {
    strict = await startProbeApi(t, { requestsPerMinute: 20, signInsPerMinute: 3 });
  });

  afterAll(() => strict?.close());

  test('to sign in are refused per address, and say when to come again', async () => {
    const answers = [];
    for (let i = 0; i < 5; i += 1)
      answers.push(await send(strict, '/probes/sign-in', { body: {} }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const last = answers[4];
    expect(last?.json.code).toBe('rate_limited');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test.each([
    ['to sign in', '/probes/sign-in', {}, 200],
    ['of strangers', '/probes/me', undefined, 401],
  ])('%s from the addresses of one IPv6 network count together', async (_, path, body, free) => {
    const limits = { requestsPerMinute: 3, signInsPerMinute: 3 };
    const proxied = await startProbeApi(t, { trustProxy: true, ...limits });
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await send(proxied, path, { body, headers })).status;
    };
    const statuses = [];
    for (const host of [1, 2, 3, 4]) statuses.push(await from(`2001:db8:1:2::${host}`));
    expect(statuses).toEqual([free, free, free, 429]);
    expect(await from('2001:db8:1:3::4')).toBe(free);
    await proxied.close();
  });

  test('of the documents count against the address as all others', async () => {
    const limited = await startProbeApi(t, { requestsPerMinute: 4 });
    const paths = ['/openapi.json', '/docs', '/docs/swagger-ui-init.js', '/docs/', '/openapi.json'];
    const statuses = [];
    for (const path of paths) statuses.push((await send(limited, path)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await send(limited, '/docs')).json.code).toBe('rate_limited');
    expect((await send(limited, '/probes/me')).status).toBe(429);
    await limited.close();
  });

  test('of the documents count however their address is written', async () => {
    const limited = await startProbeApi(t, { requestsPerMinute: 4 });
    const paths = ['/%6fpenapi.json', '/openapi%2Ejson', '/%64ocs', '/openapi.json?a=b'];
    for (const status of [200, 429]) {
      for (const path of paths) {
        expect([path, (await send(limited, path)).status]).toEqual([path, status]);
      }
    }
    await limited.close();
  });

  test('of one token are refused, and tokens that are none share a window', async () => {
    const member = await aMember(strict, t, ctx, { invoices: ['view'] });
    const statuses = new Set<number>();
    for (let i = 0; i < 22; i += 1) {
      statuses.add((await send(strict, '/probes/me', { token: member.token })).status);
    }
    expect([...statuses]).toEqual([200, 429]);
    let last = 0;
    for (let i = 0; i < 22; i += 1) {
      last = (await send(strict, '/probes/me', { token: `made-up-${i}` })).status;
    }
    expect(last).toBe(429);
  });
});

describe('the documents', () => {
  test('are an OpenAPI 3.1 description of every route, body and refusal', async () => {
    const { status, json } = await send(api, '/openapi.json');
    expect([status, json.openapi]).toEqual([200, '3.1.0']);
    const paths = json.paths as Record<string, Record<string, Documented>>;
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/probes', '/probes/{id}', '/probes/{id}/send', '/health/ready']),
    );
    const make = paths['/probes']?.post;
    expect(make).toMatchObject({
      requestBody: { content: { 'application/json': { schema: expect.anything() } } },
      security: [{ bearer: [] }],
      'x-problem-codes': expect.arrayContaining([
        'role_name_taken',
        'validation_failed',
        'permission_denied',
        'idempotency_key_reused',
      ]),
      responses: { 409: { content: { 'application/problem+json': expect.anything() } } },
    });
    expect(make?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key' }));
    const change = paths['/probes/{id}']?.patch;
    expect(change?.parameters.map(({ name }) => name)).toEqual([
      'id',
      'Idempotency-Key',
      'If-Match',
    ]);
    const list = paths['/probes']?.get;
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'pageSize', 'cursor', 'sort', 'filter', 'search']),
    );
  });

  test('say of every operation what it answers', async () => {
    const { json } = await send(api, '/openapi.json');
    const operations = Object.values(json.paths as object).flatMap((path) =>
      Object.values(path as object),
    ) as Documented[];
    const silent = operations.filter(({ responses }) => {
      const [status, success] = Object.entries(responses).find(([code]) => code < '300') ?? [];
      return !success || (status !== '204' && !success.content);
    });
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('are the same packed and plain', async () => {
    const read = async (encoding: string) => {
      const headers = { 'accept-encoding': encoding };
      const { headers: sent, text } = await send(api, '/openapi.json', { headers });
      return [sent.get('content-encoding'), sent.get('vary'), text] as const;
    };
    const [packed, plain] = [await read('gzip'), await read('gzip;q=0')];
    expect(packed.slice(0, 2)).toEqual(['gzip', 'accept-encoding']);
    expect(plain).toEqual([null, 'accept-encoding', packed[2]]);
  });

  test('can be read as a page', async () => {
    const { status, headers, text } = await send(api, '/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(text).toContain('Quittance staff API');
  });
});

describe('around it', () => {
  test('answers carry security headers, and origins that are not listed are shut out', async () => {
    const origin = (from: string) => send(api, '/health/live', { headers: { origin: from } });
    const listed = await origin('https://app.example.com');
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const other = await origin('https://evil.example.com');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(other.headers.get('x-content-type-options')).toBe('nosniff');
    expect(other.headers.get('content-security-policy')).toContain("object-src 'none'");
  });

  test('figures are for this machine or for the holder of the token', async () => {
    const own = await send(api, '/metrics');
    expect(own.text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/health/);
    expect(own.text).toMatch(/nodejs_eventloop_lag_seconds [\d.]+/);
    expect(own.text).toMatch(/outbox_lag_seconds 0/);
    for (const [work, lane] of Object.entries({ event: 'bulk', message: 'held', email: 'fresh' })) {
      expect(own.text).toContain(`backlog_waiting{work="${work}",lane="${lane}"} 0`);
      expect(own.text).toContain(`backlog_oldest_seconds{work="${work}",lane="${lane}"} 0`);
      expect(own.text).toContain(`backlog_given_up{work="${work}"} 0`);
    }
    const proxied = await send(api, '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(proxied.status).toBe(401);
    const closed = await startProbeApi(t, { metricsToken: 'token-of-the-scraper' });
    expect((await send(closed, '/metrics')).status).toBe(401);
    expect((await send(closed, '/metrics', { token: 'another token' })).status).toBe(401);
    expect((await send(closed, '/metrics', { token: 'token-of-the-scraper' })).status).toBe(200);
    await closed.close();
  });

  test('a host is not ready before every migration has run', async () => {
    class NotYetRun1764000999999 {
      up = async () => undefined;
      down = async () => undefined;
    }
    const early = await startProbeApi(t, { migrations: [NotYetRun1764000999999] });
    const { status, headers, json } = await send(early, '/health/ready');
    expect([status, json.code]).toEqual([503, 'not_ready']);
    expect(json.detail).toBe('Migrations that have not run yet: 1.');
    expect(headers.get('retry-after')).toBe('2');
    expect((await send(early, '/health/live')).status).toBe(200);
    await early.close();
  });

  test('a host is not ready while its database fails at what all requests begin with', async () => {
    // As after an upgrade of the programs of a running server: plain SQL still runs, PL/pgSQL does
    // not.
    const handler = `update pg_proc set probin = $1 where proname = 'plpgsql_call_handler'`;
    const setHandler = (file: string) =>
      asAdmin(t.ownerUrl, (admin) => admin.query(handler, [file]));
    await setHandler('$libdir/replaced');
    try {
      expect((await send(api, '/probes', { token: clerk.token })).status).toBe(500);
      const { status, json } = await send(api, '/health/ready');
      expect([status, json.code]).toEqual([503, 'not_ready']);
      expect(json.detail).toBe('The database answers with errors.');
    } finally {
      await setHandler('$libdir/plpgsql');
    }
    expect((await send(api, '/health/ready')).status).toBe(200);
  });

  test('a host that stops answers what has begun, on connections kept open too', async () => {
    const stopping = await startProbeApi(t);
    const member = await aMember(stopping, t, ctx, { invoices: ['create'] });
    const { port } = new URL(stopping.url);
    const socket = openSocket(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const key = newId();
    const ask = [
      'POST /probes/slow HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${member.token}`,
      `Idempotency-Key: ${key}`,
      'Content-Length: 0',
    ];
    const holder = await t.db.pool.connect();
    await holder.query(`select pg_advisory_lock(${SLOW_LOCK})`);
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.write(`${ask.join('\r\n')}\r\n\r\n`);
    const isUnderWay = () =>
      t.db.read(ctx, (tx) => tx.maybe('select 1 from http.idempotency_key where key = $1', [key]));
    while (!(await isUnderWay()));
    const closing = Promise.all([stopping.close(), once(socket, 'close')]);
    await holder.query(`select pg_advisory_unlock(${SLOW_LOCK})`);
    holder.release();
    await closing;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('a host that stops waits for no connection on which nothing was ever sent', async () => {
    const stopping = await startProbeApi(t);
    const unused = openSocket(Number(new URL(stopping.url).port), '127.0.0.1');
    await once(unused, 'connect');
    // Served behind it, so that the host has taken both.
    await send(stopping, '/probes');
    const closed = Promise.all([stopping.close(), once(unused, 'close')]).then(() => 'stopped');
    expect(await Promise.race([closed, sleep(30_000, 'waits', { ref: false })])).toBe('stopped');
  });
});
