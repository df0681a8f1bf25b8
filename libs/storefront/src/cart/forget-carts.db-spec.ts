import { addAccount } from '@quittance/crm/host';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { aPortalUser } from '@quittance/portal/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { forgetCarts } from './forget-carts.js';

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

/** A cart with one line, of somebody who was deactivated so many days ago. */
async function cartOf(days: number | null): Promise<string> {
  const account = await t.db.write(ctx, (tx) => addAccount(tx, { name: `Acme ${newId()}` }));
  const user = await aPortalUser(t.db, ctx, { partyId: account.id });
  const [id, productId] = [newId(), newId()];
  await t.db.write(ctx, async (tx) => {
    await tx.run(
      `insert into catalog.product (company_id, id, sku, name, type, kind, created_at, updated_at)
       values ($1, $2, $3, 'Till', 'goods', 'one_off', now(), now())`,
      [ctx.companyId, productId, `T-${productId}`],
    );
    await tx.run(
      `insert into storefront.cart (company_id, id, portal_user_id, account_id, notes, created_at,
         updated_at) values ($1, $2, $3, $4, 'Soon', now(), now())`,
      [ctx.companyId, id, user.id, account.id],
    );
    await tx.run(
      `insert into storefront.cart_line (company_id, cart_id, id, position, product_id, quantity)
       values ($1, $2, $3, 1, $4, 2)`,
      [ctx.companyId, id, newId(), productId],
    );
    if (days === null) return;
    const since = addSeconds(ctx.now, -days * 86_400);
    await tx.run(
      `update portal.portal_user set active = false, updated_at = $3
       where company_id = $1 and id = $2`,
      [ctx.companyId, user.id, since],
    );
  });
  return id;
}

test('a cart is kept thirty days behind the end of its user, and then emptied', async () => {
  const carts = [await cartOf(null), await cartOf(29), await cartOf(31)];
  const filled = () =>
    t.db.read(ctx, async (tx) => {
      const rows = await tx.rows<{ id: string }>(
        'select cart_id as id from storefront.cart_line where company_id = $1 order by cart_id',
        [ctx.companyId],
      );
      return rows.map(({ id }) => id);
    });
  expect(await t.db.write(ctx, forgetCarts)).toBe(1);
  expect(await filled()).toEqual(carts.slice(0, 2).sort());
  expect(await t.db.write(ctx, forgetCarts)).toBe(0);
});
