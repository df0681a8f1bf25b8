import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../apps/cli/src/assembly';
import { ensureDemoCompany } from '../../apps/cli/src/start/ensure-demo-company';
import { recordingRunner } from '../support/recording-runner';
import { freePort, runCommand, stopCommands } from '../support/started-product';
import { testDatabase, type TestDatabase } from '../support/test-database';
import { asAdmin } from '../support/test-server';

let t: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'quittance-cluster-product-'));

beforeAll(async () => {
  chmodSync(dataDir, 0o711);
  t = await testDatabase({ apart: true });
});
afterAll(async () => {
  await stopCommands();
  await t?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const asked = async <Row extends object>(text: string): Promise<Row[]> =>
  asAdmin(t.ownerUrl, async (admin) => (await admin.query<Row>(text)).rows);

test('every migration has run, and what is of a company is distributed by it', async () => {
  const ran = await asked<{ name: string }>('select name from quittance_migration');
  expect(ran.map(({ name }) => name).sort()).toEqual(allMigrations.map(({ name }) => name).sort());
  const elsewhere = await asked(`
    select c.oid::regclass::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_dist_partition p on p.logicalrelid = c.oid and p.partmethod = 'h'
      and column_to_column_name(c.oid, p.partkey) = 'company_id'
    where c.relkind = 'r' and a.attname = 'company_id' and p.logicalrelid is null
      and not c.relnamespace::regnamespace::text in ('pg_catalog', 'citus')`);
  expect(elsewhere).toEqual([]);
});

test('what migrations change of rows that are there is planned', async () => {
  const { runner, sent } = recordingRunner(true);
  for (const Made of allMigrations) await new Made().up(runner);
  // What is inserted with values of its own asks nothing of rows.
  const changes = sent.filter((text) => /^(?:with|update|insert|delete)\b/i.test(text));
  const ofRows = changes.filter((text) => !/\$\d/.test(text));
  expect(ofRows.length).toBeGreaterThan(9);
  const refused = [];
  for (const text of ofRows) {
    const planned = asked(`explain ${text}`).then(() => [], String);
    refused.push(...[await planned].flat());
  }
  expect(refused).toEqual([]);
});

test('the product starts, the demonstration goes well, and its books agree', async () => {
  const [staffPort, portalPort] = await Promise.all([freePort(), freePort()]);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: t.url,
    DATABASE_OWNER_URL: t.boundOwnerUrl,
    STAFF_PORT: String(staffPort),
    PORTAL_PORT: String(portalPort),
  };
  await ensureDemoCompany(t.url);
  const product = runCommand('start', env);
  await product.says('Quittance is ready');
  const demo = runCommand('demo', env);
  const code = await demo.ended();
  expect([code, demo.output()]).toEqual([0, expect.stringContaining('steps went well')]);
  const verify = runCommand('verify', env);
  const verified = await verify.ended();
  expect([verified, verify.output()]).toEqual([0, expect.stringContaining('invariants hold')]);
});

test('companies are on both machines that hold shards', async () => {
  const made = [];
  for (let i = 0; i < 12; i += 1) made.push((await t.newCompany()).companyId);
  const machines = await asked<{ nodeport: number }>(`
    select distinct p.nodeport from unnest('{${made.join()}}'::uuid[]) as c(id)
    join pg_dist_shard_placement p
      on p.shardid = get_shard_id_for_distribution_column('company.company'::regclass, c.id)`);
  expect(machines).toHaveLength(2);
});
