import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { made, type Json } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { aPlan } from './sales-support.js';

interface Summary {
  readonly rows: number;
  readonly created: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly results: readonly {
    readonly line: number;
    readonly status: string;
    readonly id?: string;
    readonly problem?: { readonly code: string; readonly errors: readonly { pointer: string }[] };
  }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  await made(api.admin, '/accounts', { name: 'Keyed', externalKey: 'C-1' });
  await made(api.admin, '/products', { sku: 'TILL', name: 'Till', type: 'goods' });
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

const csv = (...lines: readonly string[]) => lines.join('\n');

async function load(
  noun: 'quotes' | 'sales-orders',
  body: string,
  { query = '', type = 'text/csv', as = api.admin as Pick<typeof api.admin, 'call'> } = {},
) {
  const headers = { 'content-type': type };
  const answer = await as.call('POST', `/${noun}/import${query}`, { body, headers });
  return { ...answer, summary: bodyOf<Summary>(answer) };
}
const get = async (path: string) => bodyOf<Json>(await api.admin.call('GET', path));
const count = async (noun: string) => Number((await get(`/${noun}?pageSize=1`)).total);

const HEAD =
  'reference,accountKey,currency,title,discountPercent,line.sku,line.description,' +
  'line.quantity,line.unitPrice,line.taxRate,line.discountAmount,line.kind,line.optional';

describe('POST /quotes/import', () => {
  const FILE = csv(
    HEAD,
    'Q-1,C-1,EUR,Tills,10,TILL,,2,50.00,19,10.00,,',
    'Q-1,,,,,,Drawer,1,20.00,19,,,yes',
    'Q-2,C-1,EUR,,,,Hours,3,33.33,19,,,',
  );

  it('tries a file without writing anything, numbers included', async () => {
    const { summary } = await load('quotes', FILE, { query: '?dryRun=true' });
    expect(summary).toMatchObject({ dryRun: true, rows: 2, created: 2, failed: 0 });
    expect(summary.results.some(({ id }) => id !== undefined)).toBe(false);
    expect(await count('quotes')).toBe(0);
  });

  it('writes each with its lines, and leaves what it has written before', async () => {
    const { summary } = await load('quotes', FILE);
    expect(summary).toMatchObject({
      rows: 2,
      created: 2,
      results: [
        { line: 2, status: 'created' },
        { line: 4, status: 'created' },
      ],
    });
    expect(await get(`/quotes/${summary.results[0]?.id}`)).toMatchObject({
      number: 'Q-000001',
      status: 'draft',
      externalReference: 'Q-1',
      title: 'Tills',
      subtotal: '81.00',
      lines: [
        { description: 'Till', sku: 'TILL', quantity: '2', net: '81.00', share: '9.00' },
        { description: 'Drawer', optional: true, selected: false },
      ],
    });
    expect((await load('quotes', FILE)).summary).toMatchObject({ created: 0, unchanged: 2 });
    expect(await count('quotes')).toBe(2);
  });

  it('writes all of a quote or nothing, and says of which row why', async () => {
    const { summary } = await load(
      'quotes',
      csv(
        HEAD,
        'Q-3,C-1,EUR,,,,Good,1,1.00,19,,,',
        'Q-3,,,,,,Bad,1,x,19,,,',
        'Q-4,C-9,EUR,,,,Good,1,1.00,19,,,',
        'Q-5,C-1,EUR,,,NONE,,1,1.00,19,,,',
        'Q-6,C-1,EUR,One,,,Good,1,1.00,19,,,',
        'Q-6,C-1,EUR,Two,,,Good,1,1.00,19,,,',
        'Q-7,C-1,EUR,,,,Good,1,1.00,19,,,',
        'Q-3,C-1,EUR,,,,Again,1,1.00,19,,,',
        'Q-8,C-1,EUR,,,,Good,1,1.00,19,,,',
        'Q-8,,,,,,Bad,1,x,19,,,',
      ),
    );
    const told = summary.results.map(({ line, status, problem }) => {
      return [line, status, problem?.errors.map(({ pointer }) => pointer)];
    });
    expect(told).toEqual([
      [2, 'failed', ['/2/reference']],
      [4, 'failed', ['/4/accountKey']],
      [5, 'failed', ['/5/line.sku']],
      [6, 'failed', ['/7/title']],
      [8, 'created', undefined],
      [9, 'failed', ['/9/reference']],
      [10, 'failed', ['/11/line.unitPrice']],
    ]);
    expect(await count('quotes')).toBe(3);
  });

  it('writes nothing of a quote whose rows do not stand together, then all', async () => {
    const first = 'NC,C-1,EUR,,,,One,1,1.00,19,,,';
    const other = 'NX,C-1,EUR,,,,Other,1,1.00,19,,,';
    const second = 'NC,C-1,EUR,,,,Two,1,2.00,19,,,';
    const apart = await load('quotes', csv(HEAD, first, other, second));
    expect(apart.summary.results).toMatchObject([
      { line: 2, status: 'failed', problem: { errors: [{ pointer: '/2/reference' }] } },
      { line: 3, status: 'created' },
      { line: 4, status: 'failed', problem: { errors: [{ pointer: '/4/reference' }] } },
    ]);
    const { summary } = await load('quotes', csv(HEAD, first, second, other));
    expect(summary).toMatchObject({ created: 1, unchanged: 1 });
    expect(await get(`/quotes/${summary.results[0]?.id}`)).toMatchObject({ subtotal: '3.00' });
  });

  it('tells of a line that is no JSON as of one that failed, and takes the others', async () => {
    const lines = [{ description: 'Set-up', unitPrice: '5.00', taxRate: '19' }];
    const row = (reference: string) =>
      JSON.stringify({ reference, accountId, currency: 'EUR', lines });
    const file = [row('B-1'), '{"reference":', '[]', row('B-2')].join('\n');
    const answer = await load('quotes', file, { type: 'application/x-ndjson' });
    expect([answer.status, answer.summary.results]).toMatchObject([
      200,
      [
        { line: 1, status: 'created' },
        { line: 2, status: 'failed', problem: { code: 'import_file_not_readable' } },
        { line: 3, status: 'failed', problem: { code: 'import_file_not_readable' } },
        { line: 4, status: 'created' },
      ],
    ]);
  });

  it('tells nothing of a quote or an order beyond the scope that has the reference', async () => {
    const resources = ['quotes', 'sales-orders'] as const;
    for (const noun of resources) {
      const lines = [{ description: 'Set-up', unitPrice: '5.00', taxRate: '19' }];
      const file = JSON.stringify({ reference: 'X-1', accountId, currency: 'EUR', lines });
      const type = 'application/x-ndjson';
      expect((await load(noun, file, { type })).summary).toMatchObject({ created: 1 });
      const own = await memberWith(api, {
        matrix: { [noun]: ['view', 'import'], accounts: ['view'] },
        scopes: { [noun]: 'own' },
      });
      const { results } = (await load(noun, file, { type, as: own })).summary;
      expect(results).toMatchObject([
        { status: 'failed', problem: { errors: [{ pointer: '/1/reference', code: 'unique' }] } },
      ]);
      expect(results[0]).not.toHaveProperty('id');
    }
  });

  it('takes a quote for each line of JSON, and nothing that is no body of one', async () => {
    const lines = [{ description: 'Set-up', unitPrice: '500.00', taxRate: '19' }];
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) as unknown;
    const rows = [
      { reference: 'J-1', accountId, currency: 'EUR', lines, deposit: { percent: '30' } },
      { reference: 'J-2', accountId, currency: 'EUR', lines: [{ ...lines[0], colour: 'red' }] },
      { reference: 'J-3', accountId, currency: 'EUR', lines: deep },
      { accountId, currency: 'EUR', lines },
      { reference: 'J-4', accountId, currency: 'EUR', lines, total: '1.00' },
    ].map((row) => JSON.stringify(row));
    rows.push(`{"reference":"J-5","accountId":"${accountId}","__proto__":{"lines":[]}}`);
    const { summary } = await load('quotes', rows.join('\n'), { type: 'application/x-ndjson' });
    expect(summary.results.map(({ status }) => status)).toEqual([
      'created',
      ...Array<string>(5).fill('failed'),
    ]);
    expect(summary.results[1]?.problem?.errors[0]?.pointer).toBe('/2/lines/0/colour');
    expect(await get(`/quotes/${summary.results[0]?.id}`)).toMatchObject({
      deposit: { percent: '30' },
    });
  });

  it.each([
    ['an empty file', '', 'import_file_not_readable'],
    ['columns that are none', 'reference,colour\nQ-8,red', 'import_columns_invalid'],
    [
      'rows that say of no quote',
      'accountKey,line.description\nC-1,Good',
      'import_columns_invalid',
    ],
  ])('refuses %s', async (_, body, code) => {
    expect(refusal(await load('quotes', body))).toEqual([422, code]);
  });

  it('takes the right to import, and reaches no account beyond the scope', async () => {
    const writer = await memberWith(api, { matrix: { quotes: ['view', 'create', 'update'] } });
    expect(refusal(await load('quotes', FILE, { as: writer }))).toEqual([403, 'permission_denied']);
    const own = await memberWith(api, {
      matrix: { quotes: ['view', 'import'], accounts: ['view'] },
      scopes: { accounts: 'own' },
    });
    const file = csv(HEAD, 'Q-9,C-1,EUR,,,,Good,1,1.00,19,,,');
    expect((await load('quotes', file, { as: own })).summary).toMatchObject({ failed: 1 });
  });

  it('names no product and no price book beyond the scope', async () => {
    const goods = { products: ['view'], pricebooks: ['view'] };
    const own = await memberWith(api, {
      matrix: { quotes: ['view', 'import', 'create'], accounts: ['view'], ...goods },
      scopes: { products: 'own', pricebooks: 'own' },
    });
    const { id: productId } = await made(api.admin, '/products', { sku: 'ADMINS', name: 'Bell' });
    const book = { name: 'Of the admin', currency: 'EUR' };
    const { id: priceBookId } = await made(api.admin, '/pricebooks', book);
    const line = { description: 'Good', unitPrice: '1.00', taxRate: '19' };
    const rows = [
      { lines: [{ ...line, sku: 'ADMINS' }] },
      { lines: [line, { ...line, productId }] },
      { priceBookId, lines: [line] },
      { lines: [line] },
    ].map((row, i) => ({ reference: `G-${i}`, accountKey: 'C-1', currency: 'EUR', ...row }));
    const file = rows.map((row) => JSON.stringify(row)).join('\n');
    const type = 'application/x-ndjson';
    const { summary } = await load('quotes', file, { type, as: own });
    const told = summary.results.map(({ problem }) => problem?.errors.map((e) => e.pointer));
    expect(told).toEqual([
      ['/1/lines/0/sku'],
      ['/2/lines/1/productId'],
      ['/3/priceBookId'],
      undefined,
    ]);
    const all = file.replaceAll('"G-', '"A-');
    expect((await load('quotes', all, { type })).summary).toMatchObject({ created: 4 });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads cells that are apart by %s', async (name, separator) => {
    const row = `${name},C-1,EUR,"One, two",,,Good,2,1.50,19,,,`;
    const file = csv(HEAD, row).replaceAll(/,(?! )/g, separator);
    const { summary } = await load('quotes', file);
    expect(summary).toMatchObject({ created: 1 });
    const { id } = summary.results[0] ?? {};
    expect(await get(`/quotes/${id}`)).toMatchObject({ title: 'One, two', subtotal: '3.00' });
  });

  it('refuses a quote of which a row has more cells than there are columns', async () => {
    const good = 'M-2,C-1,EUR,,,,Good,1,1.00,19,,,';
    const file = csv(HEAD, 'M-1,C-1,EUR,,,,Good,1,1.00,19,,,', 'M-1,,,,,,More,1,1,00,19,,,,', good);
    const { summary } = await load('quotes', file);
    expect(summary.results).toMatchObject([
      { line: 2, status: 'failed', problem: { errors: [{ pointer: '/3', code: 'max' }] } },
      { line: 4, status: 'created' },
    ]);
  });

  it('takes off the apostrophe of an export, and no other', async () => {
    const file = csv(HEAD, "'=N-1,C-1,EUR,'=1+1,,,'tis good,1,1.00,19,,,");
    const { summary } = await load('quotes', file);
    expect(await get(`/quotes/${summary.results[0]?.id}`)).toMatchObject({
      externalReference: '=N-1',
      title: '=1+1',
      lines: [{ description: "'tis good" }],
    });
  });

  it('bears a title as long as its other texts', async () => {
    const title = 'x'.repeat(20_000);
    const { summary } = await load(
      'quotes',
      csv(
        HEAD,
        `L-1,C-1,EUR,${title},,,Good,1,1.00,19,,,`,
        `L-2,C-1,EUR,${title}x,,,Good,1,1.00,19,,,`,
      ),
    );
    expect(summary.results).toMatchObject([
      { status: 'created' },
      { problem: { errors: [{ pointer: '/3/title' }] } },
    ]);
  });

  it('writes a file that is sent twice at once once', async () => {
    const file = csv(HEAD, 'T-1,C-1,EUR,,,,Good,1,1.00,19,,,', 'T-2,C-1,EUR,,,,Good,1,1.00,19,,,');
    const loads = await Promise.all([load('quotes', file), load('quotes', file)]);
    const created = loads.map(({ summary }) => summary.created);
    expect(created.reduce((sum, each) => sum + each, 0)).toBe(2);
  });

  it('is revised as any other', async () => {
    const [quote] = (await load('quotes', csv(HEAD, 'R-1,C-1,EUR,,,,Good,1,1.00,19,,,'))).summary
      .results;
    for (const operation of ['submit', 'approve', 'revise']) {
      const { status } = await api.admin.call('POST', `/quotes/${quote?.id}/${operation}`);
      expect(status).toBeLessThan(300);
    }
  });
});

