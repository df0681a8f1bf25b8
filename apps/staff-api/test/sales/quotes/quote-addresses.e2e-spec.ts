import { sql } from '@quittance/database';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { done, made } from '../../objects/objects-support.js';

interface QuoteBody {
  readonly id: string;
  readonly status: string;
  readonly total: string;
  readonly contentHash: string;
  readonly creditCheckId: string;
  readonly lines: readonly { readonly id: string; readonly tax: string }[];
}

const address = (city: string, country: string) => ({ city, country, postalCode: '10115' });
const BERLIN = address('Berlin', 'DE');
const ZURICH = address('Zürich', 'CH');
const LINE = { description: 'Till', quantity: '1', unitPrice: '100.00' };

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await done(api.admin, 'PATCH', '/company', { address: { ...BERLIN, line1: 'Hauptstr. 1' } });
  await done(api.admin, 'PATCH', '/settings/credit', { ownOverride: true });
  const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
  const { id: jurisdictionId } = await made(api.admin, '/tax/jurisdictions', place);
  await made(api.admin, '/tax/codes', { code: 'full', name: 'Full', isDefault: true });
  const rate = { jurisdictionId, taxCode: 'full', kind: 'vat', validFrom: '2021-01-01' };
  await made(api.admin, '/tax/rates', { ...rate, rate: '19' });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = (path: string, body: object = {}) => call('POST', path, { body });
const read = async (id: string) => bodyOf<QuoteBody>(await call('GET', `/quotes/${id}`));

async function customer(home: object): Promise<string> {
  const addresses = { billingAddress: home, shippingAddress: home };
  return (await made(api.admin, '/accounts', { name: 'Acme', ...addresses })).id;
}
const moves = (accountId: string, home: object) =>
  done(api.admin, 'PATCH', `/accounts/${accountId}`, {
    billingAddress: home,
    shippingAddress: home,
  });
async function drafted(accountId: string, more: object = {}): Promise<QuoteBody> {
  const body = { accountId, currency: 'EUR', lines: [LINE], ...more };
  return bodyOf<QuoteBody>(await post('/quotes', body));
}

describe('the addresses of a quote', () => {
  it('are those of its account as it is submitted, and it is taxed by them', async () => {
    const accountId = await customer(BERLIN);
    const quote = await drafted(accountId);
    expect(quote).toMatchObject({ total: '119.00', shipTo: { city: 'Berlin' } });
    await moves(accountId, ZURICH);
    const submitted = bodyOf<QuoteBody>(await post(`/quotes/${quote.id}/submit`));
    const abroad = {
      status: 'submitted',
      total: '100.00',
      taxTotal: '0.00',
      billTo: { address: { city: 'Zürich', country: 'CH' } },
      shipTo: { city: 'Zürich' },
      lines: [{ unitPrice: '100.00', tax: '0.00' }],
    };
    expect(submitted).toMatchObject(abroad);
    expect(await read(quote.id)).toMatchObject(abroad);
    await moves(accountId, BERLIN);
    expect(await read(quote.id)).toMatchObject({ ...abroad, contentHash: submitted.contentHash });
  });

  it('stay where the quote says itself where it is delivered', async () => {
    const accountId = await customer(BERLIN);
    const { id } = await drafted(accountId, { deliveryAddress: BERLIN });
    await moves(accountId, ZURICH);
    expect(bodyOf(await post(`/quotes/${id}/submit`))).toMatchObject({
      billTo: { address: { city: 'Zürich' } },
      deliveryAddress: { city: 'Berlin' },
    });
  });

  it('are no pricing of whoever submits it', async () => {
    const accountId = await customer(BERLIN);
    const { id } = await drafted(accountId);
    await moves(accountId, ZURICH);
    const submitter = await memberWith(api, { matrix: { quotes: ['view', 'update'] } });
    expect((await submitter.call('POST', `/quotes/${id}/submit`)).status).toBe(200);
    const pricers = sql(`select jsonb_array_length(pricers) as many from sales.quote
      where company_id = $1 and id = $2`);
    const params = [api.company.companyId, id];
    expect(await t.db.read(api.company, (tx) => tx.one(pricers, params))).toEqual({ many: 1 });
  });

  it('decide what credit is asked for', async () => {
    const accountId = await customer(ZURICH);
    await limitCredit(api.admin, accountId, '110.00');
    const quote = await drafted(accountId);
    expect(quote).toMatchObject({ total: '100.00' });
    await moves(accountId, BERLIN);
    expect(refusal(await post(`/quotes/${quote.id}/submit`))).toEqual([422, 'credit_check_failed']);
    const blocked = await read(quote.id);
    expect(blocked).toMatchObject({ status: 'draft', total: '119.00', shipTo: { city: 'Berlin' } });
    const check = await call('GET', `/credit-checks/${blocked.creditCheckId}`);
    expect(check.body).toMatchObject({ requested: '119.00', status: 'needs_approval' });
  });

  it('that are others than were decided about leave a draft to be submitted anew', async () => {
    const accountId = await customer(BERLIN);
    await limitCredit(api.admin, accountId, '110.00');
    const { id } = await drafted(accountId);
    expect(refusal(await post(`/quotes/${id}/submit`))).toEqual([422, 'credit_check_failed']);
    const { creditCheckId } = await read(id);
    const path = `/credit-checks/${creditCheckId}/override`;
    const asked = bodyOf<{ id: string }>(await post(path, { reason: 'Good customer' }));
    await moves(accountId, ZURICH);
    expect((await post(`/credit-overrides/${asked.id}/approve`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'draft', total: '119.00' });
    expect(bodyOf(await post(`/quotes/${id}/submit`))).toMatchObject({
      status: 'submitted',
      total: '100.00',
    });
  });
});
