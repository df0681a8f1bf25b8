import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { runs } from '../../../../test/support/tier.js';
import { memberWith, refusal } from '../access/members.js';
import { defineField, done, made, type Json } from '../objects/objects-support.js';

type Client = TestStaffApi['admin'];
interface Summary {
  readonly created: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly results: readonly (Json & { readonly problem?: { readonly errors: Json[] } })[];
}

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await shape(api.admin);
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

/** What documents name, under the same names in every company. */
async function shape(client: Client) {
  for (const object of ['quote', 'sales-order', 'invoice']) {
    await defineField(client, object, { name: 'region__c', type: 'text' });
    await defineField(client, object, { name: 'share__c', type: 'percent' });
  }
  const account = await made(client, '/accounts', { name: 'Keyed', externalKey: 'C-1' });
  const named = await made(client, '/accounts', { name: '=Named' });
  for (const accountId of [account.id, named.id]) {
    await made(client, '/contacts', { lastName: 'Curie', email: 'marie@curie.example', accountId });
  }
  await made(client, '/products', { sku: '=TILL;1', name: 'Till', type: 'goods' });
  return { accounts: [String(account.id), String(named.id)] };
}

const NOUNS = ['quotes', 'sales-orders', 'invoices'] as const;
type Noun = (typeof NOUNS)[number];
const LOADED: Readonly<Record<Noun, string>> = {
  quotes: '/quotes/import',
  'sales-orders': '/sales-orders/import',
  invoices: '/invoices/import/lines',
};

const TEXT = fc.constantFrom('Chair', '=1+1', "'tis", 'a;b,"c"', 'ß 東京', '0042', '+5');
const PRICE = fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 100).toFixed(2));
const LINE = fc.record({
  description: TEXT,
  quantity: fc.constantFrom('1', '2.5', '1000', '0.333333'),
  unitPrice: PRICE,
  taxRate: fc.constantFrom('19', '7', '0', '8.875'),
  discount: fc.constantFrom(undefined, { percent: '12.5' }, { amount: '0.01' }),
  isProduct: fc.boolean(),
});
const DOCUMENT = fc.record({
  at: fc.nat(1),
  lines: fc.array(LINE, { minLength: 1, maxLength: 4 }),
  notes: TEXT,
  region__c: TEXT,
  issueDate: fc.constantFrom('2026-02-28', '2026-12-31', '2024-02-29'),
  pricesIncludeTax: fc.boolean(),
  isDiscounted: fc.boolean(),
  isAdjusted: fc.boolean(),
});
type Document = typeof DOCUMENT extends fc.Arbitrary<infer D> ? D : never;

function bodyFor(noun: Noun, document: Document, ids: Ids) {
  const { at, lines, notes, region__c, issueDate, pricesIncludeTax } = document;
  const adjustments = [{ kind: 'charge', reason: 'Freight', amount: '4.90', taxRate: '19' }];
  return {
    accountId: ids.accounts[at],
    currency: 'EUR',
    notes,
    region__c,
    share__c: '12.5',
    issueDate,
    pricesIncludeTax,
    deliveryAddress: { line1: '1 Quay', city: 'Kiel', country: 'DE' },
    ...(document.isAdjusted && { adjustments }),
    ...(document.isDiscounted && noun !== 'invoices' && { discount: { percent: '5' } }),
    ...(noun !== 'invoices' && { contactId: ids.contacts[at] }),
    ...(noun === 'quotes' && { deposit: { percent: '30' }, validUntil: '2027-01-31' }),
    lines: lines.map(({ quantity, isProduct, ...line }) => ({
      ...line,
      ...(isProduct && { productId: ids.product }),
      [noun === 'sales-orders' ? 'ordered' : 'quantity']: quantity,
    })),
  };
}

interface Ids {
  readonly accounts: readonly string[];
  /** Of each of the accounts one, and all of the same name. */
  readonly contacts: readonly unknown[];
  readonly product: string;
}

async function idsOf(client: Client): Promise<Ids> {
  const accounts = (await done<{ data: Json[] }>(client, 'GET', '/accounts?sort=-name')).data;
  const [product] = (await done<{ data: Json[] }>(client, 'GET', '/products')).data;
  const people = (await done<{ data: Json[] }>(client, 'GET', '/contacts')).data;
  return {
    accounts: accounts.map(({ id }) => String(id)),
    contacts: accounts.map(({ id }) => people.find(({ accountId }) => accountId === id)?.id),
    product: String(product?.id),
  };
}

