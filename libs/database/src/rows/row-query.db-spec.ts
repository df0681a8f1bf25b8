import pg from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { sql } from './sql.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const VALUES = sql(`select 1::int as a, 2::bigint as b, null::text as c,
  '{"d": [1]}'::jsonb as d, timestamptz '2026-03-01 09:30:00.5+00' as e, 1.50::numeric as f`);
const ROW = { a: 1, b: 2n, c: null, d: { d: [1] }, e: '2026-03-01T09:30:00.500Z', f: '1.50' };
const TEXTS = ['1', '2', null, '{"d": [1]}', '2026-03-01 09:30:00.5+00', '1.50'];
const NONE = sql('select 1 as a where $1::int = 2');

describe('a prepared statement', () => {
  it('gives the same rows whether its columns are described or known already', async () => {
    const ctx = await t.newCompany();
    await t.db.read(ctx, async (tx) => {
      for (let i = 0; i < 3; i += 1) {
        expect(await tx.rows(VALUES)).toEqual([ROW]);
        expect(await tx.texts(VALUES)).toEqual([TEXTS]);
      }
    });
  });

  it('is described once on a connection, however often it is asked', async () => {
    const ctx = await t.newCompany();
    const asked = sql('select 17 as described_once');
    const describe = vi.spyOn(pg.Connection.prototype, 'describe');
    try {
      await t.db.read(ctx, async (tx) => {
        await tx.rows(asked);
        const first = describe.mock.calls.length;
        expect(first).toBeGreaterThan(0);
        await tx.rows(asked);
        expect(describe.mock.calls).toHaveLength(first);
      });
    } finally {
      describe.mockRestore();
    }
  });

  it('gives them to pipelined statements too', async () => {
    const ctx = await t.newCompany();
    const asked = sql(`select $1::int as n, 'flight' as name`);
    const answers = await t.db.read(ctx, (tx) =>
      Promise.all([1, 2, 3].map((n) => tx.one(asked, [n]))),
    );
    expect(answers).toEqual([1, 2, 3].map((n) => ({ n, name: 'flight' })));
  });

  it('gives rows after an execution that had none', async () => {
    const ctx = await t.newCompany();
    await t.db.read(ctx, async (tx) => {
      expect(await tx.rows(NONE, [1])).toEqual([]);
      expect(await tx.rows(NONE, [2])).toEqual([{ a: 1 }]);
    });
  });

  it('gives rows after an execution that failed', async () => {
    const ctx = await t.newCompany();
    const divide = sql('select 6 / $1::int as n');
    const ask = (by: number) => t.db.read(ctx, (tx) => tx.one(divide, [by]));
    await expect(ask(0)).rejects.toMatchObject({ code: '22012' });
    expect(await ask(2)).toEqual({ n: 3 });
    await expect(ask(0)).rejects.toMatchObject({ code: '22012' });
    expect(await ask(3)).toEqual({ n: 2 });
  });

  it('is refused once its columns have changed, instead of read by the old ones', async () => {
    const ctx = await t.newCompany();
    const asked = sql('select * from changing_columns');
    await t.db.read(ctx, async (tx) => {
      await tx.run(`set transaction read write`);
      await tx.run('create temporary table changing_columns (a int) on commit drop');
      await tx.run('insert into changing_columns values (1)');
      expect(await tx.rows(asked)).toEqual([{ a: 1 }]);
      await tx.run(`alter table changing_columns alter a type text using 'one'`);
      await expect(tx.rows(asked)).rejects.toMatchObject({ code: '0A000' });
    });
  });
});

describe('a statement that is not prepared', () => {
  it('is described each time', async () => {
    const ctx = await t.newCompany();
    await t.db.read(ctx, async (tx) => {
      expect(await tx.rows('select 1 as a')).toEqual([{ a: 1 }]);
      expect(await tx.rows('select $1::int as b', [2])).toEqual([{ b: 2 }]);
      expect(await tx.run('select 1 union all select 2')).toBe(2);
    });
  });
});
