import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineObject, done, everyType, made, type Json } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;

const CSV = { 'content-type': 'text/csv' };

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const { admin } = api;
  await defineObject(admin, 'dock__c');
  await defineObject(admin, 'ship__c', everyType('dock__c'));
  const dock = await made(admin, '/objects/dock__c', { name: 'Dock' });
  const account = await made(admin, '/accounts', { name: 'Owner', externalKey: 'K-1' });
  for (const [i, number] of ['-0.500', '1234567.25', '1.234', '7', '0'].entries()) {
    await made(admin, '/objects/ship__c', {
      name: `-${i},5`,
      key__c: `A-${i}`,
      text__c: `${i}.5`,
      integer__c: -i,
      number__c: number,
      currency__c: '12345.50',
      percent__c: '12.5',
      date__c: `2026-0${i + 1}-28`,
      datetime__c: '2026-02-28T12:00:00Z',
      boolean__c: true,
      lookup__c: account.id,
      master__c: dock.id,
    });
  }
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function bytes(path: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.admin.token()}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}

const load = (path: string, file: string | Buffer, query = '') =>
  done<Json & { results: Json[] }>(api.admin, 'POST', `${path}/import${query}`, file, CSV);

describe('a download as a country writes it', () => {
  test.each(
    ['comma', 'point'].flatMap((decimal) =>
      ['dmy', 'mdy', 'ymd'].flatMap((dates) =>
        ['csv', 'xlsx'].map((format) => [decimal, dates, format] as const),
      ),
    ),
  )('with decimal=%s and dates=%s comes back as %s', async (decimal, dates, format) => {
    const said = `decimal=${decimal}&dates=${dates}`;
    const file = await bytes(`/objects/ship__c/export?format=${format}&${said}`);
    const answer = await load('/objects/ship__c', file, `?emptyCells=clear&${said}`);
    expect(answer).toMatchObject({ created: 0, updated: 0, failed: 0, unchanged: 5 });
  });

  test('has decimals and days so, and texts as they are', async () => {
    const fields = 'name,text__c,integer__c,number__c,currency__c,percent__c,date__c,datetime__c';
    const query = `fields=${fields}&sort=key__c&decimal=comma&dates=dmy`;
    const [header, first, second] = String(
      (await api.admin.call('GET', `/objects/ship__c/export?${query}`)).body,
    ).split('\n');
    expect(header).toBe(fields.replaceAll(',', ';'));
    expect(first).toBe('-0,5;0.5;0;-0,5;12345,50;12,5;28.01.2026;2026-02-28T12:00:00.000Z');
    expect(second).toMatch(/^-1,5;1\.5;-1;1234567,25;/);
    const american = await bytes('/objects/ship__c/export?fields=date__c&dates=mdy&sort=date__c');
    expect(american.toString()).toMatch(/^\uFEFFdate__c\n01\/28\/2026\n/);
  });

  test('refuses what is no country’s, and has none in JSON Lines', async () => {
    const refused = async (query: string) =>
      (await api.admin.call('GET', `/objects/ship__c/export?${query}`)).body;
    expect(await refused('decimal=dot')).toMatchObject({
      status: 400,
      errors: [{ parameter: 'decimal', code: 'enum' }],
    });
    expect(await refused('format=jsonl&dates=dmy')).toMatchObject({
      status: 400,
      errors: [{ parameter: 'dates', code: 'not_allowed' }],
    });
  });
});

test('prices and ledger accounts are taken as a country writes them, as records are', async () => {
  const { admin } = api;
  await made(admin, '/products', { sku: 'TILL', name: 'Till' });
  const book = await made(admin, '/pricebooks', { name: 'List', currency: 'EUR' });
  const prices = 'sku;minQuantity;unitPrice\nTILL;1.000,5;1.234,50\nTILL;1;1.234\n';
  const path = `/pricebooks/${book.id}/entries`;
  expect(await load(path, prices, '?decimal=comma')).toMatchObject({
    created: 1,
    results: [{}, { problem: { errors: [{ pointer: '/unitPrice', code: 'ambiguous' }] } }],
  });
  expect(await done(admin, 'GET', path)).toMatchObject({
    data: [{ minQuantity: '1000.5', unitPrice: '1234.5' }],
  });
  const partners = 'kind;name;creditDays\nsupplier;Hafen AG;14\n';
  expect(await load('/ledger-accounts', partners, '?decimal=comma')).toMatchObject({ created: 1 });
});

describe('all that is wrong with a row is told', () => {
  const errorsOf = (answer: Json & { results: Json[] }) =>
    (answer.results[0]?.problem as { errors: Json[] } | undefined)?.errors ?? [];

  test('with the columns as the file names them', async () => {
    const header =
      'Name;Integer__c;number__c;date__c;lookup__c.externalKey;master__c.name;email__c';
    const row = 'Bad;many;1.234;31.31.2027;nobody;Nowhere;no address';
    const answer = await load(
      '/objects/ship__c',
      `${header.replace('Integer__c', 'integer__c')}\n${row}\n`,
      '?decimal=comma&dates=dmy',
    );
    const errors = errorsOf(answer);
    expect(errors.map(({ pointer, code, parameter }) => [pointer, code, parameter])).toEqual([
      ['/integer__c', 'format', undefined],
      ['/number__c', 'ambiguous', undefined],
      ['/date__c', 'format', undefined],
      ['/lookup__c', 'reference_not_found', 'lookup__c.externalKey'],
      ['/master__c', 'reference_not_found', 'master__c.name'],
      ['/email__c', expect.any(String), undefined],
    ]);
    expect(errors.map(({ message }) => message).join()).not.toMatch(/leave the column/);
    expect(await done(api.admin, 'GET', '/objects/ship__c?pageSize=1')).toMatchObject({ total: 5 });
  });

  test('of a record that is there as well, and it stays as it was', async () => {
    const [ship] = (await done<{ data: Json[] }>(api.admin, 'GET', '/objects/ship__c')).data;
    const file = `id,name,lookup__c.name,number__c\n${String(ship?.id)},Renamed,Nobody,x\n`;
    const errors = errorsOf(await load('/objects/ship__c', file));
    expect(errors).toMatchObject([
      { pointer: '/lookup__c', parameter: 'lookup__c.name', code: 'reference_not_found' },
      { pointer: '/number__c', code: 'format' },
    ]);
    expect(await done(api.admin, 'GET', `/objects/ship__c/${String(ship?.id)}`)).toEqual(ship);
  });
});
