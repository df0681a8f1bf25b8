import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { Database } from './database.js';
import { connect } from './server/data-source.js';
import type { WriteBuffer } from './tx.js';

let t: TestDatabase;
let db: Database;
let ctx: Ctx;
let done: unknown[];
const settled: WriteBuffer<string> = { name: 'test.settled' };
const written: WriteBuffer<string> = {
  name: 'test.written',
  flush: async (_, items) => void done.push(['written', ...items]),
};

beforeAll(async () => {
  t = await testDatabase();
  db = await connect({ url: t.url, poolSize: 2, applicationName: 'test' }, []);
  db.conclude(settled, async (tx, items) => {
    await tx.run('select 1');
    done.push(['settled', ...items]);
    tx.later(written, 'by who settles');
  });
  const conclude: Ctx['conclude'] = async (_, answer) => void done.push(['answered', answer]);
  ctx = { ...(await t.newCompany()), conclude };
});
beforeEach(() => (done = []));
afterAll(async () => {
  await db?.close();
  await t?.close();
});

test('a transaction is settled, then answered, then written, whatever was said first', async () => {
  await db.write(ctx, async (tx) => {
    tx.later(written, 'by the work');
    tx.later(settled, 'one');
    tx.later(settled, 'two');
    return 'the answer';
  });
  expect(done).toEqual([
    ['settled', 'one', 'two'],
    ['answered', { result: 'the answer' }],
    ['written', 'by the work', 'by who settles'],
  ]);
});

test('a request is not told what a transaction returns that does not answer it', async () => {
  await db.write(ctx, async () => 'not the answer', { answers: false });
  expect(done).toEqual([['answered', null]]);
});

test('nobody settles what somebody settles already', () => {
  expect(() => db.conclude(settled, async () => undefined)).toThrow('concluded twice');
});
