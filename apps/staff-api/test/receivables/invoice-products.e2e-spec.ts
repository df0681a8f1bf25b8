import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, sentInvoice, type InvoiceBody } from './billing-support.js';
import { activeSchedule, billingRun, SEATS } from './schedule-support.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

interface Shop {
  readonly client: StaffClient;
  readonly accountId: string;
  /** 7 %, counted in hours. */
  readonly book: string;
  /** 19 %. */
  readonly tool: string;
}

type Line = Readonly<Record<string, unknown>> & { readonly id: string };
type Lined = Omit<InvoiceBody, 'lines'> & { readonly lines: Line[] };

const must = async <T = { id: string }>(
  client: StaffClient,
  method: string,
  path: string,
  body: object = {},
): Promise<T> => {
  const answer = await client.call(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
};

/** A German company with two rates, a default of 19 % and two products. */
async function newShop(): Promise<Shop> {
  const ctx = await t.newCompany();
  const client = await api.newAdmin(ctx);
  await must(client, 'POST', '/tax/seed', { countries: ['DE'] });
  const { data } = (await client.call('GET', '/tax/jurisdictions')).body as { data: [Line] };
  await must(client, 'POST', '/tax/codes', { code: 'reduced', name: 'Reduced rate' });
  const [jurisdictionId, validFrom] = [data[0].id, '2020-01-01'];
  const reduced = { jurisdictionId, taxCode: 'reduced', kind: 'vat', rate: '7', validFrom };
  await must(client, 'POST', '/tax/rates', reduced);
  const product = (sku: string, more: object) =>
    must(client, 'POST', '/products', { sku, name: sku, ...more }).then(({ id }) => id);
  return {
    client,
    accountId: await newAccount(t, ctx),
    book: await product('BOOK', { taxCode: 'reduced', unit: 'hour', hsnCode: '490110' }),
    tool: await product('TOOL', { taxCode: 'standard' }),
  };
}

const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };
const DATES = { issueDate: '2026-03-01', dueDate: '2026-03-31' };

const newInvoice = ({ client, accountId }: Shop, ...lines: object[]) =>
  must<InvoiceBody & { lines: Line[] }>(client, 'POST', '/invoices', {
    accountId,
    ...DATES,
    lines: lines.map((line) => ({ ...LINE, ...line })),
  });

const taxOf = ({ lines }: { lines: readonly object[] }) =>
  (lines as readonly Line[]).map(({ taxCode, taxRate }) => [taxCode, taxRate]);

