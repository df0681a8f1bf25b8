import { startEmbedded, type EmbeddedServer } from '../../../apps/cli/src/embedded/embedded.js';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { openTestServer, SERVER_VARIABLE } from '../../support/test-server.js';
import { BusyHosts, expectAllOnce } from '../support/busy-company.js';
import { Seeded, SEED } from '../support/seeded.js';

const KILLS = 6;
/** As the product starts it: what was committed is kept. */
const SETTINGS = { max_connections: 100 };

let dataDir: string;
let server: Awaited<ReturnType<typeof openTestServer>>;
let again: EmbeddedServer | undefined;
let t: TestDatabase;
let hosts: BusyHosts;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-killed-'));
  // A server of its own: that of the other tests is to stay.
  delete process.env[SERVER_VARIABLE];
  server = await openTestServer({ dataDir, settings: SETTINGS });
  t = await testDatabase({ apart: true });
  hosts = await BusyHosts.open(t, t.url);
});

afterAll(async () => {
  await hosts?.close();
  await t?.close();
  await again?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The process that all sessions are of. */
async function postmaster(): Promise<number> {
  const admin = new Client({ connectionString: t.ownerUrl });
  await admin.connect();
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  await admin.end();
  const file = join(String(rows[0]?.data_directory), 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

test('a database that is killed at work comes back with all that it has said to keep', async () => {
  const company = await hosts.company();
  const chance = new Seeded(SEED);
  for (let i = 0; i < KILLS; i += 1) {
    await sleep(100 + chance.below(900));
    process.kill(await postmaster(), 'SIGQUIT');
    await again?.stop().catch(() => undefined);
    again = await startEmbedded({ dataDir, settings: SETTINGS });
    await company.load.goesOn(20);
  }
  await expectAllOnce(company);
});
