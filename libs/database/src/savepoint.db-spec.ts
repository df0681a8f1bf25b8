import type { Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { atSavepoint } from './savepoint.js';
import type { WriteBuffer, Tx } from './tx.js';

let t: TestDatabase;
let ctx: Ctx;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`create schema part_test; grant usage on schema part_test to quittance_app;
    create table part_test.word (word text primary key);
    grant select, insert on part_test.word to quittance_app`);
  ctx = await t.newCompany();
});

afterAll(async () => {
  await owner?.end();
  await t?.close();
});

beforeEach(() => owner.query('truncate part_test.word'));

const say = (tx: Tx, word: string) => tx.run('insert into part_test.word values ($1)', [word]);
const later: WriteBuffer<string> = {
  name: 'part_test.later',
  flush: async (tx, words) => {
    await Promise.all(words.map((word) => say(tx, word)));
  },
};

async function words(): Promise<string[]> {
  const { rows } = await owner.query(`select word from part_test.word order by word`);
  return rows.map(({ word }) => word);
}

/** A part that says a word, leaves another for the end, and then fails. */
const failing = (tx: Tx, word: string, failure: (part: Tx) => Promise<unknown>) =>
  atSavepoint(tx, async (part) => {
    await say(part, word);
    part.later(later, `${word} later`);
    await failure(part);
  }).catch(() => undefined);

describe('a part of a transaction', () => {
  it('that succeeds stays with what it left for the end, in its place', async () => {
    await t.db.write(ctx, async (tx) => {
      tx.later(later, 'a');
      await atSavepoint(tx, async (part) => {
        await say(part, 'b');
        part.later(later, 'c');
      });
    });
    expect(await words()).toEqual(['a', 'b', 'c']);
  });

  it('that fails is undone, and the transaction goes on', async () => {
    await t.db.write(ctx, async (tx) => {
      await say(tx, 'before');
      await failing(tx, 'thrown', () => Promise.reject(new Error('no')));
      await failing(tx, 'taken', (part) => say(part, 'before'));
      await say(tx, 'behind');
    });
    expect(await words()).toEqual(['before', 'behind']);
  });

  it('may have parts of its own', async () => {
    await t.db.write(ctx, (tx) =>
      atSavepoint(tx, async (part) => {
        await say(part, 'outer');
        await failing(part, 'inner', () => Promise.reject(new Error('no')));
        await atSavepoint(part, (inner) => say(inner, 'second'));
      }),
    );
    expect(await words()).toEqual(['outer', 'second']);
  });

  it('sends nothing behind its end', async () => {
    let left: Tx | undefined;
    await t.db.write(ctx, async (tx) => {
      await atSavepoint(tx, async (part) => {
        left = part;
      });
      expect(() => say(left as Tx, 'late')).toThrow(/already ended/);
    });
    expect(await words()).toEqual([]);
  });
});
