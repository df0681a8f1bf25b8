import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { comesToWait } from '../../../test/support/waiting.js';
import type { LockedTx } from './locked.js';
import { onBehalfOf } from './request-tx.js';
import { atSavepoint } from './savepoint.js';
import type { Tx } from './tx.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const nameOf = (tx: Tx) =>
  tx.one<{ name: string }>(
    `select legal_name as name, pg_current_xact_id_if_assigned() is not null as "isLocked"
     from company.company where id = $1`,
    [tx.ctx.companyId],
  );
const lock = (tx: Tx) =>
  tx.run('select from company.company where id = $1 for no key update', [tx.ctx.companyId]);
const rename = (tx: Tx, name: string) =>
  tx.run('update company.company set legal_name = $2 where id = $1', [tx.ctx.companyId, name]);

/** What the work sees that waits for the lock of somebody who renames the company meanwhile. */
async function seenBehind(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const name = `Renamed ${performance.now()}`;
  let waiting: Promise<unknown> = Promise.resolve();
  await t.db.write(ctx, async (tx) => {
    await rename(tx, name);
    waiting = t.db.write(ctx, work);
    expect(await comesToWait(t, waiting)).toBe(true);
  });
  const seen = await waiting;
  expect(seen).toEqual([1, { name, isLocked: true }, 'next']);
  return seen;
}

const lockedRead = (tx: Tx) =>
  tx.locked(
    () => lock(tx),
    (behind: LockedTx) => nameOf(behind),
    () => 'next',
  );

describe('what is asked behind a lock', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['of a transaction', lockedRead],
    ['of a part of one', (tx) => atSavepoint(tx, lockedRead)],
    ['on behalf of another request', (tx) => lockedRead(onBehalfOf(tx, ctx))],
    [
      'of two locks, the inner pair',
      async (tx) => {
        const [[first], name, next] = await tx.locked(
          () =>
            tx.locked(
              () => lock(tx),
              () => lock(tx),
            ),
          nameOf,
          () => 'next',
        );
        return [first, name, next];
      },
    ],
  ])('%s sees what the holder before has written', async (_, work) => {
    await expect(seenBehind(work)).resolves.toBeDefined();
  });

  it('is not asked where the lock has sent nothing yet', async () => {
    let asked = false;
    const work = t.db.write(ctx, (tx) =>
      tx.locked(
        async () => {
          await Promise.resolve();
          return lock(tx);
        },
        () => (asked = true),
      ),
    );
    await expect(work).rejects.toThrow('A lock is to be sent before anything is awaited');
    expect(asked).toBe(false);
  });

  it('fails with what the lock was refused for', async () => {
    const work = t.db.write(ctx, (tx) =>
      tx.locked(
        () => lock(tx).then(() => Promise.reject(new Error('Not yours'))),
        (behind) => nameOf(behind),
      ),
    );
    await expect(work).rejects.toThrow('Not yours');
  });
});