describe('a line with a product', () => {
  it('has the tax code of its product where it has neither code nor rate of its own', async () => {
    const shop = await newShop();
    const { book: productId } = shop;
    const invoice = await newInvoice(
      shop,
      { productId },
      { productId, taxCode: 'standard' },
      { productId, taxRate: '3' },
      {},
    );
    expect(taxOf(invoice)).toEqual([
      ['reduced', '7'],
      ['standard', '19'],
      [null, '3'],
      [null, '19'],
    ]);
    expect(invoice.lines[0]).toMatchObject({ sku: 'BOOK', unit: 'hour', hsnCode: '490110' });
    expect(invoice.lines[3]).toMatchObject({ sku: null, unit: null, hsnCode: null });
  });

  it('follows a change of its product, and has its code when its own is cleared', async () => {
    const shop = await newShop();
    const { client, book, tool } = shop;
    const { id, lines } = await newInvoice(shop, { productId: book }, { taxCode: 'zero' });
    const change = async (line: number, body: object) =>
      taxOf(await must(client, 'PATCH', `/invoices/${id}/lines/${lines[line]?.id}`, body))[line];
    expect(await change(0, { productId: tool })).toEqual(['standard', '19']);
    expect(await change(0, { taxCode: 'reduced' })).toEqual(['reduced', '7']);
    expect(await change(0, { productId: book, quantity: '2' })).toEqual(['reduced', '7']);
    expect(await change(0, { productId: tool })).toEqual(['reduced', '7']);
    expect(await change(0, { taxCode: null })).toEqual(['standard', '19']);
    expect(await change(0, { taxRate: '3' })).toEqual([null, '3']);
    expect(await change(0, { productId: null, taxRate: null })).toEqual([null, '19']);
    expect((await change(1, { productId: book }))?.[0]).toBe('zero');
    const added = await must<InvoiceBody>(client, 'POST', `/invoices/${id}/lines`, {
      ...LINE,
      productId: book,
    });
    expect(taxOf(added)[2]).toEqual(['reduced', '7']);
  });

  it('keeps what it took over when the product changes or is deleted', async () => {
    const shop = await newShop();
    const { client, book } = shop;
    const { id, lines } = await newInvoice(shop, { productId: book });
    await must(client, 'PATCH', `/products/${book}`, { taxCode: 'standard', unit: 'day' });
    await client.call('DELETE', `/products/${book}`);
    const later = await must<InvoiceBody>(client, 'PATCH', `/invoices/${id}`, {
      issueDate: '2026-03-02',
    });
    expect(later.lines[0]).toMatchObject({ taxCode: 'reduced', taxRate: '7', unit: 'hour' });
    const line = `/invoices/${id}/lines/${lines[0]?.id}`;
    await must(client, 'PATCH', line, { taxCode: 'zero' });
    const cleared = await must<InvoiceBody>(client, 'PATCH', line, { taxCode: null });
    expect(taxOf(cleared)).toEqual([['standard', '19']]);
  });

  it('refuses a product that is not there, at the line and in the body of the line', async () => {
    const shop = await newShop();
    const { client } = shop;
    const { id, lines } = await newInvoice(shop, {});
    const productId = id;
    const path = `/invoices/${id}/lines`;
    const answers = [
      await client.call('POST', path, { body: { ...LINE, productId } }),
      await client.call('PATCH', `${path}/${lines[0]?.id}`, { body: { productId } }),
    ];
    for (const { body } of answers) {
      expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/productId' }] });
    }
  });

  it('has no code that is none of India’s', async () => {
    const { client } = await newShop();
    const answer = await client.call('POST', '/products', {
      body: { sku: 'X', name: 'X', hsnCode: '12345' },
    });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/hsnCode' }] });
  });
});

describe('a billing run', () => {
  it('taxes by the product as it is then, as its preview and its forecast do', async () => {
    const shop = await newShop();
    const { client, accountId, book } = shop;
    const lines = [
      { ...SEATS, productId: book },
      { ...SEATS, productId: book, taxCode: 'standard' },
      { ...SEATS, productId: book, taxRate: '3' },
    ];
    const { id } = await activeSchedule(client, accountId, { lines });
    await client.call('DELETE', `/products/${book}`);
    const expected = [
      ['reduced', '7'],
      ['standard', '19'],
      [null, '3'],
    ];
    const { body } = await client.call('GET', '/billing-runs/preview?asOf=2026-01-31');
    const { data } = body as { data: [{ invoices: [InvoiceBody] }] };
    expect(taxOf(data[0].invoices[0])).toEqual(expected);
    const forecast = await client.call('GET', `/billing-schedules/${id}/forecast?count=1`);
    expect(forecast.body).toMatchObject({ data: [{ taxTotal: '87.00' }] });
    await billingRun(t, client, { asOf: '2026-01-31' });
    const list = await client.call('GET', '/invoices');
    const [{ id: invoiceId }] = (list.body as { data: [{ id: string }] }).data;
    const invoice = (await client.call('GET', `/invoices/${invoiceId}`)).body as InvoiceBody;
    expect(taxOf(invoice)).toEqual(expected);
    expect(invoice).toMatchObject({
      taxTotal: '87.00',
      lines: [{ sku: 'BOOK', unit: 'hour' }, {}, {}],
    });
    const again = await must<InvoiceBody>(client, 'POST', `/invoices/${invoiceId}/recalculate-tax`);
    expect(taxOf(again)).toEqual(expected);
  });
});

