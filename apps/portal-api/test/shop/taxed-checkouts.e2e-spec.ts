import fc from 'fast-check';
import { codeOf, type PortalClient } from '../portal-people.js';
import { cartOf, putCart, REDUCED, ShopStage, type SeenCart } from './shop-stage.js';

let shop: ShopStage;
let A: string;
let ada: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
});
beforeEach(async () => {
  A = await shop.account('Acme');
  ada = await shop.acme.person({ partyId: A, role: 'Admin' });
});
afterAll(() => shop.close());

interface Order {
  readonly id: string;
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

const send = (who: PortalClient, { priceToken }: Pick<SeenCart, 'priceToken'>, more = {}) =>
  who.call('POST', '/cart/checkout', { body: { priceToken, ...more } });
const ordered = async (who: PortalClient, cart: SeenCart, more = {}): Promise<Order> => {
  const answer = await send(who, cart, more);
  if (answer.status !== 201) throw new Error(`${codeOf(answer)} ${JSON.stringify(answer.body)}`);
  return (answer.body as { order: Order }).order;
};
const sums = ({ subtotal, taxTotal, total }: SeenCart | Order) => [subtotal, taxTotal, total];
const lineSums = ({ lines }: SeenCart | Order) =>
  lines.map(({ net, tax, total }) => [net, tax, total]);

describe('a cart that goes to where other taxes hold than at its account', () => {
  beforeAll(async () => {
    const place = { level: 'country', code: 'CH', name: 'Switzerland', parentId: null };
    const { id: jurisdictionId } = await shop.acme.made('/tax/jurisdictions', place);
    const of = { taxCode: 'standard', kind: 'vat', rate: '8.1', validFrom: '2020-01-01' };
    await shop.acme.made('/tax/rates', { ...of, jurisdictionId });
  });

  const ABROAD = { label: 'Lager', line1: 'Quai 1', city: 'Genf', country: 'CH' };
  const kept = async () =>
    ((await ada.call('POST', '/addresses', { body: ABROAD })).body as { id: string }).id;

  it('is ordered as it was shown, and stays so as staff write on', async () => {
    const product = await shop.product({ '0': '100.00' });
    const cart = await putCart(ada, [[product, '1']], { deliveryAddressId: await kept() });
    expect(sums(cart)).toEqual(['100.00', '8.10', '108.10']);
    const order = await ordered(ada, cart);
    expect([sums(order), order]).toMatchObject([sums(cart), { shipTo: { country: 'CH' } }]);
    await shop.patch(`/sales-orders/${order.id}`, { internalNotes: 'Looked at' });
    const staff = await shop.acme.staff.call('GET', `/sales-orders/${order.id}`);
    expect(staff.body).toMatchObject({ taxTotal: '8.10', shipTo: { country: 'CH' } });
  });

  it('is shown anew where the address is chosen as it is ordered', async () => {
    const product = await shop.product({ '0': '100.00' });
    const cart = await putCart(ada, [[product, '1']]);
    expect(cart.taxTotal).toBe('19.00');
    const deliveryAddressId = await kept();
    const refused = await send(ada, cart, { deliveryAddressId });
    expect(codeOf(refused)).toBe('409 price_changed');
    const { cart: shown } = refused.body as { cart: SeenCart };
    const order = await ordered(ada, shown, { deliveryAddressId });
    expect([shown.taxTotal, order.taxTotal]).toEqual(['8.10', '8.10']);
  });
});

describe('a cart at prices with tax', () => {
  const include = async (pricesIncludeTax: boolean) => {
    const body = { quoteValidityDays: 30, pricesIncludeTax };
    const saved = await shop.acme.staff.call('PUT', '/settings/quotes', { body });
    expect(saved.status).toBe(200);
  };
  beforeEach(() => include(true));
  afterEach(() => include(false));

  it('says so, and is ordered as it was shown', async () => {
    const product = await shop.product({ '0': '119.00' });
    const cart = await putCart(ada, [[product, '1']]);
    expect([sums(cart), cart]).toMatchObject([
      ['100.00', '19.00', '119.00'],
      { pricesIncludeTax: true, lines: [{ unitPrice: '119', net: '100.00' }] },
    ]);
    expect(await cartOf(ada)).toMatchObject({ pricesIncludeTax: true, total: '119.00' });
    const order = await ordered(ada, cart);
    expect([order.pricesIncludeTax, sums(order)]).toEqual([true, sums(cart)]);
    const blind = await shop.acme.person({ partyId: A, without: ['seePricing'] });
    expect(await putCart(blind, [[product, '1']])).not.toHaveProperty('pricesIncludeTax');
    await include(false);
    expect(await cartOf(ada)).toMatchObject({ pricesIncludeTax: false });
  });

  it('saves what the struck prices come to more, with tax', async () => {
    const product = await shop.product({ '0': '119.00' });
    await shop.price(await shop.bookOf(A), product.id, { '0': '107.10' });
    const cart = await putCart(ada, [[product, '2']]);
    expect([sums(cart), cart]).toMatchObject([['180.00', '34.20', '214.20'], { savings: '23.80' }]);
  });

  it('is shown anew where its prices have no tax in them any more', async () => {
    const product = await shop.product({ '0': '119.00' });
    const cart = await putCart(ada, [[product, '1']]);
    await include(false);
    const refused = await send(ada, cart);
    expect(codeOf(refused)).toBe('409 price_changed');
    const { cart: shown } = refused.body as { cart: SeenCart };
    expect([sums(shown), shown]).toMatchObject([
      ['119.00', '22.61', '141.61'],
      { pricesIncludeTax: false },
    ]);
    expect(sums(await ordered(ada, shown))).toEqual(sums(shown));
  });

  it('is filled by SKU, by a list and by a former order alike', async () => {
    const product = await shop.product({ '0': '119.00' });
    const body = { text: `${product.sku} 2` };
    const quick = (await ada.call('POST', '/cart/quick-order', { body })).body;
    const { cart } = quick as { cart: SeenCart };
    const order = await ordered(ada, cart);
    const again = (await ada.call('POST', `/orders/${order.id}/reorder`)).body as SeenCart;
    const list = (await ada.call('POST', '/favourite-lists', { body: { name: 'Mine' } })).body;
    const { id } = list as { id: string };
    const item = { productId: product.id, quantity: '2' };
    await ada.call('POST', `/favourite-lists/${id}/items`, { body: item });
    await ada.call('DELETE', '/cart');
    const from = await ada.call('POST', `/cart/from/favourite-list/${id}`);
    const listed = from.body as SeenCart;
    for (const each of [cart, order, again, listed]) {
      expect([sums(each), each]).toMatchObject([
        ['200.00', '38.00', '238.00'],
        { pricesIncludeTax: true },
      ]);
    }
    expect(sums(await ordered(ada, listed))).toEqual(sums(listed));
  });

  it('comes to what the order comes to, whatever is in it', async () => {
    const products = await Promise.all([
      shop.product({ '0': '0.333333' }),
      shop.product({ '0': '19.99', '5': '17.49' }),
      shop.product({ '0': '0.01' }, { taxCode: REDUCED }),
      shop.product({ '1': '7.777777', '3': '7.123456' }, { taxCode: REDUCED }),
    ]);
    const quantity = fc.integer({ min: 1, max: 40 }).map((n) => String(n / 4 + 1));
    const lines = fc.array(fc.tuple(fc.constantFrom(...products), quantity), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(lines, async (said) => {
        const cart = await putCart(ada, said);
        const order = await ordered(ada, cart);
        expect([sums(order), lineSums(order)]).toEqual([sums(cart), lineSums(cart)]);
      }),
      { numRuns: 6 },
    );
  });
});
