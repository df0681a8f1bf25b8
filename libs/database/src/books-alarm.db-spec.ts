import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { atSavepoint } from './savepoint.js';
import type { Tx } from './tx.js';

let t: TestDatabase;
let ctx: Ctx;
let told: { readonly ctx: Ctx; readonly error: unknown }[];

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  t.db.onBooksDisagree((of, error) => told.push({ ctx: of, error }));
});
afterAll(() => t?.close());

beforeEach(() => {
  told = [];
});

const raise = (tx: Tx, code: string) =>
  tx.run(`do $$ begin raise exception using errcode = '${code}'; end $$`);

describe('books that do not agree', () => {
  it('end the transaction at the first try, and are told once', async () => {
    let tries = 0;
    const work = t.db.write(ctx, async (tx) => {
      tries += 1;
      tx.later(raise(tx, 'QB001'), tx.run('select 1'));
    });
    await expect(work).rejects.toMatchObject({ code: 'QB001' });
    expect(tries).toBe(1);
    expect(told).toMatchObject([{ ctx, error: { code: 'QB001' } }]);
  });

  it('are told although a part of the transaction swallows them', async () => {
    await t.db.write(ctx, (tx) =>
      atSavepoint(tx, (part) => raise(part, 'QB001')).catch(() => undefined),
    );
    expect(told).toHaveLength(1);
  });
});

it('no other failure is told', async () => {
  const work = t.db.write(ctx, (tx) => raise(tx, 'P0001'));
  await expect(work).rejects.toMatchObject({ code: 'P0001' });
  expect(told).toEqual([]);
});
