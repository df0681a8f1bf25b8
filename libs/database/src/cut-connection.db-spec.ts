import { once, type EventEmitter } from 'node:events';
import { meanwhile } from '../../../test/support/watch/outside-calls.js';
import { asAdmin, testServer } from '../../../test/support/test-server.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { connect } from './server/data-source.js';

let t: TestDatabase;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/**
 * An error that no listener hears ends the process, and does not reach whoever awaits a statement.
 */
test('a connection that is cut between two statements fails the transaction, no more', async () => {
  const ctx = await t.newCompany();
  const db = await connect({ url: t.url, poolSize: 1, applicationName: 'test' }, []);
  // The first connection is opened by the data source itself, the ones behind it by the pool.
  for (const which of ['the first', 'another']) {
    const removed = once(db.pool, 'remove');
    const work = db.write(ctx, async (tx) => {
      const { pid } = await tx.one<{ pid: number }>('select pg_backend_pid() as pid');
      const [client] = (db.pool as unknown as { _clients: EventEmitter[] })._clients;
      // Not by `once` of events, which would hear the error too.
      const ended = new Promise((resolve) => void client?.on('end', resolve));
      await meanwhile(() =>
        asAdmin(testServer().adminUrl, (admin) =>
          admin.query('select pg_terminate_backend($1)', [pid]),
        ),
      );
      await ended;
      await tx.one('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
    await removed;
    expect([which, await db.read(ctx, (tx) => tx.one('select 1 as n'))]).toEqual([which, { n: 1 }]);
  }
  await db.close();
});