const ORDERS =
  'reference,accountKey,currency,status,poNumber,line.description,line.ordered,line.unitPrice,line.taxRate';

describe('POST /sales-orders/import', () => {
  it('takes orders over as drafts, as placed, or as what binds already', async () => {
    const { summary } = await load(
      'sales-orders',
      csv(
        ORDERS,
        'S-1,C-1,EUR,,PO-1,Chair,10,20.00,19',
        'S-2,C-1,EUR,pending,PO-2,Chair,1,20.00,19',
        'S-3,C-1,EUR,confirmed,PO-3,Chair,2,20.00,19',
        'S-4,C-1,EUR,shipped,PO-4,Chair,2,20.00,19',
      ),
    );
    const each = summary.results.filter(({ id }) => id).map(({ id }) => get(`/sales-orders/${id}`));
    expect(await Promise.all(each)).toMatchObject([
      { status: 'draft', externalReference: 'S-1', poNumber: 'PO-1', total: '238.00' },
      { status: 'pending', placedAt: expect.any(String) },
      { status: 'confirmed', confirmedAt: expect.any(String), value: '47.60' },
    ]);
    expect(summary.results[3]).toMatchObject({
      status: 'failed',
      problem: { errors: [{ pointer: '/5/status' }] },
    });
  });

  it('binds no order past credit for who may not, and begins nothing that recurs', async () => {
    const seller = await memberWith(api, {
      matrix: { 'sales-orders': ['view', 'update', 'import'], accounts: ['view'] },
    });
    const file = csv(ORDERS, 'S-5,C-1,EUR,confirmed,,Chair,1,20.00,19');
    const denied = await load('sales-orders', file, { as: seller });
    expect(denied.summary.results[0]?.problem?.code).toBe('credit_flag_denied');
    const reader = await memberWith(api, {
      matrix: { 'sales-orders': ['view', 'import'], accounts: ['view'] },
    });
    const placed = csv(ORDERS, 'S-6,C-1,EUR,pending,,Chair,1,20.00,19');
    expect((await load('sales-orders', placed, { as: reader })).summary).toMatchObject({
      failed: 1,
    });
    const { productId } = await aPlan(api.admin);
    const recurring = { kind: 'recurring', productId, description: 'Seats', unitPrice: '33.00' };
    const order = {
      reference: 'S-7',
      accountId,
      currency: 'EUR',
      status: 'confirmed',
      lines: [{ ...recurring, frequency: 'monthly', taxRate: '19' }],
    };
    const type = 'application/x-ndjson';
    const refused = await load('sales-orders', JSON.stringify(order), { type });
    expect(refused.summary.results[0]?.problem?.errors[0]?.pointer).toBe('/1/lines/0/kind');
    const waiting = JSON.stringify({ ...order, status: 'pending' });
    expect((await load('sales-orders', waiting, { type })).summary).toMatchObject({ created: 1 });
  });

  it('binds nothing that a hard hold forbids', async () => {
    const held = await newAccount(t, api.company);
    await made(api.admin, '/credit-holds', { accountId: held, strength: 'hard', reason: 'manual' });
    const order = {
      reference: 'S-8',
      accountId: held,
      currency: 'EUR',
      status: 'confirmed',
      lines: [{ description: 'Chair', unitPrice: '1.00', taxRate: '19' }],
    };
    const type = 'application/x-ndjson';
    const { summary } = await load('sales-orders', JSON.stringify(order), { type });
    expect(summary.results[0]?.problem?.code).toBe('credit_hold_hard');
  });
});