const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof TYPES;

async function download(client: Client, noun: Noun, query: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${client.token()}` };
  const answer = await fetch(`${api.url}/${noun}/export/lines?${query}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(bytes.toString());
  return bytes;
}

const load = (client: Client, noun: Noun, body: Buffer | string, format: Format, query = '') =>
  done<Summary>(client, 'POST', `${LOADED[noun]}${query}`, body, { 'content-type': TYPES[format] });

/** A document without what it is given where it comes to. */
async function contents(client: Client, noun: Noun): Promise<readonly Json[]> {
  const text = (await download(client, noun, 'format=jsonl&sort=createdAt')).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { id: _, reference: __, ...rest } = JSON.parse(line) as Json;
      return rest;
    });
}

it('takes what it has written into another company, in each form, to the same', async () => {
  const forms: readonly (readonly [Format, string])[] = [
    ['csv', ''],
    ['csv', 'decimal=comma&dates=dmy'],
    ['xlsx', 'decimal=point&dates=mdy'],
    ['jsonl', ''],
  ];
  const documents = fc.sample(DOCUMENT, { numRuns: runs(5), seed: 168 });
  const ids = await idsOf(api.admin);
  for (const noun of NOUNS) {
    for (const each of documents) await made(api.admin, `/${noun}`, bodyFor(noun, each, ids));
  }
  for (const [format, country] of forms) {
    const other = await api.newAdmin();
    await shape(other);
    for (const noun of NOUNS) {
      const file = await download(api.admin, noun, `format=${format}&sort=createdAt&${country}`);
      const told = await load(other, noun, file, format, `?${country}`);
      const problems = told.results.flatMap(({ problem }) => problem?.errors ?? []);
      expect([noun, format, told.created, problems]).toEqual([noun, format, documents.length, []]);
      expect([noun, await contents(other, noun)]).toEqual([noun, await contents(api.admin, noun)]);
      const again = await load(other, noun, file, format, `?${country}`);
      expect([again.created, again.unchanged]).toEqual([0, documents.length]);
      const home = await load(api.admin, noun, file, format, `?${country}`);
      expect([noun, home.created, home.unchanged]).toEqual([noun, 0, documents.length]);
    }
  }
});

it('refuses another total, and tells all that is wrong with a document at once', async () => {
  const file = [
    'reference;account.name;currency;total;line.sku;line.description;line.quantity;line.unitPrice',
    'T-1;=Named;EUR;12,00;;Chair;1;10,00',
    'T-2;=Named;EUR;10,00;;Chair;1;10,00',
    'T-3;Nobody;EUR;;NONE;Chair;x;10,00',
    'T-4;=Named;EUR;;;Chair;1.000;10,00',
  ].join('\n');
  for (const noun of ['quotes', 'invoices'] as const) {
    const { results } = await load(api.admin, noun, file, 'csv', '?decimal=comma');
    expect(results.map(({ status }) => status)).toEqual(['failed', 'created', 'failed', 'failed']);
    const told = results.map(({ problem }) =>
      problem?.errors.map(({ pointer, code }) => [pointer, code]),
    );
    expect(told[0]).toEqual([['/2/total', 'conflict']]);
    expect(told[2]).toEqual(
      expect.arrayContaining([
        ['/4/account.name', 'reference_not_found'],
        ['/4/line.sku', 'reference_not_found'],
        ['/4/line.quantity', 'format'],
      ]),
    );
    expect(told[3]).toEqual([['/5/line.quantity', 'ambiguous']]);
  }
});

