import { findUserByEmail } from '@quittance/identity/host';
import { Companies } from '@quittance/company/host';
import { DEMO_ADMIN } from '../../apps/cli/src/start/demo-admin';
import { ensureDemoCompany } from '../../apps/cli/src/start/ensure-demo-company';
import { testDatabase, type TestDatabase } from '../support/test-database';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const COUNT = `select (select count(*) from company.company)::int as companies,
  (select count(*) from catalog.product)::int as products,
  (select count(*) from catalog.price_book_entry)::int as prices,
  (select count(*) from tax.rate)::int as rates`;

async function counts(): Promise<Record<string, number>> {
  const id = await new Companies(t.db).idOf('demo');
  if (!id) throw new Error('There is no demonstration company');
  return t.db.read(t.ctx(id), (tx) => tx.one(COUNT));
}

it('the demonstration company is made once, however often the product starts', async () => {
  await ensureDemoCompany(t.url);
  const first = await counts();
  expect(first).toMatchObject({ companies: 1, products: 3, prices: 3 });
  expect(first.rates).toBeGreaterThan(0);
  await ensureDemoCompany(t.url);
  expect(await counts()).toEqual(first);
});

it('what a killed start left out is made by the next', async () => {
  const id = await new Companies(t.db).idOf('demo');
  if (!id) throw new Error('There is no demonstration company');
  const ctx = t.ctx(id);
  const before = await counts();
  await t.db.write(ctx, async (tx) => {
    await tx.run('delete from access.user_role where company_id = $1', [id]);
    await tx.run('delete from identity.staff_user where company_id = $1', [id]);
    await tx.run(
      `delete from catalog.price_book_entry e using catalog.product p
       where e.company_id = $1 and p.company_id = $1 and p.id = e.product_id and p.sku = $2`,
      [id, 'ONBOARDING'],
    );
  });
  await ensureDemoCompany(t.url);
  expect(await counts()).toEqual(before);
  expect(await t.db.read(ctx, (tx) => findUserByEmail(tx, DEMO_ADMIN.email))).toBeDefined();
});
