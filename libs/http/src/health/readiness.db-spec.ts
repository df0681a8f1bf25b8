import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { asAdmin } from '../../../../test/support/test-server.js';
import { Readiness } from './readiness.js';

let t: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await t?.close();
});

/** What a host that starts now says of itself. */
async function readiness(): Promise<string> {
  const db = await connect({ url: t.url, poolSize: 2, applicationName: 'test' }, []);
  opened.push(db);
  const settings = { clock: t.clock, migrations: [] } as never;
  return new Readiness(db, settings).check().then(
    ({ status }) => status,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
}

/** Says something about the test's database, as `alter database <name>`. */
const say = (statement: string) =>
  asAdmin(t.ownerUrl, async (admin) => {
    await admin.query('set default_transaction_read_only = off');
    const name = new URL(t.ownerUrl).pathname.slice(1);
    await admin.query(statement.replace('<name>', admin.escapeIdentifier(name)));
  });

test('a host is ready where the database takes writes, and not where it only answers', async () => {
  expect(await readiness()).toBe('ready');
  await say('alter database <name> set default_transaction_read_only = on');
  expect(await readiness()).toBe('not_ready: The database takes no writes.');
  await say('alter database <name> reset default_transaction_read_only');
  expect(await readiness()).toBe('ready');
});

test('whoever may not make temporary tables is ready all the same', async () => {
  await say('revoke temporary on database <name> from public');
  expect(await readiness()).toBe('ready');
});
