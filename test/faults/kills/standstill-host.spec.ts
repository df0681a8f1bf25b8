import { newId, systemClock } from '@quittance/kernel';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStaffApi, type StaffClient, type TestStaffApi } from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { killHosts, startStaff, type HostProcess } from '../support/host-process.js';

const LONGEST_MS = 300_000;
const POISON = 'poison';

let t: TestDatabase;
let staff: TestStaffApi;
let dataDir: string;

beforeAll(async () => {
  t = await testDatabase();
  // The host goes by the clock of the machine.
  t.clock.set(systemClock.now());
  staff = await startStaffApi(t);
  dataDir = mkdtempSync(join(tmpdir(), 'quittance-standstill-'));
});
afterAll(async () => {
  await killHosts();
  await staff?.close();
  await t?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As its supervisor starts it, before and after each end. */
function start(point: string): Promise<HostProcess> {
  return startStaff(t, {
    DATA_DIR: dataDir,
    LOOP_STALL_SECONDS: '8',
    FAILPOINT: `${point}(${POISON}):stall`,
  });
}

interface Told {
  readonly status: number;
  readonly code?: string;
  readonly retryAfter?: string | null;
}

/** What one is told who makes a product; null where the connection breaks. */
async function make(
  host: HostProcess,
  client: StaffClient,
  requestId: string,
): Promise<Told | null> {
  return ask(host, client, 'POST', requestId);
}

async function ask(
  { url }: HostProcess,
  client: StaffClient,
  method: string,
  requestId: string,
): Promise<Told | null> {
  try {
    const answer = await fetch(`${url}/products`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify({ sku: newId(), name: 'A product' }) }),
      headers: {
        authorization: `Bearer ${client.token()}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
    });
    const { code } = (await answer.json()) as { code?: string };
    const told = { status: answer.status, ...(code !== undefined && { code }) };
    return answer.ok ? told : { ...told, retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    // By name: the test's realm has another TypeError than the one fetch throws.
    if ((error as Error).name === 'TypeError') return null;
    throw error;
  }
}

/** What the hosts have noted that they stood still at. */
function works(): unknown[] {
  const folder = join(dataDir, 'standstills');
  return readdirSync(folder).map((name) => {
    return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { work: unknown }).work;
  });
}

test(
  'a host that stands still ends itself; after two ends only who sent the request is refused it',
  async () => {
    const { admin } = staff;
    const stranger = await staff.newAdmin();
    for (let end = 1; end <= 2; end += 1) {
      const host = await start('transaction.flushed');
      expect(await make(host, stranger, newId())).toEqual({ status: 201 });
      const others = make(host, stranger, newId());
      expect([end, await make(host, admin, POISON)]).toEqual([end, null]);
      expect([end, await host.ended]).toEqual([end, 'SIGALRM']);
      await others;
    }
    const host = await start('request.input');
    const refused = { status: 503, code: 'request_quarantined', retryAfter: expect.any(String) };
    expect(await make(host, admin, POISON)).toEqual(refused);
    expect(await make(host, admin, newId())).toEqual(refused);
    expect(await ask(host, admin, 'GET', newId())).toEqual({ status: 200 });
    expect(await make(host, stranger, newId())).toEqual({ status: 201 });
    // While a body is checked, of somebody whom nobody knows.
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' });
    const headers = { 'content-type': 'application/json', 'x-request-id': POISON };
    const signIn = fetch(`${host.url}/auth/login`, { method: 'POST', body, headers });
    await expect(signIn).rejects.toMatchObject({ name: 'TypeError' });
    expect(await host.ended).toBe('SIGALRM');
    const of = { companyId: null, kind: 'request', id: 'POST /auth/login' };
    expect(works()).toContainEqual({ ...of, by: 'address:127.0.0.1' });
  },
  LONGEST_MS,
);
