import { problemCatalogue } from '@quittance/kernel/host';
import { connect } from 'node:net';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { contents } from './bad-input-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let token: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  token = api.admin.token();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const PATIENCE_MS = 60_000;

/**
 * Sends bytes and gathers what comes back until the host closes or has said nothing for a while.
 */
function raw(bytes: string, quietMs = 1_500, patienceMs = PATIENCE_MS): Promise<string> {
  const { port, hostname } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    const done = () => {
      socket.destroy();
      resolve(said);
    };
    let quiet = setTimeout(done, patienceMs);
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(done, quietMs);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Cut off while still sending: that is an answer too.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(quiet);
      resolve(said);
    });
    socket.write(bytes);
  });
}

const statusesOf = (said: string) =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

function head(line: string, ...headers: string[]): string {
  const lines = [line, 'Host: localhost', `Authorization: Bearer ${token}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const JSON_TYPE = 'Content-Type: application/json';
const ROLE = '{"name":"Smuggled"}';
const smuggled = () => head('DELETE /company HTTP/1.1', 'Content-Length: 0');

/** Requests that two readers could understand in two ways, or that are none. */
const DOUBTFUL: Readonly<Record<string, () => string>> = {
  'two lengths': () =>
    head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: 5', 'Content-Length: 19') + ROLE,
  'a length and chunks': () =>
    head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked') +
    `0\r\n\r\n${smuggled()}`,
  'chunks by another name': () =>
    head('POST /roles HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: xchunked') + ROLE,
  'chunks twice': () =>
    head('POST /roles HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked, identity') + ROLE,
  'a chunk without a size': () =>
    head('POST /roles HTTP/1.1', JSON_TYPE, 'Transfer-Encoding: chunked') + 'zz\r\n{}\r\n0\r\n\r\n',
  'a length below nothing': () => head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: -1'),
  'a length that is no number': () => head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: 1x'),
  'a folded header': () => head('GET /roles HTTP/1.1', 'X-A: 1', ' X-B: 2'),
  'a header with a blank before the colon': () => head('GET /roles HTTP/1.1', 'X-A : 1'),
  'a bare line feed': () => `GET /roles HTTP/1.1\nHost: localhost\n\n`,
  'NUL in a header': () => head('GET /roles HTTP/1.1', 'X-A: a\0b'),
  'NUL in the address': () => head('GET /roles\0 HTTP/1.1'),
  'a blank in the address': () => head('GET /roles x HTTP/1.1'),
  'another version': () => head('GET /roles HTTP/3.7'),
  'no version': () => `GET /roles\r\n\r\n`,
  'a method of nobody': () => head('SMUGGLE /roles HTTP/1.1'),
  'no host': () => `GET /roles HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'headers without end': () => head('GET /roles HTTP/1.1', `X-A: ${'x'.repeat(40_000)}`),
  'an address without end': () => head(`GET /roles?x=${'x'.repeat(40_000)} HTTP/1.1`),
  'no HTTP at all': () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
};

describe('a request that can be read in two ways, or in none', () => {
  test.each(Object.keys(DOUBTFUL))('with %s is refused as a whole', async (name) => {
    const before = await contents(t.ownerUrl);
    const said = await raw(DOUBTFUL[name]?.() ?? '');
    const statuses = statusesOf(said);
    // One answer, then the end: nothing behind a doubtful request is taken for another.
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).toBeGreaterThanOrEqual(400);
    expect(statuses[0]).toBeLessThan(500);
    const body = said.slice(said.indexOf('\r\n\r\n') + 4);
    const problem = JSON.parse(body) as { code: string; status: number };
    const known = problemCatalogue().find(({ code }) => code === problem.code);
    expect([problem.status, known?.status]).toEqual([statuses[0], statuses[0]]);
    expect(said).toMatch(/content-type: application\/problem\+json/i);
    expect(await contents(t.ownerUrl)).toEqual(before);
  });
});

describe('a request that is unusual', () => {
  test('by HTTP/1.0 is answered and the connection closed', async () => {
    const said = await raw(head('GET /auth/me HTTP/1.0'));
    expect(statusesOf(said)).toEqual([200]);
    expect(said).toMatch(/connection: close/i);
  });

  test('that waits to be told to go on is told, or refused before its body', async () => {
    const length = `Content-Length: ${ROLE.length}`;
    const said = await raw(head('POST /roles HTTP/1.1', JSON_TYPE, length, 'Expect: 100-continue'));
    expect(statusesOf(said)).toEqual([100]);
    const refused = await raw(
      head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: 99999999', 'Expect: 100-continue'),
    );
    expect(statusesOf(refused)).toContain(413);
    const strange = head('GET /auth/me HTTP/1.1', 'Expect: something');
    expect(statusesOf(await raw(strange))).toEqual([200]);
  });

  test('whose body is shorter than it says is cut off without an effect', async () => {
    const before = await contents(t.ownerUrl);
    const short = head('POST /roles HTTP/1.1', JSON_TYPE, 'Content-Length: 500') + ROLE;
    const said = await raw(short, 300, 500);
    expect(statusesOf(said)).toEqual([]);
    expect(await contents(t.ownerUrl)).toEqual(before);
  });

  test('that says another method in a header is what its line says', async () => {
    const headers = ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'];
    expect(statusesOf(await raw(head('GET /company?_method=DELETE HTTP/1.1', ...headers)))).toEqual(
      [expect.any(Number)],
    );
    const answer = await api.admin.call('GET', '/company');
    expect(answer.status).toBe(200);
  });

  test('with a thousand parameters is answered', async () => {
    const query = Array.from({ length: 1000 }, (_, i) => `p${i}=1`).join('&');
    const answer = await api.admin.call('GET', `/roles?${query}`);
    expect(answer.status).toBe(400);
    const { errors } = answer.body as { errors: object[] };
    expect(errors.length).toBeLessThanOrEqual(100);
  });

  test.each(['TRACE', 'CONNECT', 'OPTIONS', 'PROPFIND'])('by %s opens nothing', async (method) => {
    const statuses = statusesOf(await raw(head(`${method} /company HTTP/1.1`)));
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  });

  test('after another on one connection is answered in order', async () => {
    const bytes = head('GET /auth/me HTTP/1.1') + head('GET /nowhere HTTP/1.1');
    expect(statusesOf(await raw(bytes + head('GET /company HTTP/1.1')))).toEqual([200, 404, 200]);
  });
});
