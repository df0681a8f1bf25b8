import { watchFailpoints } from '@quittance/config/host';
import { newId } from '@quittance/kernel';
import { request, type ClientRequest } from 'node:http';
import { Client } from 'pg';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, type Json } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});

beforeEach(async () => {
  admin = await api.newAdmin();
});

afterEach(() => watchFailpoints(undefined));

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

/** Three batches: of the rows one in the first and one in the last is refused. */
const ROWS = 1050;
const REFUSED = [20, 1020];
const FILE = [
  'name,email',
  ...Array.from({ length: ROWS }, (_, i) =>
    REFUSED.includes(i) ? `Lead ${i},nobody` : `Lead ${i},lead${i}@example.com`,
  ),
].join('\n');

const WHOLE = {
  rows: ROWS,
  created: ROWS - REFUSED.length,
  failed: REFUSED.length,
  unchanged: 0,
  resultsTruncated: false,
};

const load = (key: string | undefined, body = FILE, query = '') =>
  admin.call('POST', `/leads/import${query}`, {
    body,
    headers: { 'content-type': 'text/csv', ...(key && { 'idempotency-key': key }) },
  });

async function leads(): Promise<{ count: number; names: number }> {
  const { data, total } = await done<{ data: Json[]; total: number }>(
    admin,
    'GET',
    '/leads?pageSize=1&sort=name',
  );
  const { rows } = await owner.query<{ names: number }>(
    `select count(distinct name)::int as names from crm.lead where company_id = $1`,
    [admin.companyId],
  );
  expect(data).toHaveLength(Math.min(total, 1));
  return { count: total, names: rows[0]?.names ?? 0 };
}

const ONCE = { count: WHOLE.created, names: WHOLE.created };

const lost = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

/** What happens where a step is kept the so-manieth time. */
function atStep(nth: number, happens: () => Promise<void> | void): void {
  let passed = 0;
  watchFailpoints((name) => {
    if (name !== 'insert.http.idempotency_step') return undefined;
    passed += 1;
    return passed === nth ? happens() : undefined;
  });
}

async function breakOff(key: string, nth = 3): Promise<Json> {
  atStep(nth, () => {
    throw lost();
  });
  const broken = await load(key);
  watchFailpoints(undefined);
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '2']);
  return broken.body as Json;
}

const silence = (key: string) =>
  owner.query(
    `update http.idempotency_key set locked_at = now() - interval '61 seconds' where key = $1`,
    [key],
  );

