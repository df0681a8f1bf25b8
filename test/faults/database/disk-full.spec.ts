import { startEmbedded, type EmbeddedServer } from '../../../apps/cli/src/embedded/embedded.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { openTestServer, SERVER_VARIABLE } from '../../support/test-server.js';
import { BusyHosts, expectAllOnce } from '../support/busy-company.js';
import { maySizeDisks, SmallDisk } from '../support/small-disk.js';

/** How often the disk is full, and for how long. */
const TIMES = 5;
const FULL_MS = 5000;
const MEBIBYTES = 640;
/** As the product starts it: what was committed is kept. The log is bounded by the disk. */
const SETTINGS = { max_connections: 100, max_wal_size: '64MB', min_wal_size: '32MB' };

let disk: SmallDisk;
let server: Awaited<ReturnType<typeof openTestServer>>;
let again: EmbeddedServer | undefined;
let t: TestDatabase;
let hosts: BusyHosts;

const mounts = maySizeDisks();

describe.runIf(mounts)('a database whose disk is full', () => {
  beforeAll(async () => {
    disk = await SmallDisk.mount(MEBIBYTES);
    // A server of its own: that of the other tests is to stay.
    delete process.env[SERVER_VARIABLE];
    server = await openTestServer({ dataDir: disk.path, settings: SETTINGS });
    t = await testDatabase({ apart: true });
    hosts = await BusyHosts.open(t, t.url);
  });

  afterAll(async () => {
    await hosts?.close();
    await t?.close();
    await again?.stop();
    await server?.stop();
    await disk?.unmount();
  });

  test('keeps all that it has said to keep, and goes on when there is room again', async () => {
    const company = await hosts.company();
    for (let i = 0; i < TIMES; i += 1) {
      await disk.fill();
      await sleep(FULL_MS);
      await disk.free();
      // It may have ended, as there was no room for its log: whoever runs it starts it.
      await again?.stop().catch(() => undefined);
      again = await startEmbedded({ dataDir: disk.path, settings: SETTINGS });
      await company.load.goesOn(20);
    }
    await expectAllOnce(company);
  });
});
