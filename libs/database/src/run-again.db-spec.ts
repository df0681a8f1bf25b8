import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { connect } from './server/data-source.js';
import { deadlocksMet } from './deadlocks.js';

let t: TestDatabase;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

test('a transaction runs again twice, each time after a pause that chance draws', async () => {
  let drawn = 0;
  const random = {
    next: () => {
      drawn += 1;
      return 0;
    },
  };
  const db = await connect({ url: t.url, poolSize: 1, applicationName: 'test', random }, []);
  let tries = 0;
  const work = db.write(await t.newCompany(), async (tx) => {
    tries += 1;
    await tx.run(`do $$ begin raise exception using errcode = '40001'; end $$`);
  });
  await expect(work).rejects.toMatchObject({ code: 'database_busy' });
  await db.close();
  expect([tries, drawn]).toEqual([3, 2]);
});

test('of two transactions that wait for each other one runs again, and it is known', async () => {
  const ctx = await t.newCompany();
  const before = deadlocksMet();
  const lock = 'select pg_advisory_xact_lock($1)';
  let bothHold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (bothHold = resolve));
  let holding = 0;
  const crossed = (first: number, second: number) =>
    t.db.write(ctx, async (tx) => {
      await tx.run(lock, [first]);
      if ((holding += 1) === 2) bothHold();
      await held;
      await tx.run(lock, [second]);
    });
  await Promise.all([crossed(1, 2), crossed(2, 1)]);
  expect(deadlocksMet() - before).toBe(1);
});
