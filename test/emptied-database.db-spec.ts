import { CreateAdministrator } from '@quittance/access/host';
import { PasswordHasher } from '@quittance/identity';
import { Client } from 'pg';
import { emptied, untouched, type Untouched } from './support/database/emptied-database';
import { testDatabase, type TestDatabase } from './support/test-database';
import { asAdmin, onEachMachine } from './support/test-server';

let t: TestDatabase;
let asMade: Untouched;

beforeEach(async () => {
  t = await testDatabase({ apart: true });
  asMade = await untouched(onEachMachine(t.ownerUrl));
});
afterEach(() => t.close());

const asOwner = (text: string) => asAdmin(t.ownerUrl, (owner) => owner.query(text));

async function count(table: string): Promise<number> {
  const { rows } = await asOwner(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

it('a database is emptied of what was written, and keeps what the migrations wrote', async () => {
  const tables = ['company.company', 'audit.entry', 'identity.staff_user', 'masters.seed_entry'];
  const counts = () => Promise.all(tables.map(count));
  const before = await counts();
  const administrators = new CreateAdministrator(t.db, new PasswordHasher());
  const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
  await administrators.execute(await t.newCompany(), ada);
  const [companies, entries, users] = await counts();
  expect([companies, entries]).toEqual([1, 1]);
  expect(users).toBe((before[2] ?? 0) + 1);
  expect(await emptied(asMade)).toBe(true);
  expect(await counts()).toEqual(before);
});

it.each([
  ['a table is new', 'create table public.planted (id int)'],
  ['a column is gone', 'alter table identity.staff_user drop column name cascade'],
  ['a policy is gone', 'drop policy company on company.company'],
  ['a trigger does nothing', 'alter table receivables.invoice disable trigger all'],
  ['a right is given', 'grant delete on audit.entry to quittance_app'],
  ['a row of the migrations is gone', 'delete from quittance_migration where id = 1'],
  ['a row of the migrations is changed', `update quittance_migration set name = name || 'x'`],
])('it is not as it was made where %s', async (_, change) => {
  await asOwner(change);
  expect(await emptied(asMade)).toBe(false);
});

it('nor while somebody else is at work in it', async () => {
  const stranger = new Client({ connectionString: t.ownerUrl, application_name: 'stranger' });
  await stranger.connect();
  expect(await emptied(asMade)).toBe(false);
  await stranger.end();
  // Its session is listed for a moment more than its connection lasts.
  await expect.poll(() => emptied(asMade)).toBe(true);
});

it('nor while a transaction of the pool is open', async () => {
  const ctx = await t.newCompany();
  await t.db.write(ctx, async () => {
    expect(await emptied(asMade)).toBe(false);
  });
  expect(await emptied(asMade)).toBe(true);
});
