import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { asAdmin } from '../../../test/support/test-server.js';
import { prepareDatabase } from './prepare-database.js';
import type { DatabaseServer } from './database-server.js';

let t: TestDatabase;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

test('a database that another version has made is left as it is', async () => {
  const strange = 'Invoice1764000500001';
  await asAdmin(t.ownerUrl, (owner) =>
    owner.query('insert into quittance_migration (timestamp, name) values ($1, $2)', [
      1764000500001,
      strange,
    ]),
  );
  const server: DatabaseServer = {
    url: t.url,
    ownerUrl: t.ownerUrl,
    description: 'PostgreSQL at here',
    lost: new Promise(() => undefined),
    stop: async () => undefined,
  };
  await expect(prepareDatabase(server)).rejects.toThrow(
    /made by another version of Quittance: Invoice1764000500001 has run, .* nothing was changed/,
  );
});
