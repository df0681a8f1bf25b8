import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { asAdmin } from '../../../../test/support/test-server';
import { notTheOwner } from './table-owner.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const login = () => decodeURIComponent(new URL(t.url).username);

it('the owner of the tables is known from a login that owns nothing', async () => {
  expect(await notTheOwner(t.boundOwnerUrl)).toBeUndefined();
  expect(await notTheOwner(t.ownerUrl)).toBeUndefined();
  expect(await notTheOwner(t.url)).toBe(`${login()}, who does not own the tables`);
});

it('before there are tables it is whoever may make them', async () => {
  await asAdmin(t.ownerUrl, (admin) => admin.query('drop table quittance_migration'));
  expect(await notTheOwner(t.boundOwnerUrl)).toBeUndefined();
  expect(await notTheOwner(t.url)).toBe(`${login()}, who may not make the tables`);
});
