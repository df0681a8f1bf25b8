import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

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
      const told = answers.map(({ status, body }) => [status, body.code]);
      const taken = [409, 'sku_taken'];
      expect(told.toSorted()).toEqual([[201, undefined], taken, taken, taken]);
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

  it('are copied, listed, searched, changed in bulk and told of like any record', async () => {
    const { id } = await book('Everything', { validFrom: '2026-01-01', validTo: '2026-12-31' });
    const path = `/pricebooks/${String(id)}`;
    const { id: productId } = await product('EVERYTHING');
    await call('POST', `${path}/entries`, { productId, unitPrice: '5' });
    const copy = await call('POST', `${path}/clone`, { name: 'Everything else' });
    expect(copy).toMatchObject({ status: 201, body: { validTo: '2026-12-31' } });
    const copied = await call('GET', `/pricebooks/${String(copy.body.id)}/entries`);
    expect(copied.body).toMatchObject({ total: 1, data: [{ unitPrice: '5', productId }] });
    const found = await call('GET', '/pricebooks?search=everything&sort=-name');
    expect(found.body).toMatchObject({ total: 2, data: [{ name: 'Everything else' }, {}] });
    const patch = { validTo: '2027-12-31' };
    expect(await call('POST', '/pricebooks/bulk', { ids: [id], patch })).toMatchObject({
      status: 200,
      body: { updated: 1 },
    });
    const timeline = await call('GET', `${path}/timeline`);
    expect(timeline.body.data).toMatchObject([
      { title: 'price-book.updated' },
      { title: 'price-book.created' },
    ]);
    expect(await call('DELETE', path)).toMatchObject({ status: 204 });
    expect((await call('GET', `${path}/entries`)).status).toBe(404);
  });

  it('obey the rules and the views of the company', async () => {
    const rule = { object: 'price-book', name: 'Names', formula: 'LEN(name) > 2' };
    const message = 'Name it in more than two letters.';
    expect(
      (await call('POST', '/customization/validation-rules', { ...rule, message })).status,
    ).toBe(201);
    const refused = await call('POST', '/pricebooks', { name: 'AB', currency: 'EUR' });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ message }] } });
    const { id } = await book('Viewed');
    const view = { object: 'price-book', name: 'Euros', sort: '-name' };
    const made = await call('POST', '/views', view);
    const list = await call('GET', `/pricebooks?view=${String(made.body.id)}`);
    expect(list.status).toBe(200);
    expect((await call('GET', `/pricebooks/${String(id)}/layout`)).status).toBe(200);
    expect((await call('GET', '/customization/objects/price-book')).status).toBe(200);
    expect((await call('GET', '/pricebooks/schema')).status).toBe(200);
  });

  it('stay where a ledger account names them', async () => {
    const { id } = await book('Named');
    const account = { name: 'Mill', kind: 'supplier' };
    const { body: ledger } = await call('POST', '/ledger-accounts', account);
    const at = `/ledger-accounts/${String(ledger.id)}`;
    expect((await call('PATCH', at, { defaultPriceBookId: id })).status).toBe(200);
    expect(await call('DELETE', `/pricebooks/${String(id)}`)).toMatchObject({
      status: 409,
      body: { code: 'record_referenced' },
    });
    await call('PATCH', at, { defaultPriceBookId: null });
    expect((await call('DELETE', `/pricebooks/${String(id)}`)).status).toBe(204);
  });

  it('load their prices from a file as they download them', async () => {
    const { id } = await book('Loaded');
    const entries = `/pricebooks/${String(id)}/entries`;
    await product('LOADED');
    const send = (path: string, body: string, type = 'text/csv') =>
      api.admin.call('POST', path, { body, headers: { 'content-type': type } });
    const file = 'sku,minQuantity,unitPrice\nLOADED,,20\nLOADED,10,18.2525\nGONE,,1\n';
    expect(await send(`${entries}/import?dryRun=true`, file)).toMatchObject({
      status: 200,
      body: { dryRun: true, created: 2, failed: 1 },
    });
    expect(await send(`${entries}/import`, file)).toMatchObject({
      body: { created: 2, failed: 1, results: [{}, {}, { line: 4, status: 'failed' }] },
    });
    for (const type of ['text/csv', 'application/x-ndjson']) {
      const download = await api.admin.call('GET', entries, { headers: { accept: type } });
      const changed = String(download.body).replace('18.2525', '17.2525');
      expect(await send(`${entries}/import`, changed, type)).toMatchObject({
        body: { rows: 2, failed: 0 },
      });
    }
    expect((await call('GET', entries)).body).toMatchObject({
      data: [
        { minQuantity: '0', unitPrice: '20' },
        { minQuantity: '10', unitPrice: '17.2525' },
      ],
    });
    const columns = await send(`${entries}/import`, 'sku,price\nLOADED,1\n');
    expect(columns).toMatchObject({ status: 422, body: { code: 'import_columns_invalid' } });
  });

  it('tell the price of a product at a quantity on a day', async () => {
    const { id: productId } = await product('ASKED');
    const days = { validFrom: '2026-03-01', validTo: '2026-03-31', currency: 'CHF' };
    const standard = await book('Swiss', { currency: 'CHF', isDefault: true });
    const spring = await book('Swiss spring', days);
    await call('POST', `/pricebooks/${String(standard.id)}/entries`, {
      productId,
      unitPrice: '10',
    });
    const tier = { productId, minQuantity: '5', unitPrice: '9.123456' };
    await call('POST', `/pricebooks/${String(spring.id)}/entries`, tier);
    const ask = (query: string) =>
      call('GET', `/pricebooks/${String(spring.id)}/price?productId=${String(productId)}${query}`);
    expect(await ask('&quantity=5.0')).toMatchObject({
      status: 200,
      body: {
        priceBookId: spring.id,
        unitPrice: '9.123456',
        minQuantity: '5',
        quantity: '5',
        on: '2026-03-02',
        currency: 'CHF',
      },
    });
    const standing = { priceBookId: standard.id, unitPrice: '10', minQuantity: '0' };
    expect((await ask('')).body).toMatchObject({ ...standing, quantity: '1' });
    expect((await ask('&quantity=5&on=2026-04-01')).body).toMatchObject(standing);
    const { id: other } = await product('UNPRICED');
    const path = `/pricebooks/${String(spring.id)}/price?productId=${String(other)}`;
    expect(await call('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'product_not_priced' },
    });
    expect((await ask('&quantity=-1')).status).toBe(422);
  });
});
