import type { Ctx } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { Tx } from './tx.js';

const RENAME = 'update company.company set legal_name = $2 where id = $1';
const NAME = 'select legal_name as name from company.company where id = $1';

let t: TestDatabase;
let ctx: Ctx;

// One connection: whatever is late meets the next transaction.
beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const nameNow = () =>
  t.db.read(ctx, async (tx) => (await tx.one<{ name: string }>(NAME, [ctx.companyId])).name);

/** A part of the work that is still at it when another part has failed. */
async function late(tx: Tx): Promise<void> {
  await tx.run('select pg_sleep(0.05)');
  await tx.run(RENAME, [ctx.companyId, 'Written too late']);
}

describe('what outlives its transaction', () => {
  test('writes nothing into the next one when a refusal has ended it', async () => {
    let outlived: Promise<void> = Promise.resolve();
    const refused = t.db.write(ctx, (tx) => {
      outlived = late(tx);
      outlived.catch(() => undefined);
      throw new RangeError('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await t.db.write(ctx, () => sleep(200));
    await expect(outlived).rejects.toThrow('The end of the transaction is already sent');
    expect(await nameNow()).not.toBe('Written too late');
  });

  test('writes nothing into the next one when it was committed', async () => {
    let outlived: Promise<void> = Promise.resolve();
    await t.db.write(ctx, async (tx) => {
      outlived = late(tx);
      outlived.catch(() => undefined);
    });
    await t.db.write(ctx, () => sleep(200));
    await expect(outlived).rejects.toThrow('The end of the transaction is already sent');
    expect(await nameNow()).not.toBe('Written too late');
  });

  test('reads nothing from the next one', async () => {
    let outlived: Promise<unknown> = Promise.resolve();
    await t.db.read(ctx, async (tx) => {
      outlived = tx.run('select pg_sleep(0.05)').then(() => tx.one(NAME, [ctx.companyId]));
      outlived.catch(() => undefined);
    });
    await t.db.write(ctx, () => sleep(200));
    await expect(outlived).rejects.toThrow('The end of the transaction is already sent');
  });
});