const stepsOf = async (key: string) => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from http.idempotency_step where key = $1`,
    [key],
  );
  return rows[0]?.n;
};

describe('a file whose saving breaks off half-way', () => {
  test('is saved once when it is sent again with its key, and told as a whole', async () => {
    const key = newId();
    const told = await breakOff(key);
    expect(told).toMatchObject({ code: 'partly_saved' });
    expect(told.detail).toContain('up to line 1001; of the rows behind line 1051 none was saved');
    expect(told.detail).toContain('with the same Idempotency-Key');
    expect((await leads()).count).toBe(999);
    const again = await load(key);
    expect([again.status, again.body]).toMatchObject([200, WHOLE]);
    const { results } = again.body as { results: { line: number; status: string }[] };
    expect(results.map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 2));
    const failed = results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ line }) => line - 2)).toEqual(REFUSED);
    expect(await leads()).toEqual(ONCE);
    const replayed = await load(key);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body).toEqual(again.body);
    expect(await leads()).toEqual(ONCE);
    expect(await stepsOf(key)).toBe(0);
  });

  test('goes on however often it breaks off', async () => {
    const key = newId();
    for (const nth of [2, 1]) await breakOff(key, nth);
    expect((await load(key)).body).toMatchObject(WHOLE);
    expect(await leads()).toEqual(ONCE);
  });

  test('keeps its key from every other file', async () => {
    const key = newId();
    await breakOff(key);
    const other = await load(key, FILE.replace('Lead 1049', 'Lead 1050'));
    expect([other.status, (other.body as Json).code]).toEqual([422, 'idempotency_key_reused']);
    const asked = await load(key, FILE, '?matchBy=email');
    expect([asked.status, (asked.body as Json).code]).toEqual([422, 'idempotency_key_reused']);
    expect((await leads()).count).toBe(999);
  });

  test('lets its key go where nothing was saved', async () => {
    const key = newId();
    const told = await breakOff(key, 1);
    expect(told).toMatchObject({ code: 'database_unavailable' });
    const other = await load(key, 'name\nSomebody else\n');
    expect([other.status, other.body]).toMatchObject([200, { created: 1 }]);
  });

  test('tells without a key how far it got', async () => {
    let batches = 0;
    watchFailpoints((name) => {
      if (name === 'insert.crm.lead' && (batches += 1) === 2) throw lost();
    });
    const broken = await load(undefined);
    expect([broken.status, broken.body]).toMatchObject([503, { code: 'partly_saved' }]);
    const { detail } = broken.body as { detail: string };
    expect(detail).toContain('up to line 501; of the rows behind line 1001 none was saved');
    expect(detail).toContain('send only the rows behind it');
    expect(detail).not.toContain('Nothing was changed');
  });

  test('names no record of before to whom other rights are given since', async () => {
    const key = newId();
    await breakOff(key);
    await owner.query(`update http.idempotency_step set rights = '\\x00' where key = $1`, [key]);
    const again = (await load(key)).body as { results: readonly unknown[] };
    expect(again).toMatchObject({ ...WHOLE, resultsTruncated: true });
    expect(again.results).toHaveLength(50);
  });
});

describe('a file whose host falls silent between two batches', () => {
  test('is taken over behind what was saved, and what wakes up saves nothing more', async () => {
    const key = newId();
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const silent = new Promise<void>((fallen) => {
      let batches = 0;
      watchFailpoints((name) => {
        if (name !== 'insert.crm.lead' || (batches += 1) !== 3) return undefined;
        fallen();
        return woken;
      });
    });
    const first = load(key);
    await silent;
    expect(await stepsOf(key)).toBe(2);
    expect(((await load(key)).body as Json).code).toBe('idempotency_key_in_flight');
    await silence(key);
    expect((await load(key)).body).toMatchObject(WHOLE);
    wake();
    const late = await first;
    expect([late.status, (late.body as Json).code]).toEqual([409, 'idempotency_key_in_flight']);
    expect(await leads()).toEqual(ONCE);
    expect((await load(key)).body).toMatchObject(WHOLE);
  });
});

describe('a file that arrives slowly', () => {
  /** Sends the head of a request and as much of the body as is told. */
  function slow(key: string, body: string, sent: number): ClientRequest {
    const { hostname, port } = new URL(api.url);
    const headers = {
      authorization: `Bearer ${admin.token()}`,
      'content-type': 'text/csv',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    const sending = request({ hostname, port, path: '/leads/import', method: 'POST', headers });
    sending.write(body.slice(0, sent));
    return sending;
  }
  const answerOf = (sending: ClientRequest) =>
    new Promise<Json>((resolve, reject) => {
      sending.on('error', reject);
      sending.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text) as Json));
      });
    });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

  test('saves nothing before all of it is there, and holds no key', async () => {
    const key = newId();
    const half = FILE.length - 100;
    const sending = slow(key, FILE, half);
    const answer = answerOf(sending);
    await pause();
    expect((await leads()).count).toBe(0);
    expect((await load(key)).body).toMatchObject(WHOLE);
    sending.end(FILE.slice(half));
    expect(await answer).toMatchObject(WHOLE);
    expect(await leads()).toEqual(ONCE);
  });

  test('comes to nothing where it is broken off', async () => {
    const key = newId();
    const sending = slow(key, FILE, FILE.length - 100);
    sending.on('error', () => undefined);
    await pause();
    sending.destroy();
    await pause();
    expect((await leads()).count).toBe(0);
    expect((await load(key)).body).toMatchObject(WHOLE);
  });
});

test('a key is held while the bytes of a file to be attached are waited for', async () => {
  const { id } = await done(admin, 'POST', '/leads', { name: 'Ada' });
  const key = newId();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { hostname, port } = new URL(api.url);
    const headers = {
      authorization: `Bearer ${admin.token()}`,
      'content-type': 'application/octet-stream',
      'content-length': 10,
      'idempotency-key': key,
    };
    const path = `/leads/${String(id)}/documents?fileName=a.txt`;
    const sending = request({ hostname, port, path, method: 'POST', headers });
    const answered = new Promise<number | undefined>((told) =>
      sending.on('response', (response) => told(response.resume().statusCode)),
    );
    sending.write('begun');
    const age = async () => {
      const { rows } = await owner.query<{ age: number }>(
        `select extract(epoch from clock_timestamp() - locked_at)::int as age
         from http.idempotency_key where key = $1`,
        [key],
      );
      return rows[0]?.age;
    };
    await expect.poll(age, { timeout: 10_000 }).toBeDefined();
    // The upload is begun in a transaction, which breaks the silence too.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await silence(key);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.poll(age, { timeout: 10_000 }).toBeLessThan(50);
    sending.end('ended');
    expect(await answered).toBe(201);
  } finally {
    vi.useRealTimers();
  }
});