it('looks for a contact among those of the account alone', async () => {
  const people = { Elsewhere: 'Meitner', Here: 'Noether' };
  for (const [name, lastName] of Object.entries(people)) {
    const account = await made(api.admin, '/accounts', { name });
    for (let i = 0; i < 2; i += 1) {
      const email = `${lastName}${i}@people.example`;
      await made(api.admin, '/contacts', { lastName, email, accountId: account.id });
    }
  }
  const lines = [{ description: 'Chair', quantity: '1', unitPrice: '1.00' }];
  const sent = [
    { reference: 'C-1', 'account.name': 'Here', 'contact.name': 'Meitner', lines },
    { reference: 'C-2', 'account.name': 'Here', 'contact.name': 'Noether', lines },
    { reference: 'C-3', 'account.name': 'Nowhere', 'contact.name': 'Noether', lines },
    { reference: 'C-4', 'account.name': 'Here', 'contact.email': 'Noether1@People.example', lines },
    { reference: 'C-5', 'account.name': 'Here', 'contact.email': 'meitner1@people.example', lines },
  ];
  const file = sent.map((each) => JSON.stringify(each)).join('\n');
  const { results } = await load(api.admin, 'quotes', file, 'jsonl', '?dryRun=true');
  const told = results.flatMap(
    ({ problem }) => problem?.errors.map(({ message }) => message) ?? [],
  );
  expect(told).toEqual([
    'Line 1: There is nothing with the name "Meitner" of the account.',
    'Line 2: There are several with the name "Noether" of the account.',
    'Line 3: There is nothing with the name "Nowhere".',
    'Line 3: There are several with the name "Noether".',
    'Line 5: There is nothing with the email "meitner1@people.example" of the account.',
  ]);
});

it('hands out what the actor reaches, whole or not at all, and asks both rights', async () => {
  const rights = { invoices: ['view', 'export', 'import'], accounts: ['view'] };
  const own = await memberWith(api, { matrix: rights, scopes: { invoices: 'own' } });
  const mine = await own.call('GET', '/invoices/export/lines?format=jsonl');
  expect([mine.status, mine.body ?? '']).toEqual([200, '']);
  const [account] = (await done<{ data: Json[] }>(api.admin, 'GET', '/accounts')).data;
  const headers = { 'content-type': TYPES.jsonl };
  const lines = [{ description: 'Chair', quantity: '1', unitPrice: '1.00' }];
  const body = JSON.stringify({ reference: 'H-1', accountId: account?.id, lines });
  const sent = await own.call('POST', LOADED.invoices, { body, headers });
  expect(sent.body).toMatchObject({
    failed: 1,
    results: [{ problem: { errors: [{ pointer: '/1/accountId', code: 'reference_not_found' }] } }],
  });
  const bound = JSON.stringify({ ...JSON.parse(body), salesOrderId: account?.id });
  const refused = await api.admin.call('POST', LOADED.invoices, { body: bound, headers });
  expect(refused.body).toMatchObject({
    results: [{ problem: { errors: [{ pointer: '/1/salesOrderId', code: 'not_taken' }] } }],
  });
  const blind = await memberWith(api, {
    matrix: rights,
    fields: { invoices: { poNumber: 'hidden' } },
  });
  expect(refusal(await blind.call('GET', '/invoices/export/lines'))).toEqual([
    403,
    'fields_hidden',
  ]);
  const looks = await memberWith(api, { matrix: { invoices: ['view'], quotes: ['view'] } });
  expect(refusal(await looks.call('GET', '/quotes/export/lines'))).toEqual([
    403,
    'permission_denied',
  ]);
  const wrong = await api.admin.call('GET', '/quotes/export/lines?fields=number');
  expect(wrong.status).toBe(400);
});

/** Members of a new document that a role keeps, with what a file says of them in a column. */
const KEPT: readonly (readonly [string, unknown, string, string, string])[] = [
  ['notes', 'Secret', 'notes', 'Secret', 'hidden'],
  ['poNumber', 'PO-1', 'poNumber', 'PO-1', 'read_only'],
  ['paymentTerms', 'net_30', 'paymentTerms', 'net_30', 'read_only'],
];

