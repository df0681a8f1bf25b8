import type { EventEmitter } from 'node:events';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { connect } from './server/data-source.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

describe('a transaction in which nothing is asked', () => {
  test('holds what it has locked for less than the ten seconds that others may wait', async () => {
    const ctx = await t.newCompany();
    const setting = `select current_setting('idle_in_transaction_session_timeout') as value`;
    const { value } = await t.db.read(ctx, (tx) => tx.one<{ value: string }>(setting));
    expect(value).toBe('8s');
  });

  test('is undone by the database, and whoever comes back to it is told to try again', async () => {
    const ctx = await t.newCompany();
    const db = await connect({ url: t.url, poolSize: 1, applicationName: 'test' }, []);
    const work = db.write(ctx, async (tx) => {
      await tx.run(`set local idle_in_transaction_session_timeout = '10ms'`);
      const [client] = (db.pool as unknown as { _clients: EventEmitter[] })._clients;
      const ended = new Promise((resolve) => void client?.on('end', resolve));
      await ended;
      await tx.one('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
    await db.close();
  });
});
