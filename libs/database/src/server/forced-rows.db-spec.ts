import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ForcedRows1764000990001 } from '../migrations/1764000990001-forced-rows.js';
import { sql } from '../rows/sql.js';

let t: TestDatabase;
let owner: Client;
beforeAll(async () => {
  t = await testDatabase({ poolSize: 2 });
  owner = new Client({ connectionString: t.boundOwnerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

/** The tables and the doors as they were before. */
const BEFORE = `
  do $$ declare t record; begin
    for t in select polrelid::regclass as name from pg_policy where polname = 'owner' loop
      execute format('drop policy owner on %s', t.name);
      execute format('alter table %s no force row level security', t.name);
    end loop;
  end $$;
  create or replace function company.door_active_companies() returns table (id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp
    as $door$ select c.id from company.company c where c.active order by c.id $door$;
  do $$ declare f record; begin
    for f in select pg_get_functiondef(oid) as text, prosrc from pg_proc
      where proname = 'door_actors' loop
      execute replace(f.text, 'perform pg_catalog.set_config(''app.every_company'', ''on'', true);',
      '');
    end loop;
  end $$`;

const STATE = `
  select 'table ' || c.oid::regclass as of, c.relforcerowsecurity::text as is
  from pg_class c where c.relrowsecurity
  union all select 'policy ' || p.polrelid::regclass || ' ' || p.polname,
    pg_get_expr(p.polqual, p.polrelid) || p.polroles::text from pg_policy p
  union all select 'door ' || p.oid::regprocedure, (p.prosrc like '%app.every_company%')::text
  from pg_proc p where p.prosecdef order by 1`;

test('a database of before is bound, and its doors go on answering', async () => {
  const { companyId } = await t.newCompany();
  const bound = (await owner.query(STATE)).rows;
  const seen = async () => (await owner.query('select id from company.company')).rows as unknown[];
  const doors = async () => [
    await t.db.door(sql(`select * from company.door_active_companies()`)),
    await t.db.door(sql(`select * from access.door_actors($1, '{}')`), [companyId]),
  ];
  expect(await seen()).toEqual([]);
  await owner.query(BEFORE);
  expect((await owner.query(STATE)).rows).not.toEqual(bound);
  expect(await seen()).toEqual([{ id: companyId }]);
  const runner = { query: async (text: string) => (await owner.query(text)).rows as unknown[] };
  await new ForcedRows1764000990001().up(runner as unknown as QueryRunner);
  expect((await owner.query(STATE)).rows).toEqual(bound);
  expect(await seen()).toEqual([]);
  expect(await doors()).toEqual([[{ id: companyId }], []]);
});

test('what a door has said is over with its transaction and lets only the owner by', async () => {
  const ctx = await t.newCompany();
  await t.newCompany();
  const asked = await t.db.read(ctx, async (tx) => {
    const all = await tx.rows(sql(`select * from company.door_active_companies()`));
    return [all.length > 1, await tx.rows(sql(`select id from company.company`))];
  });
  expect(asked).toEqual([true, [{ id: ctx.companyId }]]);
  await owner.query('select * from company.door_active_companies()');
  const { rows } = await owner.query(`select current_setting('app.every_company', true) as said`);
  expect(rows[0]).not.toEqual({ said: 'on' });
});
