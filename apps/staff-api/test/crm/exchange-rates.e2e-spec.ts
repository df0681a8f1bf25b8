import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith, refusal } from '../access/members.js';
import { done, made, type Json } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});
beforeEach(async () => {
  // The company of the tests bills in euro.
  admin = await api.newAdmin();
});

const rate = (base: string, quote: string, text: string, day: string, source = 'ECB') =>
  made(admin, '/exchange-rates', { base, quote, rate: text, day, source });
const convert = (query: string, by = admin) => by.call('GET', `/exchange-rates/convert?${query}`);
const converted = async (query: string) => {
  const { status, body } = await convert(query);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as { converted: string; rates: { day: string; inverse: boolean; base: string }[] };
};

describe('/exchange-rates', () => {
  it('keeps one rate for each pair, day and source', async () => {
    const first = await made(admin, '/exchange-rates', {
      base: 'eur',
      quote: 'USD',
      rate: '1.08340',
      day: '2026-03-01',
    });
    expect(first).toMatchObject({
      base: 'EUR',
      quote: 'USD',
      rate: '1.0834',
      source: 'manual',
      name: 'EUR/USD 2026-03-01 manual',
    });
    await rate('EUR', 'USD', '1.09', '2026-03-01');
    const body = { base: 'EUR', quote: 'USD', rate: 2, day: '2026-03-01', source: 'ECB' };
    const again = await admin.call('POST', '/exchange-rates', { body });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ code: 'unique' }] } });
    const path = `/exchange-rates/${first.id}`;
    const moved = await done(admin, 'PATCH', path, { day: '2026-03-02', rate: '1.1' });
    expect(moved).toMatchObject({ name: 'EUR/USD 2026-03-02 manual', version: 2 });
    await done(admin, 'DELETE', path);
    expect((await admin.call('GET', '/exchange-rates')).body).toMatchObject({ total: 1 });
    await made(admin, '/exchange-rates', { ...body, day: '2026-03-02', source: 'manual' });
  });

  it.each([
    [{ rate: '0' }, '/rate'],
    [{ rate: '-1' }, '/rate'],
    [{ rate: '0.00000000001' }, '/rate'],
    [{ rate: '1e5' }, '/rate'],
    [{ quote: 'EUR' }, '/quote'],
    [{ quote: 'XXX' }, '/quote'],
    [{ base: 'EURO' }, '/base'],
    [{ day: '2026-02-30' }, '/day'],
    [{ source: null }, '/source'],
  ])('refuses %j at %s', async (wrong, pointer) => {
    const body = { base: 'EUR', quote: 'USD', rate: '1', day: '2026-03-01', ...wrong };
    const answer = await admin.call('POST', '/exchange-rates', { body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('is imported, row by row, first to see what would come of it', async () => {
    const body =
      'base,quote,rate,day,source\n' +
      'EUR,USD,1.08,2026-03-01,ECB\nEUR,USD,1.09,2026-03-02,ECB\n' +
      'EUR,USD,1.07,2026-03-02,ECB\nEUR,EUR,1,2026-03-01,ECB\nUSD,INR,0,2026-03-01,ECB\n';
    const file = { body, headers: { 'content-type': 'text/csv' } };
    const dry = await admin.call('POST', '/exchange-rates/import?dryRun=true', file);
    expect(dry.body).toMatchObject({ rows: 5, created: 2, failed: 3 });
    expect((await admin.call('GET', '/exchange-rates')).body).toMatchObject({ total: 0 });
    const { body: summary } = await admin.call('POST', '/exchange-rates/import', file);
    expect(summary).toMatchObject({ rows: 5, created: 2, failed: 3 });
    const twice = await admin.call('POST', '/exchange-rates/import', file);
    expect(twice.body).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 3 });
    const headers = { accept: 'application/x-ndjson' };
    const lines = await admin.call('GET', '/exchange-rates?sort=day', { headers });
    const rows = String(lines.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(rows.map((each) => each.rate)).toEqual(['1.08', '1.09']);
    const again = rows.map(({ id }) => JSON.stringify({ id, rate: '1.5' })).join('\n');
    const change = { body: again, headers: { 'content-type': 'application/x-ndjson' } };
    const changed = await admin.call('POST', '/exchange-rates/import', change);
    expect(changed.body).toMatchObject({ updated: 2, failed: 0 });
  });

  it('is the same where it is sent again, and another where it is corrected', async () => {
    const load = async (rows: string[], query = '') => {
      const body = ['base,quote,rate,day,source', ...rows].join('\n');
      const file = { body, headers: { 'content-type': 'text/csv' } };
      const { body: told } = await admin.call('POST', `/exchange-rates/import${query}`, file);
      return told as { results: { id?: string; status: string }[] };
    };
    const [first, second] = ['eur,USD,1.08,2026-03-01,', 'EUR,INR,90,2026-03-01,ECB'];
    const statuses = async (rows: string[], query?: string) =>
      (await load(rows, query)).results.map(({ status }) => status);
    const dry = await load([first, second, first], '?dryRun=true');
    expect(dry.results.map(({ status, id }) => [status, id])).toEqual([
      ['created', undefined],
      ['created', undefined],
      ['unchanged', undefined],
    ]);
    const told = await load([first, second, first]);
    expect(told).toMatchObject({ created: 2, unchanged: 1, failed: 0 });
    expect(told.results[2]?.id).toBe(told.results[0]?.id);
    expect(await statuses([first, second])).toEqual(['unchanged', 'unchanged']);
    const corrected = 'EUR,USD,1.09,2026-03-01,manual';
    expect(await statuses([corrected, second])).toEqual(['updated', 'unchanged']);
    expect((await admin.call('GET', '/exchange-rates')).body).toMatchObject({ total: 2 });
  });

  it('is written with the right on masters', async () => {
    const reader = await memberWith(api, { matrix: { masters: ['view'] } });
    const body = { base: 'EUR', quote: 'USD', rate: '1', day: '2026-03-01' };
    const refused = await reader.call('POST', '/exchange-rates', { body });
    expect(refused.body).toMatchObject({ resource: 'masters', action: 'create' });
    expect((await reader.call('GET', '/exchange-rates')).status).toBe(200);
    const writer = await memberWith(api, { matrix: { masters: ['view', 'create'] } });
    expect((await writer.call('POST', '/exchange-rates', { body })).status).toBe(201);
  });
});

describe('/exchange-rates/convert', () => {
  it('takes the last rate on or before the day', async () => {
    await rate('EUR', 'USD', '1.10', '2026-03-01');
    await rate('EUR', 'USD', '1.20', '2026-03-10');
    const at = (on: string) => converted(`from=EUR&to=USD&amount=100&on=${on}`);
    expect(await at('2026-03-09')).toMatchObject({
      converted: '110.00',
      rates: [{ day: '2026-03-01', inverse: false, base: 'EUR', source: 'ECB' }],
    });
    expect(await at('2026-03-10')).toMatchObject({ converted: '120.00' });
    expect(await at('2027-01-01')).toMatchObject({ converted: '120.00' });
    const before = await convert('from=EUR&to=USD&amount=100&on=2026-02-28');
    expect(refusal(before)).toEqual([422, 'exchange_rate_missing']);
  });

  it('goes the other way round, and over the base currency', async () => {
    await rate('EUR', 'USD', '1.25', '2026-03-01');
    await rate('EUR', 'JPY', '160', '2026-02-01');
    const back = await converted('from=USD&to=EUR&amount=10&on=2026-03-01');
    expect(back).toMatchObject({ converted: '8.00', rates: [{ inverse: true }] });
    const over = await converted('from=usd&to=jpy&amount=10.01&on=2026-03-01');
    // 10.01 / 1.25 × 160 = 1281.28
    expect(over.converted).toBe('1281');
    expect(over.rates.map(({ day, inverse }) => [day, inverse])).toEqual([
      ['2026-03-01', true],
      ['2026-02-01', false],
    ]);
    expect(await converted('from=USD&to=USD&amount=-1.5')).toMatchObject({
      converted: '-1.50',
      rates: [],
    });
  });

  it('takes rates of one source where it is named', async () => {
    await rate('EUR', 'USD', '1.10', '2026-03-01', 'ECB');
    await rate('EUR', 'USD', '1.50', '2026-03-02', 'Bank');
    const of = (source: string) =>
      converted(`from=EUR&to=USD&amount=1&on=2026-03-03${source}`).then((each) => each.converted);
    expect([await of(''), await of('&source=ECB')]).toEqual(['1.50', '1.10']);
  });

  it('refuses what cannot be asked, and knows no rates of others', async () => {
    await rate('EUR', 'USD', '1.10', '2026-03-01');
    for (const query of [
      'from=EUR&to=USD',
      'from=EUR&to=XXX&amount=1',
      'from=EUR&to=USD&amount=1.001',
      'from=EUR&to=USD&amount=a',
      'from=EUR&to=USD&amount=1&on=2026-13-01',
    ]) {
      expect((await convert(query)).status).toBe(422);
    }
    const stranger = await api.newAdmin();
    const unknown = await convert('from=EUR&to=USD&amount=1', stranger);
    expect(refusal(unknown)).toEqual([422, 'exchange_rate_missing']);
  });
});
