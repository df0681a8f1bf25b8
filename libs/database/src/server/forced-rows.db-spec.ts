import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
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

test('the owner sees no company unless it says so, and its doors do', async () => {
  const { companyId } = await t.newCompany();
  const seen = await owner.query('select id from company.company');
  expect(seen.rows).toEqual([]);
  expect(await t.db.door(sql(`select * from company.door_active_companies()`))).toEqual([
    { id: companyId },
  ]);
  expect(await t.db.door(sql(`select * from access.door_actors($1, '{}')`), [companyId])).toEqual(
    [],
  );
  const silent = await owner.query(`select p.oid::regprocedure as door from pg_proc p
    where p.prosecdef and p.proname like 'door\\_%' and p.prorettype <> 'void'::regtype
      and p.prosrc not like '%app.every_company%'`);
  expect(silent.rows).toEqual([]);
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
