import { newId } from '@quittance/kernel';
import { codeOf, type PortalClient } from '../portal-people.js';
import { ShopStage } from './shop-stage.js';

let shop: ShopStage;
let A: string;
let ada: PortalClient;
let blind: PortalClient;

beforeAll(async () => {
  shop = await ShopStage.open();
  A = await shop.account('Acme');
  ada = await shop.acme.person({ partyId: A, role: 'Admin' });
  blind = await shop.acme.person({ partyId: A, without: ['seePricing', 'viewOrders'] });
});
afterAll(() => shop.close());

const read = async <T = Record<string, unknown>>(who: PortalClient, path: string) =>
  (await who.call('GET', path)).body as T;
const one = (who: PortalClient, { id }: { readonly id: string }, query = '') =>
  read<{ price: Record<string, unknown> } & Record<string, unknown>>(
    who,
    `/catalogue/${id}${query}`,
  );

describe('the catalogue', () => {
  it('shows what is in it, and nothing else', async () => {
    const shown = await shop.product({ '0': '10.00' }, { category: 'Screws' });
    const hidden = await shop.product({ '0': '10.00' }, { inCatalogue: false });
    const idle = await shop.product({ '0': '10.00' }, { active: false });
    const { data } = await read<{ data: { id: string }[] }>(ada, '/catalogue?pageSize=200');
    const ids = data.map(({ id }) => id);
    expect([shown, hidden, idle].map(({ id }) => ids.includes(id))).toEqual([true, false, false]);
    expect(await one(ada, shown)).toMatchObject({ sku: shown.sku, category: 'Screws' });
    for (const id of [hidden.id, idle.id, newId()]) {
      expect(codeOf(await ada.call('GET', `/catalogue/${id}`))).toBe('404 not_found');
    }
    const other = await ShopStage.of(shop.stage);
    const stranger = await other.acme.person({ partyId: await other.account('Acme') });
    expect(codeOf(await stranger.call('GET', `/catalogue/${shown.id}`))).toBe('404 not_found');
    expect(await read(stranger, '/catalogue')).toMatchObject({ total: 0 });
  });

  it('tells the properties that are opened, and no price to who sees none', async () => {
    const at = '/customization/objects/product/fields';
    const field = (name: string, type: string, customer: string, settings = {}) =>
      shop.acme.made(at, { name, label: `The ${name}`, type, settings, portals: { customer } });
    const options = [{ code: 'r', label: 'Red', active: true }];
    await field('hue__c', 'picklist', 'read', { options });
    await field('deposit__c', 'currency', 'read');
    await field('supplier__c', 'text', 'none');
    const product = await shop.product({ '0': '10.00' });
    const body = { hue__c: 'r', deposit__c: '5.00', supplier__c: 'Secret' };
    const put = await shop.acme.staff.call('PATCH', `/products/${product.id}`, { body });
    expect(codeOf(put)).toBe('200');
    const hue = { name: 'hue__c', label: 'The hue__c', value: 'Red' };
    expect((await one(blind, product)).properties).toEqual([hue]);
    const told = (await one(ada, product)).properties as { name: string }[];
    expect(told.map(({ name }) => name)).toEqual(['hue__c', 'deposit__c']);
    const { data } = await read<{ data: { id: string; properties: object[] }[] }>(
      blind,
      '/catalogue?pageSize=200',
    );
    expect(data.find(({ id }) => id === product.id)?.properties).toEqual([hue]);
  });

  it('has the prices of the account, struck where everybody pays more', async () => {
    const account = await shop.account('With a book');
    const who = await shop.acme.person({ partyId: account });
    const book = await shop.bookOf(account);
    const product = await shop.product({ '0': '11.00' });
    await shop.price(book, product.id, { '10': '9.00' });
    const price = {
      currency: 'EUR',
      unit: '11',
      list: null,
      tiers: [
        { minQuantity: '0', unitPrice: '11' },
        { minQuantity: '10', unitPrice: '9' },
      ],
      onRequest: false,
    };
    expect((await one(who, product)).price).toEqual(price);
    await shop.patch(`/products/${product.id}`, { minimumQuantity: '10' });
    expect((await one(who, product)).price).toMatchObject({ unit: '9', list: '11' });
    const { data } = await read<{ data: Record<string, unknown>[] }>(who, '/catalogue?search=P-');
    expect(data.find(({ id }) => id === product.id)?.price).toMatchObject({ unit: '9' });
    const asked = await read(who, `/catalogue/prices?ids=${product.id},${newId()}`);
    expect(asked).toMatchObject([{ productId: product.id, price: { unit: '9' } }]);
  });

  it('has the price of the account above, and none of its currency', async () => {
    const holding = await shop.account('Holding');
    const below = await shop.account('Below', holding);
    const who = await shop.acme.person({ partyId: below });
    const pounds = await shop.account('Pounds');
    const british = await shop.account('British', pounds);
    const brit = await shop.acme.person({ partyId: british });
    const product = await shop.product();
    await shop.price(await shop.bookOf(holding), product.id, { '0': '7.00' });
    await shop.price(await shop.bookOf(pounds, 'GBP'), product.id, { '0': '6.00' });
    expect((await one(who, product)).price).toMatchObject({ unit: '7', currency: 'EUR' });
    expect((await one(brit, product)).price).toMatchObject({ unit: null, onRequest: true });
    expect((await one(ada, product)).price).toMatchObject({ unit: null, onRequest: true });
  });

  it('shows another account in reach its own prices, and no other', async () => {
    const holding = await shop.account('Tree');
    const below = await shop.account('Leaf', holding);
    const tess = await shop.acme.person({ partyId: holding, accessLevel: 'account_tree' });
    const product = await shop.product({ '0': '5.00' });
    await shop.price(await shop.bookOf(below), product.id, { '0': '4.00' });
    expect((await one(tess, product)).price).toMatchObject({ unit: '5' });
    expect((await one(tess, product, `?accountId=${below}`)).price).toMatchObject({ unit: '4' });
    for (const path of ['/catalogue', `/catalogue/${product.id}`, '/catalogue/lookup']) {
      const query = path.endsWith('lookup') ? '&q=P' : '';
      const answer = await tess.call('GET', `${path}?accountId=${A}${query}`);
      expect(codeOf(answer)).toBe('422 reference_not_found');
    }
  });

  it('has neither prices nor orders for those who may see none', async () => {
    const product = await shop.product({ '0': '10.00' });
    const seen = await one(blind, product);
    expect(['price' in seen, 'lastOrdered' in seen, seen.sku]).toEqual([false, false, product.sku]);
    const list = await read<{ data: object[] }>(blind, '/catalogue');
    expect(JSON.stringify(list.data)).not.toMatch(/price|lastOrdered/i);
    const found = await read<object[]>(blind, `/catalogue/lookup?q=${product.sku}`);
    expect(JSON.stringify(found)).not.toMatch(/price/i);
    const prices = await blind.call('GET', `/catalogue/prices?ids=${product.id}`);
    expect(codeOf(prices)).toBe('403 permission_denied');
  });

  it('tells when something was last ordered, of what the user reaches', async () => {
    const product = await shop.product({ '0': '10.00' });
    expect((await one(ada, product)).lastOrdered).toBeNull();
    await shop.acme.order(A, { lines: [{ productId: product.id, ordered: '7' }] });
    expect((await one(ada, product)).lastOrdered).toMatchObject({ quantity: '7' });
    const rival = await shop.acme.person({ partyId: await shop.account('Rival') });
    expect((await one(rival, product)).lastOrdered).toBeNull();
  });

  it('is looked through by SKU and name, and by category', async () => {
    const category = `Category ${newId()}`;
    const words = { sku: 'ZX-81', name: 'Bolt M8', category };
    const bolt = await shop.product({}, { ...words, availability: 'low_stock' });
    const found = async (q: string) =>
      (await read<{ id: string }[]>(ada, `/catalogue/lookup?q=${q}`)).map(({ id }) => id);
    expect([await found('zx-8'), await found('bolt'), await found('100%25')]).toEqual([
      [bolt.id],
      [bolt.id],
      [],
    ]);
    const categories = await read<object[]>(ada, '/categories');
    expect(categories).toContainEqual({ name: category, products: 1 });
    const filter = JSON.stringify({ field: 'category', op: 'eq', value: category });
    const { data } = await read<{ data: object[] }>(
      ada,
      `/catalogue?filter=${encodeURIComponent(filter)}`,
    );
    expect(data).toMatchObject([{ id: bolt.id, stock: 'low_stock' }]);
  });

  it('has the plans of its products, at the price in the currency of the account', async () => {
    const plan = async (product: { id: string }, name: string, currency = 'EUR') => {
      const { id } = await shop.acme.made('/plans', { name, productId: product.id });
      const prices = [{ currency, unitPrice: '50.00' }];
      await shop.acme.made(`/plans/${id}/versions`, { frequency: 'monthly', prices, trialDays: 7 });
      return id;
    };
    const seats = await shop.product({}, { kind: 'recurring', name: 'Seats' });
    const hidden = await shop.product({}, { kind: 'recurring', inCatalogue: false });
    const [gold, pounds] = [await plan(seats, 'Gold'), await plan(seats, 'Pounds', 'GBP')];
    await plan(hidden, 'Hidden');
    await shop.patch(`/plans/${await plan(seats, 'Idle')}`, { active: false });
    const terms = { productName: 'Seats', frequency: 'monthly', trialDays: 7, metered: false };
    const path = `/plans?productId=${seats.id}`;
    expect(await read<object[]>(ada, path)).toMatchObject([
      { id: gold, ...terms, unitPrice: '50.00', currency: 'EUR' },
      { id: pounds, ...terms, unitPrice: null },
    ]);
    expect(
      (await read<object[]>(ada, '/plans')).map((each) => 'name' in each && each.name),
    ).toEqual(['Gold', 'Pounds']);
    expect(JSON.stringify(await read(blind, path))).not.toMatch(/price|EUR/i);
  });

  it('shows pictures of its products that are for customers, and nothing else', async () => {
    const product = await shop.product();
    const hidden = await shop.product({}, { inCatalogue: false });
    const send = async (id: string, fileName: string, visibility: string, body: string) => {
      const path = `/products/${id}/documents?fileName=${fileName}&visibility=${visibility}`;
      const headers = { 'content-type': 'application/octet-stream' };
      return ((await shop.acme.staff.call('POST', path, { body, headers })).body as { id: string })
        .id;
    };
    const [gif, page] = ['GIF89a of a bolt', '<svg onload="x"/>'];
    const shown = await send(product.id, 'bolt.gif', 'customer', gif);
    const others = [
      [product.id, await send(product.id, 'bolt.gif', 'internal', gif)],
      [product.id, await send(product.id, 'bolt.svg', 'customer', page)],
      [hidden.id, await send(hidden.id, 'bolt.gif', 'customer', gif)],
      [(await shop.product()).id, shown],
    ];
    const images = [{ id: shown, fileName: 'bolt.gif', mimeType: 'image/gif', size: gif.length }];
    expect((await one(ada, product)).images).toEqual(images);
    const { data } = await read<{ data: object[] }>(ada, `/catalogue?search=${product.sku}`);
    expect(data[0]).toMatchObject({ images });
    const at = (id: string, image: string) => `/catalogue/${id}/images/${image}`;
    const answer = await ada.call('GET', at(product.id, shown));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const [id = '', image = ''] of others) {
      expect(codeOf(await ada.call('GET', at(id, image)))).toBe('404 not_found');
    }
    const other = await ShopStage.of(shop.stage);
    const stranger = await other.acme.person({ partyId: await other.account('Acme') });
    expect(codeOf(await stranger.call('GET', at(product.id, shown)))).toBe('404 not_found');
  });
});
