import { newId, type Ctx } from '@quittance/kernel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect as openSocket, type Socket } from 'node:net';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  aMember,
  send,
  startProbeApi,
  type Answer,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;

beforeAll(async () => {
  t = await testDatabase();
  api = await startProbeApi(t);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, { invoices: ['view', 'create', 'update', 'delete'] });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const ask = (path: string, sent: Parameters<typeof send>[2] = {}) =>
  send(api, path, { token: clerk.token, ...sent });

/** Every refusal, whoever makes it. */
function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({
    type: `https://docs.quittance.dev/problems/${code}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.stringMatching(/^\//),
    requestId: answer.headers.get('x-request-id'),
  });
}

const pointers = ({ json }: Answer) =>
  (json.errors as { pointer?: string; parameter?: string; code: string }[]).map(
    ({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`,
  );

describe('a refusal is a problem document', () => {
  test('for a route that does not exist', async () => {
    expectProblem(await ask('/nowhere?token=secret'), 404, 'route_not_found');
    expect((await ask('/nowhere?token=secret')).text).not.toContain('secret');
  });

  test('for a method that a path does not answer to, with those it does', async () => {
    const answer = await ask('/probes', { method: 'DELETE' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  test('for an address that cannot be decoded, holds NUL or is too long', async () => {
    expectProblem(await ask('/probes/%E0%A4%A'), 400, 'malformed_request');
    expectProblem(await ask('/probes/%00'), 400, 'malformed_request');
    expectProblem(await ask(`/probes/${'a'.repeat(300)}`), 414, 'uri_too_long');
  });

  test('for an id that is none', async () => {
    const answer = await ask('/probes/17');
    expectProblem(answer, 400, 'malformed_request');
    expect(pointers(answer)).toEqual(['id format']);
  });

  test('for a fault of ours, which says nothing about itself', async () => {
    const answer = await ask('/probes/broken', { method: 'POST' });
    expectProblem(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/nowhere|secret|select|stack/);
    expect(api.logged.some((line) => line.includes('nowhere.at_all'))).toBe(true);
  });

  test('for bytes that are not HTTP', async () => {
    const { port } = new URL(api.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = openSocket(Number(port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*"code":"malf/);
  });

  test('for a request that does not end, whose connection is closed whoever keeps it', async () => {
    const server = api.app.getHttpServer() as Server;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const { port } = new URL(api.url);
    const socket = openSocket({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    const [held] = await accepted;
    const closed = once(held, 'close');
    const late = Object.assign(new Error('Late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, held);
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    await closed;
    expect(held.destroyed).toBe(true);
    socket.destroy();
  });
});

describe('a body', () => {
  const post = (body: unknown, headers = {}) => ask('/probes', { method: 'POST', body, headers });

  test.each([
    ['is cut off', '{"name":"a"'],
    ['has a trailing comma', '{"name":"a",}'],
    ['begins with a byte order mark', '\ufeff{"name":"a"}'],
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['nests too deep', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['is a list', '[]'],
    ['is null', 'null'],
    ['is a text', '"name"'],
    ['holds NUL', '{"name":"a\\u0000b"}'],
    ['holds half a surrogate pair', '{"name":"\\ud800"}'],
    ['reaches for the prototype', '{"name":"a","__proto__":{"admin":true}}'],
    ['reaches for the prototype in disguise', '{"name":"a","\\u005f_proto__":{"x":1}}'],
    ['has a member that every object has', '{"name":"a","toString":"b"}'],
    ['reaches for the constructor', '{"name":"a","constructor":{"prototype":{"x":1}}}'],
  ])('is refused when it %s', async (_, body) => {
    expectProblem(await post(body), 400, 'malformed_request');
  });

  test('is refused in another form or encoding than UTF-8 JSON', async () => {
    const types = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'text/csv'];
    for (const type of types) {
      const answer = await post('{"name":"a"}', { 'content-type': type });
      expectProblem(answer, 415, 'unsupported_media_type');
    }
    const packed = await post('{}', { 'content-encoding': 'gzip' });
    expectProblem(packed, 415, 'unsupported_media_type');
  });

  test('is read under the names of other JSON media types', async () => {
    for (const type of ['application/merge-patch+json', 'application/json;charset=UTF-8']) {
      expect((await post('{"name":"a"}', { 'content-type': type })).status).toBe(201);
    }
  });

  test('is refused above 1 MiB', async () => {
    expectProblem(await post({ name: 'a'.repeat(1_100_000) }), 413, 'payload_too_large');
  });

  test('has all its faults reported at once, unknown members and wrong types as 400', async () => {
    const answer = await post({
      name: 7,
      extra: 1,
      place: { country: 'DE', planet: 'Earth' },
      lines: [{ description: 'a', quantity: '0' }, 'line', { quantity: null }],
    });
    expectProblem(answer, 400, 'malformed_request');
    expect(pointers(answer)).toEqual([
      '/name type',
      '/extra unknown_field',
      '/place/planet unknown_field',
      '/lines type',
    ]);
  });

  test('has wrong values reported as 422, in order', async () => {
    const answer = await post({
      name: ' ',
      amount: '-1',
      currency: 'XAU',
      day: '2026-02-31',
      at: '2026-01-01T24:61:00Z',
      accountId: 'x',
      colour: 'blue',
      email: 'a@b',
      count: 11,
      lines: [{ description: 'a'.repeat(21), quantity: '1.0000001' }, { quantity: '1e3' }],
    });
    expectProblem(answer, 422, 'validation_failed');
    expect(pointers(answer)).toEqual([
      '/name min_length',
      '/amount min',
      '/currency enum',
      '/day format',
      '/at format',
      '/accountId format',
      '/colour enum',
      '/email format',
      '/count max',
      '/lines/0/description max_length',
      '/lines/0/quantity precision',
      '/lines/1/quantity format',
      '/lines/1/description required',
    ]);
  });

  test('has at most 100 faults listed', async () => {
    const answer = await post({ name: 'a', lines: Array.from({ length: 150 }, () => ({})) });
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.errors).toHaveLength(100);
    expect(answer.json.errorsTruncated).toBe(true);
  });

  test('arrives in one form: decimal text, upper-case currency, UTC, lower-case ids', async () => {
    const id = newId().toUpperCase();
    const at = '2026-01-01T01:00:00+02:00';
    const { json } = await post({ name: 'a', amount: 12.5, currency: 'eur', at, accountId: id });
    expect(json).toMatchObject({
      amount: '12.5',
      currency: 'EUR',
      at: '2025-12-31T23:00:00.000Z',
      accountId: id.toLowerCase(),
    });
  });

  test('is refused where none is taken', async () => {
    const answer = await ask(`/probes/${newId()}/send`, { body: { emial: true } });
    expectProblem(answer, 400, 'malformed_request');
    expect(pointers(answer)).toEqual(['/emial unknown_field']);
    expect((await ask(`/probes/${newId()}/send`, { body: '' })).status).toBe(200);
  });

  test('of numbers that are not exact is refused', async () => {
    const answer = await post('{"name":"a","amount":12345678901234567890}');
    expect(pointers(answer)).toEqual(['/amount precision']);
    expect(pointers(await post('{"name":"a","amount":1e400}'))).toEqual(['/amount precision']);
  });
});

describe('a query', () => {
  test('is read by the kind of its fields', async () => {
    const { json } = await ask('/probes/query?count=12&deep=true');
    expect(json).toEqual({ query: { count: 12, deep: true } });
  });

  test('names the parameter that is wrong', async () => {
    expect(pointers(await ask('/probes/query?count=61'))).toEqual(['count max']);
    expect(pointers(await ask('/probes/query?count=a&cuont=1'))).toEqual([
      'count type',
      'cuont unknown_field',
    ]);
    expect(pointers(await ask('/probes/query?count=1&count=2'))).toEqual(['count type']);
  });
});

describe('a version', () => {
  test('is answered as ETag', async () => {
    const answer = await ask(`/probes/${newId()}`);
    expect(answer.headers.get('etag')).toBe('"3"');
  });

  test('that does not match If-Match is refused', async () => {
    const change = (tag?: string) =>
      ask(`/probes/${newId()}`, {
        method: 'PATCH',
        body: { name: 'b' },
        headers: tag ? { 'if-match': tag } : {},
      });
    expectProblem(await change('"2"'), 412, 'precondition_failed');
    expectProblem(await change('"something"'), 412, 'precondition_failed');
    for (const tag of [undefined, '*', '"3"', 'W/"3"']) {
      const answer = await change(tag);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"4"']);
    }
  });
});

describe('a request', () => {
  test('keeps the id it comes with when that is fit to be logged', async () => {
    const id = (given: string) => ask('/probes/me', { headers: { 'x-request-id': given } });
    expect((await id('order-17')).headers.get('x-request-id')).toBe('order-17');
    expect((await id('a b<script>')).headers.get('x-request-id')).not.toContain('script');
  });

  test('is logged as one line with who, what, how and how long, and without its body', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await ask('/probes?secret=query', {
      body: { name: 'canary' },
      headers: { 'x-request-id': 'logged', traceparent },
    });
    const line = api.logged.find((each) => each.includes('"requestId":"logged"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      companyId: ctx.companyId,
      actor: { kind: 'staff', id: clerk.userId },
      traceId: '0af7651916cd43dd8448eb211c80319c',
      method: 'POST',
      route: '/probes',
      status: 201,
      ms: expect.any(Number),
    });
    expect(api.logged.join('')).not.toMatch(/canary|secret=|eyJ|qk_/);
  });
});
