import type { Ctx } from '@quittance/kernel';
import { createRecords } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { crmRecords } from '../testing/crm-records.js';
import { suggestArticles } from './customer-articles.js';

const COUNT = 500;
const WORDS = 150;

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  const { models } = crmRecords(t.db);
  // Each has words of its own, some of its ten, and some that all have.
  const body = (n: number) =>
    Array.from({ length: WORDS }, (_, i) =>
      i % 3 === 0 ? `all${i}` : i % 3 === 1 ? `ten${n % 50}x${i}` : `own${n}x${i}`,
    ).join(' ');
  const articles = Array.from({ length: COUNT }, (_, n) => ({
    title: `How to mend part ${n}`,
    body: body(n),
    audience: 'customer',
  }));
  await t.db.write(ctx, async (tx) => {
    await createRecords(tx, await models.object(tx, 'knowledge'), articles);
    await tx.run(
      `update crm.knowledge_article set status = 'published', published_at = $2
       where company_id = $1`,
      [ctx.companyId, ctx.now],
    );
  });
});
afterAll(() => t?.close());

const suggest = (question: string) => t.db.read(ctx, (tx) => suggestArticles(tx, question));

it('finds among many the article that is meant, in time', async () => {
  await suggest('warm');
  const question = 'how to mend part 417 with all0 and own417x2';
  const found = await suggest(question);
  const took: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const begun = performance.now();
    await suggest(question);
    took.push(performance.now() - begun);
  }
  expect(found[0]?.title).toBe('How to mend part 417');
  expect(found).toHaveLength(3);
  // Of 100 ms; a machine that does much else is given ten times as long, and five chances.
  expect(Math.min(...took)).toBeLessThan(1000);
});

it('looks words up by their index, as the application is bound to its company', async () => {
  const plan = await t.db.read(ctx, async (tx) => {
    await tx.run('set local enable_seqscan = off', []);
    return tx.rows<{ 'QUERY PLAN': string }>(
      `explain select w.article_id from crm.article_word w
       where w.company_id = $1 and (w.word = any($2::text[])
         or (w.word >= $3::text and w.word < $4::text))`,
      [ctx.companyId, ['mend'], 'par', 'pas'],
    );
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Cond: .*word/s);
});
