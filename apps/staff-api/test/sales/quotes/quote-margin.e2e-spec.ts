import { Client } from 'pg';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { besidesIds } from '../../../../../test/support/texts/besides-ids.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { made, type Json } from '../../objects/objects-support.js';
import { newAccount, pointersOf } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let productId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  productId = (await made(api.admin, '/products', { sku: 'TILL', name: 'Till' })).id;
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const costs = (body: object) => call('PUT', `/products/${productId}/costs`, { body });
const till = (unitPrice: string, over: object = {}) => ({
  productId,
  unitPrice,
  taxRate: '19',
  ...over,
});
const quoteOf = (lines: readonly object[], over: object = {}) =>
  made(api.admin, '/quotes', { accountId, currency: 'EUR', lines, ...over });
const rules = async (minMargin: string | null) => {
  const body = { mode: 'rules', rules: [{ maxPercent: '100', minMargin }] };
  expect((await call('PUT', '/settings/quote-approval', { body })).status).toBe(200);
};
const submitted = async (id: string) => bodyOf<Json>(await call('POST', `/quotes/${id}/submit`));

/** That approval is asked, and nothing of why. */
const ASKED = { rule: null, about: 'approval', line: null, limit: null, value: null };

describe('the cost of a product', () => {
  it('is kept by currency, and shown to nobody without a right of its own', async () => {
    const said = { costs: [{ currency: 'EUR', unitCost: '32.123456' }] };
    expect(await costs(said)).toMatchObject({ status: 200, body: said });
    const twice = { costs: [said.costs[0], said.costs[0]] };
    expect(refusal(await costs(twice))).toEqual([422, 'validation_failed']);
    const seller = await memberWith(api, { matrix: { products: ['view', 'update', 'export'] } });
    const at = `/products/${productId}`;
    expect(refusal(await seller.call('GET', `${at}/costs`))).toEqual([403, 'permission_denied']);
    for (const path of [at, '/products', `${at}/timeline`, '/products/export?format=csv']) {
      expect(besidesIds((await seller.call('GET', path)).body)).not.toContain('32.12');
    }
    const log = await call('GET', `/audit-log?pageSize=50`);
    expect(besidesIds(log.body)).not.toContain('32.12');
    const own = await memberWith(api, {
      matrix: { products: ['view'], 'product-costs': ['view', 'update'] },
      scopes: { products: 'own' },
    });
    expect(refusal(await own.call('GET', `${at}/costs`))).toEqual([404, 'not_found']);
  });
});

