import { codeOf, type PortalClient } from '../portal-people.js';
import { putCart, ShopStage } from './shop-stage.js';

let shop: ShopStage;
let ada: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
  ada = await shop.acme.person({ partyId: await shop.account('Acme'), role: 'Admin' });
});
afterAll(() => shop.close());

/** Days of what is in carts pass. */
async function passed(text: string): Promise<void> {
  const { ctx } = shop.acme.people;
  await shop.stage.t.db.write(ctx, (tx) => tx.run(text, [ctx.companyId]));
}

test('a day of delivery that has passed in the cart is said anew to order it', async () => {
  const product = await shop.product({ '0': '1.00' });
  const day = { requestedDeliveryDate: '2099-01-01' };
  const { priceToken } = await putCart(ada, [[product, '1']], day);
  const checkOut = async (more = {}) => {
    const answer = await ada.call('POST', '/cart/checkout', { body: { priceToken, ...more } });
    const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
    return [codeOf(answer), ...errors.map(({ pointer }) => pointer)];
  };
  const refused = (pointer: string) => ['422 validation_failed', pointer];
  await passed(`update storefront.cart set requested_delivery_date = date '2020-01-01'
    where company_id = $1`);
  expect(await checkOut()).toEqual(refused('/requestedDeliveryDate'));
  await passed(`update storefront.cart_line set deliver_on = date '2020-01-01'
    where company_id = $1`);
  expect(await checkOut({ requestedDeliveryDate: null })).toEqual(refused('/lines/0/deliverOn'));
  await passed('update storefront.cart_line set deliver_on = null where company_id = $1');
  expect(await checkOut(day)).toEqual(['201']);
});
