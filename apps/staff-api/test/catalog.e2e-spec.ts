import { startStaffApi, type TestStaffApi } from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';

type Body = Record<string, unknown>;

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const call = async (method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await api.admin.call(method, path, { body, headers });
  return { ...answer, body: answer.body as Body };
};

const product = async (sku: string) =>
  (await call('POST', '/products', { sku, name: `Product ${sku}` })).body;
const book = async (name: string, more = {}) =>
  (await call('POST', '/pricebooks', { name, currency: 'EUR', ...more })).body;

describe('products', () => {
  it('are created, read, found and changed', async () => {
    const made = await call('POST', '/products', { sku: 'SEAT', name: 'Seat', unit: 'month' });
    expect(made).toMatchObject({
      status: 201,
      body: { sku: 'SEAT', type: 'service', active: true, taxCode: null, version: 1 },
    });
    const path = `/products/${String(made.body.id)}`;
    expect((await call('GET', path)).body).toEqual(made.body);
    const changed = await call('PATCH', path, { name: 'Seat, monthly' }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Seat, monthly', version: 2 } });
    expect(await call('PATCH', path, { name: 'Late' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    const filter = JSON.stringify({ field: 'sku', op: 'eq', value: 'SEAT' });
    const list = await call('GET', `/products?filter=${encodeURIComponent(filter)}`);
    expect(list.body).toMatchObject({ total: 1, data: [{ sku: 'SEAT', version: 2 }] });
  });

  it('are made once where several are made at once with the same SKU', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = { name: 'Racer', sku: `RACE-${round}` };
      const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/products', body)));
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses[0]).toBe(201);
      expect(statuses.slice(1).every((status) => status === 409 || status === 422)).toBe(true);
    }
  });

  it('have a SKU of their own', async () => {
    await product('TWICE');
    expect(await call('POST', '/products', { sku: 'TWICE', name: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'sku_taken', detail: 'Another product already has the SKU TWICE.' },
    });
  });

  it('of another company do not exist', async () => {
    const { id } = await product('OURS');
    const stranger = await api.newAdmin();
    const answer = await stranger.call('GET', `/products/${String(id)}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('price books', () => {
  it('hold one price for each product, in one currency', async () => {
    const { id: productId } = await product('PRICED');
    const { id } = await book('List');
    const entries = `/pricebooks/${String(id)}/entries`;
    const made = await call('POST', entries, { productId, unitPrice: '49.990000' });
    expect(made).toMatchObject({ status: 201, body: { sku: 'PRICED', productId } });
    expect(await call('POST', entries, { productId, unitPrice: '1' })).toMatchObject({
      status: 409,
      body: { code: 'product_priced_already' },
    });
    const path = `${entries}/${String(made.body.id)}`;
    expect(await call('PATCH', path, { unitPrice: 52.5 })).toMatchObject({
      status: 200,
      body: { unitPrice: '52.5', version: 2 },
    });
    expect((await call('GET', entries)).body).toMatchObject({
      total: 1,
      data: [{ unitPrice: '52.5', productName: 'Product PRICED' }],
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await call('GET', path)).toMatchObject({ status: 404 });
  });

  it('have a name of their own and one default for each currency', async () => {
    await book('Default', { isDefault: true });
    expect(await call('POST', '/pricebooks', { name: 'Default', currency: 'EUR' })).toMatchObject({
      status: 409,
      body: { code: 'price_book_name_taken' },
    });
    const { id } = await book('Rival');
    expect(await call('PATCH', `/pricebooks/${String(id)}`, { isDefault: true })).toMatchObject({
      status: 409,
      body: { code: 'default_price_book_taken' },
    });
  });

  it('keep their currency once they have a price', async () => {
    const { id } = await book('Fixed');
    const path = `/pricebooks/${String(id)}`;
    expect(await call('PATCH', path, { currency: 'usd' })).toMatchObject({
      status: 200,
      body: { currency: 'USD' },
    });
    const { id: productId } = await product('FIXED');
    await call('POST', `${path}/entries`, { productId, unitPrice: '1' });
    expect(await call('PATCH', path, { currency: 'EUR' })).toMatchObject({
      status: 409,
      body: { code: 'price_book_currency_fixed' },
    });
    expect((await call('PATCH', path, { currency: 'USD' })).status).toBe(200);
    const unknown = await call('POST', '/pricebooks', { name: 'None', currency: 'ZZZ' });
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/currency' }] } });
  });

  it('refuse a negative price', async () => {
    const { id: productId } = await product('FREE');
    const { id } = await book('Negative');
    const sent = { productId, unitPrice: '-1' };
    expect(await call('POST', `/pricebooks/${String(id)}/entries`, sent)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/unitPrice', code: 'min' }] },
    });
  });
});
