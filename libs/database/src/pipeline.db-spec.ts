import { newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { runAgainWhenTaken } from './database.errors.js';
import { CorkedClient } from './corked-client.js';
import { sentAnswers } from './sent.js';
import type { Tx } from './tx.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const SLOW_WRAPPERS = 5;
const TAKE = 'insert into company.slug (id, slug) values ($1, $2)';

/** An error that passes through many promises on its way, as a nested function's does. */
async function deep(statement: Promise<unknown>, depth = SLOW_WRAPPERS): Promise<unknown> {
  return depth === 0 ? await statement : await deep(statement, depth - 1);
}

describe('pipelined statements', () => {
  it('fail with the error that broke the transaction, whichever is heard first', async () => {
    const ctx = await t.newCompany();
    const work = t.db.write(ctx, async (tx) => {
      await Promise.all([deep(tx.run('select 1 / 0')), tx.run('select 1'), tx.run('select 2')]);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('fail a read the same way', async () => {
    const ctx = await t.newCompany();
    const work = t.db.read(ctx, (tx) =>
      Promise.all([deep(tx.run('select 1 / 0')), tx.run('select 1')]),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('are run again when the broken one may be', async () => {
    const ctx = await t.newCompany();
    let tries = 0;
    const answer = await t.db.write(ctx, async (tx) => {
      tries += 1;
      const raise = `do $$ begin raise exception using errcode = '40P01'; end $$`;
      await Promise.all([deep(tx.run(tries === 1 ? raise : 'select 1')), tx.run('select 2')]);
      return tries;
    });
    expect(answer).toBe(2);
  });
});

describe('a statement that finds a unique key taken meanwhile', () => {
  it.each([
    ['heard itself', 0],
    ['heard after one behind it', SLOW_WRAPPERS],
  ])('has the whole unit run again, %s', async (_, depth) => {
    const ctx = t.ctx(newId<'company'>());
    const slug = `taken-${ctx.companyId}`;
    await t.newCompany({ slug });
    let tries = 0;
    const answer = await t.db.write(ctx, async (tx) => {
      tries += 1;
      const wanted = tries === 1 ? slug : `free-${ctx.companyId}`;
      const statement = tx.run(TAKE, [ctx.companyId, wanted]);
      tx.later(deep(statement.catch(runAgainWhenTaken('company_slug_key')), depth));
      await tx.run('select 1');
      return tries;
    });
    expect(answer).toBe(2);
  });

  it('is told that others were first when it happens each time', async () => {
    const ctx = t.ctx(newId<'company'>());
    const slug = `taken-${ctx.companyId}`;
    await t.newCompany({ slug });
    const work = t.db.write(ctx, async (tx) => {
      const statement = tx.run(TAKE, [ctx.companyId, slug]);
      tx.later(statement.catch(runAgainWhenTaken('company_slug_key')));
      await tx.run('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: 'database_busy' });
  });

  it('fails as it is under another key', async () => {
    const ctx = t.ctx(newId<'company'>());
    const slug = `taken-${ctx.companyId}`;
    await t.newCompany({ slug });
    const work = t.db.write(ctx, (tx) =>
      tx.run(TAKE, [ctx.companyId, slug]).catch(runAgainWhenTaken('another_key')),
    );
    await expect(work).rejects.toMatchObject({ code: '23505' });
  });
});

describe('statements sent ahead of the commit', () => {
  it('fail the transaction with their own error', async () => {
    const ctx = await t.newCompany();
    const work = t.db.write(ctx, async (tx) => {
      tx.later(deep(tx.run('select 1 / 0')), tx.run('select 1'));
      return 'done';
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('may say themselves what their failure means', async () => {
    const ctx = await t.newCompany();
    const refused = new Error('Refused');
    const refuse = () => Promise.reject(refused);
    const work = t.db.write(ctx, async (tx) =>
      tx.later(tx.run('select 1 / 0').catch(refuse), tx.run('select 1')),
    );
    await expect(work).rejects.toBe(refused);
  });

  it('are committed with the rest', async () => {
    const ctx = await t.newCompany();
    await t.db.write(ctx, async (tx) => {
      tx.later(tx.run(`update company.company set legal_name = 'Renamed'`));
    });
    const [row] = await t.db.read(ctx, (tx) =>
      tx.rows<{ name: string }>('select legal_name as name from company.company'),
    );
    expect(row).toEqual({ name: 'Renamed' });
  });
});

describe('work left for the end that sends a statement behind the answer of another', () => {
  const NAMES =
    'select legal_name as legal, base_currency as name from company.company where id = $1';
  const RENAME = 'update company.company set legal_name = $2 where id = $1';
  const CALL = 'update company.company set base_currency = $2 where id = $1';
  const twice = async (tx: Tx) => {
    await tx.run(RENAME, [tx.ctx.companyId, 'First']);
    await tx.run(CALL, [tx.ctx.companyId, 'USD']);
  };
  const named = (ctx: Ctx) => t.db.read(ctx, (tx) => tx.one(NAMES, [ctx.companyId]));

  it.each([
    ['begun already', (tx: Tx) => tx.later(twice(tx))],
    ['begun at the end', (tx: Tx) => tx.later(twice)],
    [
      'among what is sent whole',
      (tx: Tx) => tx.later(tx.run('select 1'), twice, tx.run('select 1')),
    ],
    ['joined', (tx: Tx) => tx.later(sentAnswers.together([tx.run('select 1'), twice(tx)]))],
    [
      'of a write buffer',
      (tx: Tx) => tx.later({ name: 'test.twice', flush: (end: Tx) => twice(end) }, 1),
    ],
  ])('is committed with both: %s', async (_, leave) => {
    const ctx = await t.newCompany();
    await t.db.write(ctx, async (tx) => leave(tx));
    expect(await named(ctx)).toEqual({ legal: 'First', name: 'USD' });
  });

  it('is committed with what it leaves for the end itself', async () => {
    const ctx = await t.newCompany();
    await t.db.write(ctx, async (tx) => {
      tx.later(async (end) => {
        await end.run(RENAME, [ctx.companyId, 'First']);
        end.later((last) => last.run(CALL, [ctx.companyId, 'USD']));
      });
    });
    expect(await named(ctx)).toEqual({ legal: 'First', name: 'USD' });
  });

  it('is not committed at all where the second fails', async () => {
    const ctx = await t.newCompany();
    const before = await named(ctx);
    const work = t.db.write(ctx, async (tx) => {
      tx.later(async (end) => {
        await end.run(RENAME, [ctx.companyId, 'First']);
        await end.run('select 1 / 0');
      });
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await named(ctx)).toEqual(before);
  });

  it('cannot leave anything behind the commit', async () => {
    const ctx = await t.newCompany();
    let ended: Tx | undefined;
    await t.db.write(ctx, async (tx) => void (ended = tx));
    expect(() => ended?.later(() => Promise.resolve())).toThrow('already sent');
  });
});

it('a failed statement that nobody waits for never passes as a commit', async () => {
  const ctx = await t.newCompany();
  const work = t.db.write(ctx, async (tx) => {
    tx.run('select 1 / 0').catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
});

describe('a read in one round trip', () => {
  it('answers what was asked at once', async () => {
    const ctx = await t.newCompany();
    const rows = await t.db.readInOneFlight(ctx, (tx) =>
      Promise.all([
        tx.one<{ n: number }>('select 1 as n'),
        tx.one<{ company: string }>(`select current_setting('app.company_id') as company`),
      ]),
    );
    expect(rows).toEqual([{ n: 1 }, { company: ctx.companyId }]);
  });

  it('shows one instant, also where others commit between its statements', async () => {
    const ctx = await t.newCompany();
    const NAME = 'select legal_name as name from company.company';
    const WAIT = 'select pg_advisory_xact_lock(4711)';
    const other = new Client({ connectionString: t.ownerUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(WAIT);
      const read = t.db.readInOneFlight(ctx, (tx) =>
        Promise.all([tx.one(NAME), tx.run(WAIT), tx.one(NAME)]),
      );
      const waits = `select from pg_locks where locktype = 'advisory' and not granted
        and objid = 4711
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await other.query(waits)).rowCount === 0);
      await other.query(`update company.company set legal_name = 'Renamed' where id = $1`, [
        ctx.companyId,
      ]);
      await other.query('commit');
      const [before, , after] = await read;
      expect(after).toEqual(before);
    } finally {
      await other.end();
    }
  });

  it('refuses a statement that would run outside the transaction', async () => {
    const ctx = await t.newCompany();
    const work = t.db.readInOneFlight(ctx, async (tx) => {
      await tx.rows('select 1');
      return tx.rows('select id from company.company');
    });
    await expect(work).rejects.toThrow('already sent');
  });

  it('fails with the error that broke it, and leaves the connection usable', async () => {
    const ctx = await t.newCompany();
    const work = t.db.readInOneFlight(ctx, (tx) =>
      Promise.all([tx.run('select 1 / 0'), tx.run('select 1')]),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
    await expect(t.db.readInOneFlight(ctx, (tx) => tx.rows('select 1'))).resolves.toHaveLength(1);
  });
});

describe('what is asked along', () => {
  /** A question of a door, and how often it was heard. */
  function asked(isRight: boolean) {
    const question = {
      name: 'asked_along',
      text: 'select id from company.door_company_by_slug($1)',
      params: ['nobody'],
      isOpen: true,
      heard: 0,
      hear() {
        question.heard += 1;
        if (!isRight) throw new Error('not who they were');
        question.isOpen = false;
      },
    };
    return question;
  }
  const one = (tx: Tx) => tx.one<{ n: number }>('select 1 as n');

  it('is heard once, ahead of the first that is read or written', async () => {
    const ctx = await t.newCompany();
    for (const first of ['read', 'readInOneFlight', 'write'] as const) {
      const askedAlong = asked(true);
      const by = { ...ctx, askedAlong };
      expect(await t.db[first](by, one)).toEqual({ n: 1 });
      expect(await t.db.readInOneFlight(by, one)).toEqual({ n: 1 });
      expect([askedAlong.heard, askedAlong.isOpen]).toEqual([1, false]);
    }
  });

  it('keeps everything back when it is not as it was', async () => {
    const ctx = await t.newCompany();
    for (const first of ['read', 'readInOneFlight', 'write'] as const) {
      const work = t.db[first]({ ...ctx, askedAlong: asked(false) }, one);
      await expect(work).rejects.toThrow('not who they were');
    }
    const refused = t.db.readAndEnd({ ...ctx, askedAlong: asked(false) }, one, one);
    await expect(refused).rejects.toThrow('not who they were');
    expect(await t.db.readInOneFlight(ctx, one)).toEqual({ n: 1 });
  });

  it('is a door and nothing else', async () => {
    const ctx = await t.newCompany();
    const askedAlong = { ...asked(true), text: 'select 1 as n' };
    for (const first of ['read', 'readInOneFlight'] as const) {
      const work = t.db[first]({ ...ctx, askedAlong }, one);
      await expect(work).rejects.toThrow('Only door functions');
    }
    // Whoever refused it gives its connection back behind that.
    await vi.waitFor(() => expect(t.db.pool.idleCount).toBe(t.db.pool.totalCount));
  });
});

test('connections write to a socket that can be corked', async () => {
  const client = await t.db.pool.connect();
  client.release();
  expect(client).toBeInstanceOf(CorkedClient);
});
