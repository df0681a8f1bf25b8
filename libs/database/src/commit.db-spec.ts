import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { sql } from './rows/sql';
import type { WriteBuffer, Tx } from './tx';

const RENAME = sql(`update company.company set legal_name = $2 where id = $1`);
const NAME = sql(`select legal_name as name from company.company where id = $1`);

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const nameNow = () =>
  t.db.read(ctx, async (tx) => (await tx.one<{ name: string }>(NAME, [ctx.companyId])).name);

const rename = (tx: Tx) => tx.run(RENAME, [ctx.companyId, 'Never committed']);

describe('a transaction of which a part fails before it is sent', () => {
  it('is not committed when it is a statement that nobody waits for', async () => {
    const broken = async () => JSON.stringify({ amount: 1n });
    const work = t.db.write(ctx, async (tx) => tx.later(rename(tx), broken()));
    await expect(work).rejects.toThrow(TypeError);
    expect(await nameNow()).not.toBe('Never committed');
  });

  it('is not committed although others of its round trip are not answered yet', async () => {
    const broken = async () => JSON.stringify({ amount: 1n });
    const work = t.db.write(ctx, async (tx) => {
      tx.later(rename(tx), tx.run('select pg_sleep(0.3)'), broken());
    });
    await expect(work).rejects.toThrow(TypeError);
    expect(await nameNow()).not.toBe('Never committed');
  });

  it('is not committed when the driver does not send it', async () => {
    const unsendable = { name: RENAME.name, text: 'select 1' };
    const work = t.db.write(ctx, async (tx) => {
      tx.later(rename(tx), tx.run('select pg_sleep(0.3)'), tx.run(unsendable));
    });
    await expect(work).rejects.toThrow();
    expect(await nameNow()).not.toBe('Never committed');
  });

  it('is not committed when it is what was left for the end', async () => {
    const broken: WriteBuffer<object> = {
      name: 'test.broken',
      flush: async (_, items) => void JSON.stringify(items),
    };
    const work = t.db.write(ctx, async (tx) => {
      await rename(tx);
      tx.later(broken, { amount: 1n });
    });
    await expect(work).rejects.toThrow(TypeError);
    expect(await nameNow()).not.toBe('Never committed');
  });
});
