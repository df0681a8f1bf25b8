import { newId } from '@quittance/kernel';
import { codeOf, type PortalClient } from '../portal-people.js';
import { cartOf, putCart, ShopStage, type SeenCart } from './shop-stage.js';

let shop: ShopStage;
let A: string;
let ada: PortalClient;
let bo: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
});
beforeEach(async () => {
  A = await shop.account('Acme');
  ada = await shop.acme.person({ partyId: A, role: 'Admin' });
  bo = await shop.acme.person({ partyId: A });
});
afterAll(() => shop.close());

type Filled = SeenCart & { readonly skipped: readonly object[] };
const post = async <T = Filled>(who: PortalClient, path: string, body: object = {}) => {
  const answer = await who.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path} ${codeOf(answer)}`);
  return answer.body as T;
};
const listOf = (who: PortalClient, more: object = {}) =>
  post<{ id: string; version: number }>(who, '/favourite-lists', { name: 'Usual', ...more });

describe('favourite lists', () => {
  it('are their user’s, and read by colleagues where they are shared', async () => {
    const product = await shop.product({ '0': '2.00' });
    const own = await listOf(ada);
    const shared = await listOf(ada, { shared: true });
    const items = `/favourite-lists/${shared.id}/items`;
    await post(ada, items, { productId: product.id, quantity: '4' });
    await post(ada, items, { productId: product.id, quantity: '6' });
    const seen = await bo.call('GET', '/favourite-lists');
    expect((seen.body as { data: object[] }).data).toMatchObject([{ id: shared.id }]);
    expect((await bo.call('GET', items)).body).toEqual([
      expect.objectContaining({ productId: product.id, sku: product.sku, quantity: '6' }),
    ]);
    expect(codeOf(await bo.call('GET', `/favourite-lists/${own.id}`))).toBe('404 not_found');
    const change = { body: { name: 'Mine' } };
    const answer = await bo.call('PATCH', `/favourite-lists/${shared.id}`, change);
    expect(codeOf(answer)).toBe('404 not_found');
    expect((await ada.call('PATCH', `/favourite-lists/${own.id}`, change)).body).toMatchObject({
      name: 'Mine',
    });
    const narrow = await shop.acme.person({ partyId: A, accessLevel: 'own' });
    expect(codeOf(await narrow.call('GET', items))).toBe('404 not_found');
    const rival = await shop.acme.person({ partyId: await shop.account('Rival') });
    expect(codeOf(await rival.call('GET', items))).toBe('404 not_found');
    expect((await ada.call('DELETE', `/favourite-lists/${shared.id}`)).status).toBe(204);
    expect(codeOf(await bo.call('GET', items))).toBe('404 not_found');
  });

  it('take what is in the catalogue, and are full at 500', async () => {
    const { id } = await listOf(ada);
    const items = `/favourite-lists/${id}/items`;
    const unknown = { body: { productId: newId(), quantity: '1' } };
    expect(codeOf(await ada.call('POST', items, unknown))).toBe('422 product_not_available');
    const product = await shop.product();
    await shop.fillList(id, 500);
    const body = { productId: product.id, quantity: '1' };
    expect(codeOf(await ada.call('POST', items, { body }))).toBe('422 favourite_list_full');
  });

  it('are put into the cart', async () => {
    const [kept, gone] = [await shop.product({ '0': '2.00' }), await shop.product({ '0': '3.00' })];
    const { id } = await listOf(ada, { shared: true });
    for (const { id: productId } of [kept, gone]) {
      await post(ada, `/favourite-lists/${id}/items`, { productId, quantity: '2' });
    }
    await putCart(bo, [[kept, '1']]);
    await shop.patch(`/products/${gone.id}`, { inCatalogue: false });
    const cart = await post(bo, `/cart/from/favourite-list/${id}`);
    expect(cart.lines).toMatchObject([{ productId: kept.id, quantity: '3', net: '6.00' }]);
    expect(cart.skipped).toMatchObject([{ productId: gone.id, code: 'product_not_available' }]);
  });
});

describe('what was ordered or offered', () => {
  it('comes into the cart again at today’s prices', async () => {
    const product = await shop.product({ '0': '10.00' });
    const lines = [{ productId: product.id, ordered: '3', unitPrice: '1.00' }];
    const order = await shop.acme.order(A, { lines });
    const cart = await post(ada, `/orders/${order.id}/reorder`);
    expect([cart.subtotal, cart.skipped]).toEqual(['30.00', []]);
    expect((await post(ada, `/cart/from/order/${order.id}`)).subtotal).toBe('60.00');
    const offered = [
      { productId: product.id, quantity: '5', unitPrice: '1.00' },
      { description: 'By hand', quantity: '1', unitPrice: '1.00' },
    ];
    const quote = await shop.acme.quote(A, { lines: offered });
    const more = await post(bo, `/cart/from/quote/${quote.id}`);
    expect([more.subtotal, more.skipped]).toMatchObject([
      '50.00',
      [{ productId: null, description: 'By hand', code: 'product_not_available' }],
    ]);
    const rival = await shop.acme.person({ partyId: await shop.account('Rival') });
    for (const path of [`order/${order.id}`, `quote/${quote.id}`]) {
      const answer = await rival.call('POST', `/cart/from/${path}`, { body: {} });
      expect(codeOf(answer)).toBe('404 not_found');
    }
    expect((await cartOf(rival)).lines).toEqual([]);
  });
});

describe('a quick order', () => {
  it('answers each line, and adds what can be', async () => {
    const one = await shop.product({ '0': '1.00' });
    const sold = await shop.product({ '0': '1.00' }, { minimumQuantity: '10', quantityStep: '5' });
    const upper = await shop.product({ '0': '1.00' }, { sku: 'BOTH' });
    await shop.product({ '0': '1.00' }, { sku: 'both' });
    const text = [
      `${one.sku} 2`,
      `${one.sku.toLowerCase()}\t3`,
      'NOBODY 1',
      'Both 1',
      'BOTH 1',
      `${sold.sku} 3`,
      `${sold.sku} 12`,
      '',
      `${one.sku} x-1`,
      `${one.sku} -1`,
    ].join('\n');
    interface Answer {
      readonly results: readonly { result: string; line: number }[];
      readonly cart: SeenCart | null;
    }
    const tried = await post<Answer>(ada, '/cart/quick-order', { text, dryRun: true });
    expect([tried.cart, (await cartOf(ada)).version]).toEqual([null, 0]);
    const done = await post<Answer>(ada, '/cart/quick-order', { text });
    const results = [
      [1, 'added'],
      [2, 'merged'],
      [3, 'unknown_sku'],
      [4, 'ambiguous'],
      [5, 'added'],
      [6, 'below_minimum'],
      [7, 'step'],
      [9, 'invalid'],
      [10, 'invalid'],
    ];
    for (const { results: found } of [tried, done]) {
      expect(found.map(({ line, result }) => [line, result])).toEqual(results);
    }
    expect(done.cart?.lines).toMatchObject([
      { productId: one.id, quantity: '5' },
      { productId: upper.id, quantity: '1' },
    ]);
    const long = Array.from({ length: 501 }, () => 'A 1').join('\n');
    const answer = await ada.call('POST', '/cart/quick-order', { body: { text: long } });
    expect(codeOf(answer)).toBe('422 quick_order_too_long');
  });

  it('is taken from a file that the user has sent, and from nobody else’s', async () => {
    const bolt = await shop.product({ '0': '1.00' });
    const bo = await shop.acme.person({ partyId: A });
    const send = async (who: PortalClient, fileName: string, body: string) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = await who.call('POST', `/uploads?fileName=${fileName}`, { body, headers });
      return (sent.body as { documentId: string }).documentId;
    };
    const order = (who: PortalClient, body: object) =>
      who.call('POST', '/cart/quick-order', { body });
    const documentId = await send(bo, 'order.csv', `Menge;Artikel\n4;${bolt.sku}\n1;NOBODY`);
    for (const dryRun of [true, false]) {
      expect((await order(bo, { documentId, dryRun })).body).toMatchObject({
        results: [
          { line: 2, result: 'added', quantity: '4' },
          { line: 3, result: 'unknown_sku' },
        ],
      });
    }
    expect((await cartOf(bo)).lines).toMatchObject([{ productId: bolt.id, quantity: '4' }]);
    const asked: readonly (readonly [PortalClient, object, string])[] = [
      [ada, { documentId }, '422 reference_not_found'],
      [bo, { documentId, text: 'A 1' }, '422 validation_failed'],
      [bo, {}, '422 validation_failed'],
      [bo, { documentId: await send(bo, 'a.pdf', '%PDF-1.7') }, '422 quick_order_file_refused'],
      [
        bo,
        { documentId: await send(bo, 'a.xlsx', 'PK\u0003\u0004') },
        '422 quick_order_file_refused',
      ],
    ];
    for (const [who, body, code] of asked) expect(codeOf(await order(who, body))).toBe(code);
  });
});
