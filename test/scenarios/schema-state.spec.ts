import { isUpToDate } from '../../apps/cli/src/schema-state';
import { testDatabase, type TestDatabase } from '../support/test-database';
import { asAdmin, databaseUrl, testServer } from '../support/test-server';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

describe('the schema is up to date', () => {
  it('when every migration has run, and not when one is missing', async () => {
    expect(await isUpToDate(t.ownerUrl)).toBe(true);
    await asAdmin(t.ownerUrl, (owner) =>
      owner.query(`delete from quittance_migration where name like 'ApplicationRole%'`),
    );
    expect(await isUpToDate(t.ownerUrl)).toBe(false);
  });

  it('nor where another has run, as in a database of earlier migrations', async () => {
    const made = await testDatabase();
    await asAdmin(made.ownerUrl, (owner) =>
      owner.query(`insert into quittance_migration (timestamp, name)
        values (1764000990001, 'ForcedRows1764000990001')`),
    );
    expect(await isUpToDate(made.ownerUrl)).toBe(false);
    await made.close();
  });

  it('never in a database that holds nothing of the product', async () => {
    expect(await isUpToDate(databaseUrl(testServer().adminUrl, 'postgres'))).toBe(false);
  });
});
