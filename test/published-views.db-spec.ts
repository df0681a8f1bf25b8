import { APP_ROLE } from '@quittance/database';
import { saysOf, viewsOf } from '@quittance/database/host';
import { newId } from '@quittance/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { allMigrations } from '../apps/cli/src/assembly';
import { publishedViewsPage } from '../apps/cli/src/published-views-page';
import { foreignReads, publishedViews } from './schema/catalog';
import { testDatabase, type TestDatabase } from './support/test-database';

let t: TestDatabase;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await t?.close();
});

describe('a view that a lib publishes', () => {
  test('is as its migration says, each column with what it says of itself', async () => {
    const said = viewsOf(allMigrations).map(({ name, says, columns }) => ({
      name,
      says,
      columns: Object.entries(columns).map(([column, value]) => ({
        name: column,
        says: saysOf(value),
      })),
    }));
    const shown = await publishedViews(owner);
    expect(shown.map(({ name, says, columns }) => ({ name, says, columns }))).toEqual(said);
    const silent = said.flatMap((view) => [view, ...view.columns]).filter(({ says }) => !says);
    expect(silent).toEqual([]);
  });

  test('asks with the rights of who reads it', async () => {
    const bad = (await publishedViews(owner)).filter(
      ({ options }) => !options.includes('security_invoker=true'),
    );
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  test('shows every row of one table of its schema and adds nothing up', async () => {
    const more = /\b(where|group|distinct|union|join|limit|over|order)\b/i;
    const bad = (await publishedViews(owner)).filter(({ name, definition, reads }) => {
      const [table = '', ...others] = reads;
      return more.test(definition) || others.length > 0 || schemaOf(table) !== schemaOf(name);
    });
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  test('is taken apart by the planner: who reads it reads the table, by its key', async () => {
    await owner.query('begin');
    try {
      await owner.query(`set local role ${APP_ROLE}; set local enable_seqscan = off`);
      for (const { name, of, columns } of viewsOf(allMigrations)) {
        const key = 'company_id' in columns ? 'company_id' : 'id';
        const { rows } = await owner.query<Record<'QUERY PLAN', string>>(
          `explain (costs off) select * from ${name} where ${key} = '${newId()}'`,
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(`${name}: ${plan}`).toMatch(new RegExp(`Scan .*on ${of.split('.')[1]} t`));
        expect(plan).not.toMatch(/Seq Scan|Subquery Scan/);
      }
    } finally {
      await owner.query('rollback');
    }
  });

  test('is all that a door asks of another schema', async () => {
    const bad = (await foreignReads(owner)).filter((read) => !/\.pub_\w+$/.test(read));
    expect(bad).toEqual([]);
  });

  test('stands in docs/published-views.md as the migrations have it, with who reads it', () => {
    const root = join(__dirname, '..');
    const page = readFileSync(join(root, 'docs/published-views.md'), 'utf8');
    expect(page).toBe(publishedViewsPage(viewsOf(allMigrations), root));
  });

  const schemaOf = (name: string) => name.split('.')[0];
});
