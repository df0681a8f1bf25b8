import { watchFailpoints } from '@quittance/config/host';
import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
  ctx = { ...(await t.newCompany()), unit: { kind: 'request', id: 'POST /names' } };
});
afterEach(() => watchFailpoints(undefined));
afterAll(() => t.close());

const RENAME = 'update company.company set legal_name = $2 where id = $1';

const rename = (name: string) =>
  t.db.write(ctx, async (tx) => {
    await tx.run('select from company.company where id = $1 for update', [ctx.companyId]);
    // Nobody waits for it but the commit.
    tx.later(tx.run(RENAME, [ctx.companyId, name]));
  });
const names = () =>
  t.db.read(ctx, (tx) => tx.rows('select legal_name as name from company.company'));

describe('the borders of a transaction', () => {
  it('are passed in their order, in the name of the work', async () => {
    const passed: string[] = [];
    watchFailpoints((name, subjects) => {
      expect(subjects).toEqual([ctx.requestId, 'POST /names', 'request']);
      passed.push(name);
    });
    await rename('Passed');
    expect(passed).toEqual([
      'transaction.begun',
      'lock.company.company',
      'transaction.worked',
      'update.company.company',
      'transaction.flushed',
      'transaction.commit_sent',
      'transaction.committed',
    ]);
  });

  it.each([
    'transaction.begun',
    'lock.company.company',
    'transaction.worked',
    'update.company.company',
    'transaction.flushed',
  ])('up to the commit keep it from being sent: %s', async (point) => {
    const before = await names();
    watchFailpoints((name) => {
      if (name === point) throw new Error('A fault');
    });
    await expect(rename('Never')).rejects.toThrow('A fault');
    watchFailpoints(undefined);
    expect(await names()).toEqual(before);
  });

  it('are none of a read', async () => {
    const passed: string[] = [];
    watchFailpoints((name) => void passed.push(name));
    await names();
    expect(passed).toEqual([]);
  });
});