it.each(NOUNS)(
  'takes of %s nothing that the role keeps, nor tells a hidden total',
  async (noun) => {
    const matrix = { [noun]: ['view', 'create', 'import'], accounts: ['view'], products: ['view'] };
    const limits = Object.fromEntries(KEPT.map(([name, , , , limit]) => [name, limit]));
    const clerk = await memberWith(api, {
      matrix,
      fields: { [noun]: { ...limits, total: 'hidden', taxRate: 'read_only' } },
    });
    const quantity = noun === 'sales-orders' ? 'ordered' : 'quantity';
    const lines = [{ description: 'Chair', [quantity]: '1', unitPrice: '10.00' }];
    const base = { accountKey: 'C-1', currency: 'EUR', lines };
    const codeOf = (limit: string) => (limit === 'hidden' ? 'unknown_field' : 'read_only');
    const rows = [
      ...KEPT.map(([name, value]) => ({ [name]: value })),
      { total: '10.00' },
      { lines: [{ ...lines[0], taxRate: '7' }] },
      {},
    ].map((more, i) => JSON.stringify({ reference: `K-${i}`, ...base, ...more }));
    const told = ({ results }: Summary) =>
      results.map(({ problem }) => problem?.errors.map(({ pointer, code }) => [pointer, code]));
    const expected = (line: string, first: number) => [
      ...KEPT.map(([name, , , , limit], i) => [[`/${i + first}/${name}`, codeOf(limit)]]),
      [[`/${first + KEPT.length}/total`, 'unknown_field']],
      [[`/${first + KEPT.length + 1}/${line}`, 'read_only']],
      undefined,
    ];
    expect(told(await load(clerk, noun, rows.join('\n'), 'jsonl'))).toEqual(
      expected('lines/0/taxRate', 1),
    );
    const columns = [...KEPT.map(([, , column]) => column), 'total', 'line.taxRate'];
    const cells = [...KEPT.map(([, , , cell]) => cell), '10.00', '7'];
    const table = [...columns, ''].map((_, i) => {
      const own = cells.map((cell, at) => (at === i ? cell : ''));
      return ['L-' + i, 'C-1', 'EUR', ...own, 'Chair', '1', '10.00'].join(',');
    });
    const header = [
      'reference,accountKey,currency',
      ...columns,
      `line.description,line.${quantity},line.unitPrice`,
    ];
    expect(told(await load(clerk, noun, [header.join(','), ...table].join('\n'), 'csv'))).toEqual(
      expected('line.taxRate', 2),
    );
  },
);

it.each(NOUNS)('refuses of %s the rows that no database can keep, and no others', async (noun) => {
  const quantity = noun === 'sales-orders' ? 'ordered' : 'quantity';
  const lines = [{ description: 'Chair', [quantity]: '1', unitPrice: '10.00' }];
  const base = { accountKey: 'C-1', currency: 'EUR', lines };
  const wrong = [
    [{ accountKey: 'C\0' }, 'accountKey', 'format'],
    [{ 'account.name': 'AC\0ME' }, 'account.name', 'format'],
    [{ 'contact.name': 'AC\0ME' }, 'contact.name', 'format'],
    [{ lines: [{ ...lines[0], sku: 'A\0' }] }, 'lines/0/sku', 'format'],
    [JSON.parse('{"__proto__": {"a": 1}}'), '__proto__', 'unknown_field'],
    [{ constructor: 'x' }, 'constructor', 'unknown_field'],
  ] as const;
  const rows = [{}, ...wrong.map(([more]) => more as object), {}].map((more, i) =>
    JSON.stringify({ reference: `N-${i}`, ...base, ...more }),
  );
  const { results } = await load(api.admin, noun, rows.join('\n'), 'jsonl');
  expect(results.map(({ problem }) => problem?.errors)).toMatchObject([
    undefined,
    ...wrong.map(([, pointer, code], i) => [{ pointer: `/${i + 2}/${pointer}`, code }]),
    undefined,
  ]);
});

it('takes back as many lines as an invoice has, and no more than an order may have', async () => {
  const sent = (noun: Noun, count: number) => {
    const quantity = noun === 'sales-orders' ? 'ordered' : 'quantity';
    const head = `reference,accountKey,currency,line.description,line.${quantity},line.unitPrice`;
    const row = `LONG-${count},C-1,EUR,Chair,1,1.00`;
    return load(api.admin, noun, [head, ...Array<string>(count).fill(row)].join('\n'), 'csv');
  };
  expect(await sent('invoices', 600)).toMatchObject({ created: 1, failed: 0 });
  const refused = { failed: 1, results: [{ problem: { errors: [{ code: 'max' }] } }] };
  expect(await sent('invoices', 1001)).toMatchObject(refused);
  expect(await sent('sales-orders', 501)).toMatchObject(refused);
});