describe('the margin of a quote', () => {
  beforeAll(() => costs({ costs: [{ currency: 'EUR', unitCost: '80' }] }));

  it('is of its net, by line and of all that is chosen', async () => {
    const { id } = await quoteOf(
      [
        till('100.00', { quantity: '2' }),
        till('90.00', { optional: true }),
        { description: 'Install', unitPrice: '50.00', taxRate: '19' },
      ],
      { discount: { percent: '10' } },
    );
    const answer = await call('GET', `/quotes/${id}/margin`);
    expect(answer.body).toMatchObject({
      currency: 'EUR',
      effectiveDiscount: '10',
      complete: false,
      margin: { net: '180.00', cost: '160.00', margin: '20.00', marginPercent: '11.11' },
      lines: [
        { position: 1, margin: { marginPercent: '11.11' } },
        { position: 2, margin: { cost: '80.00' } },
        { position: 3, margin: null },
      ],
    });
    const seller = await memberWith(api, { matrix: { quotes: ['view', 'update'] } });
    expect(refusal(await seller.call('GET', `/quotes/${id}/margin`))).toEqual([
      403,
      'permission_denied',
    ]);
  });

  it('is of the net where prices include tax', async () => {
    const { id } = await quoteOf([till('119.00')], { pricesIncludeTax: true });
    expect((await call('GET', `/quotes/${id}/margin`)).body).toMatchObject({
      margin: { net: '100.00', marginPercent: '20' },
    });
  });

  it('asks for approval below the least, and not at it', async () => {
    await rules('20');
    const passes = await submitted((await quoteOf([till('100.00')])).id);
    expect(passes).toMatchObject({ status: 'approved', approval: [] });
    const { id } = await quoteOf([till('99.99')]);
    expect(await submitted(id)).toMatchObject({ status: 'submitted', approval: [ASKED] });
    expect((await call('GET', `/quotes/${id}/margin`)).body).toMatchObject({
      approval: [{ rule: 1, line: 1, limit: '20' }],
    });
    expect(refusal(await call('POST', `/quotes/${id}/approve`))).toEqual([409, 'own_approval']);
    await rules(null);
    expect(await submitted((await quoteOf([till('1.00')])).id)).toMatchObject({
      status: 'approved',
    });
  });

  it('asks where the cost is in another currency, and not where nobody has said one', async () => {
    await rules('20');
    const rate = { base: 'USD', quote: 'EUR', rate: '0.9', day: '2026-03-01' };
    await made(api.admin, '/exchange-rates', rate);
    const dollars = await quoteOf([till('500.00')], { currency: 'USD' });
    expect(await submitted(dollars.id)).toMatchObject({ approval: [ASKED] });
    const service = { description: 'Install', unitPrice: '50.00', taxRate: '19' };
    expect(await submitted((await quoteOf([service])).id)).toMatchObject({ status: 'approved' });
    await rules(null);
  });

  it('is told to nobody who may not see costs: neither rule, line nor limit', async () => {
    await rules('47.5');
    const seller = await memberWith(api, {
      matrix: { quotes: ['view', 'create', 'update'], accounts: ['view'], 'audit-log': ['view'] },
    });
    const { id } = await quoteOf([till('99.99')]);
    const at = `/quotes/${id}`;
    const answer = await seller.call('POST', `${at}/submit`);
    expect(answer.body).toMatchObject({ status: 'submitted', approval: [ASKED] });
    expect((await seller.call('GET', at)).body).toMatchObject({ approval: [ASKED] });
    const log = JSON.stringify((await seller.call('GET', '/audit-log?pageSize=50')).body);
    const list = await seller.call('GET', '/quotes?fields=number,approval');
    await call('POST', `${at}/return`, { body: { note: 'Too low' } });
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const told = `select o::text as text from outbox.event o where o.record_id = $1`;
    const { rows } = await owner.query<{ text: string }>(told, [id]);
    await owner.end();
    expect(rows.length).toBeGreaterThan(2);
    const shown = [log, JSON.stringify(list.body), ...rows.map(({ text }) => text)];
    expect(shown.filter((text) => /"margin"|47\.5/.test(text))).toEqual([]);
    const discounted = await quoteOf([till('99.99')]);
    const both = { mode: 'rules', rules: [{ maxPercent: '100', maxTotal: '1', minMargin: '50' }] };
    await call('PUT', '/settings/quote-approval', { body: both });
    const findings = bodyOf<Json>(await seller.call('POST', `/quotes/${discounted.id}/submit`));
    expect(findings.approval).toMatchObject([{ rule: 1, about: 'total', limit: '1' }]);
    await rules(null);
  });

  it('is not found by trying: a quote is submitted ten times a day', async () => {
    await rules('20');
    const seller = await memberWith(api, { matrix: { quotes: ['view', 'create', 'update'] } });
    const { id } = await quoteOf([till('50.00')]);
    const at = `/quotes/${id}`;
    for (let i = 0; i < 10; i += 1) {
      expect((await seller.call('POST', `${at}/submit`)).status).toBe(200);
      await seller.call('POST', `${at}/return`, { body: { note: 'Again' } });
    }
    const refused = await seller.call('POST', `${at}/submit`);
    expect(refusal(refused)).toEqual([409, 'quote_submitted_too_often']);
    expect((await call('POST', `${at}/submit`)).status).toBe(200);
    await rules(null);
    const free = await quoteOf([till('50.00')]);
    expect((await seller.call('POST', `/quotes/${free.id}/submit`)).status).toBe(200);
  });

  it('is a rule that nobody reads, changes or loses who may not see costs', async () => {
    await rules('40');
    const at = '/settings/quote-approval';
    const clerk = await memberWith(api, { matrix: { company: ['view', 'update'] } });
    const read = bodyOf<{ rules: object[] }>(await clerk.call('GET', at));
    expect(read.rules[0]).not.toHaveProperty('minMargin');
    const put = (rules: readonly object[]) =>
      clerk.call('PUT', at, { body: { mode: 'rules', rules } });
    const saved = await put([{ maxPercent: '90' }, { maxPercent: '95' }]);
    expect(saved.status).toBe(200);
    expect(JSON.stringify(saved.body)).not.toContain('minMargin');
    expect((await call('GET', at)).body).toMatchObject({
      rules: [
        { maxPercent: '90', minMargin: '40' },
        { maxPercent: '95', minMargin: null },
      ],
    });
    expect(pointersOf(await put([{ maxPercent: '90', minMargin: '41' }]))).toEqual([
      '/rules/0/minMargin',
    ]);
    expect(pointersOf(await put([]))).toEqual(['/rules/0']);
    await rules(null);
  });

  it('is nothing that a customer, an event or a document shows', async () => {
    await costs({ costs: [{ currency: 'EUR', unitCost: '77.777777' }] });
    const { id } = await quoteOf([till('100.00')]);
    await submitted(id);
    const sent = bodyOf<{ link: { token: string } }>(await call('POST', `/quotes/${id}/send`));
    expect(sent.link).toBeDefined();
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ text: string }>(
      `select o.data::text as text from outbox.event o where o.record_id = $1`,
      [id],
    );
    await owner.end();
    const shown = [
      JSON.stringify((await call('GET', `/quotes/${id}`)).body),
      JSON.stringify((await call('GET', `/quotes?fields=number,approval`)).body),
      ...rows.map(({ text }) => text),
    ];
    expect(shown.filter((text) => text.includes('77.7'))).toEqual([]);
  });
});