describe('a credit note', () => {
  it('follows its invoice, whatever the product is taxed by today', async () => {
    const shop = await newShop();
    const { client, accountId, book: productId } = shop;
    const line = { ...LINE, productId };
    const { id: invoiceId, lines } = await sentInvoice(client, accountId, { lines: [line] });
    await must(client, 'PATCH', `/products/${productId}`, { taxCode: 'standard', unit: 'day' });
    const note = (body: object) =>
      must<InvoiceBody>(client, 'POST', '/credit-notes', { accountId, reason: 'x', ...body });
    const half = { ...line, quantity: '0.5' };
    const invoiceLineId = lines[0]?.id;
    const part = await note({ invoiceId, lines: [{ ...half, invoiceLineId }] });
    expect(part.lines[0]).toMatchObject({ taxCode: 'reduced', tax: '3.50', unit: 'hour' });
    const path = `/credit-notes/${part.id}/lines/${part.lines[0]?.id}`;
    const less = await must<InvoiceBody>(client, 'PATCH', path, { quantity: '0.25' });
    expect(less.lines[0]).toMatchObject({ taxCode: 'reduced', tax: '1.75', unit: 'hour' });
    const rest = await note({ invoiceId, lines: [{ ...half, quantity: '0.25', invoiceLineId }] });
    expect(rest.lines[0]).toMatchObject({ taxCode: 'reduced', tax: '1.75' });
    const own = await note({ lines: [line] });
    expect(own.lines[0]).toMatchObject({ taxCode: 'standard', tax: '19.00', unit: 'day' });
  });
});

describe('a line with a product and without a price', () => {
  it('has that of the customer’s price book, else of the default one of the currency', async () => {
    const { client, accountId, book, tool } = await newShop();
    const priceBook = async (name: string, isDefault: boolean, prices: readonly object[]) => {
      const body = { name, currency: 'EUR', isDefault };
      const { id } = await must(client, 'POST', '/pricebooks', body);
      for (const price of prices) await must(client, 'POST', `/pricebooks/${id}/entries`, price);
      return id;
    };
    await priceBook('List', true, [
      { productId: book, unitPrice: '10.00' },
      { productId: tool, unitPrice: '50.00' },
    ]);
    const defaultPriceBookId = await priceBook('Theirs', false, [
      { productId: book, unitPrice: '9.00' },
      { productId: book, minQuantity: '10', unitPrice: '8.00' },
    ]);
    const account = (await client.call('GET', `/accounts/${accountId}`)).body as Line;
    const ledger = `/ledger-accounts/${String(account.ledgerAccountId)}`;
    await must(client, 'PATCH', ledger, { defaultPriceBookId });

    const written = (productId: string, quantity: string) => ({
      productId,
      description: 'Sold',
      quantity,
    });
    const draft = { accountId, currency: 'EUR', ...DATES };
    const invoice = await must<Lined>(client, 'POST', '/invoices', {
      ...draft,
      lines: [written(book, '9'), written(book, '10'), written(tool, '1')],
    });
    expect(invoice.lines.map(({ unitPrice }) => unitPrice)).toEqual(['9.00', '8.00', '50.00']);
    const longer = await must<{ lines: Line[] }>(
      client,
      'POST',
      `/invoices/${invoice.id}/lines`,
      written(tool, '2'),
    );
    expect(longer.lines[3]).toMatchObject({ unitPrice: '50.00', net: '100.00' });

    const refused = async (body: object) => {
      const answer = await client.call('POST', '/invoices', { body: { ...draft, ...body } });
      const { errors } = answer.body as { errors: { pointer: string; code: string }[] };
      return errors.map(({ pointer, code }) => `${answer.status} ${pointer} ${code}`);
    };
    const line = { description: 'Work', quantity: '1' };
    expect(await refused({ lines: [line] })).toEqual(['422 /lines/0/unitPrice required']);
    const yen = { currency: 'JPY', lines: [written(tool, '1')] };
    expect(await refused(yen)).toEqual(['422 /lines/0/unitPrice price_not_found']);
  });
});
