import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { bringIn, exported, type Body } from '../customization/configuration-support.js';
import { newAccount, newInvoice, pointersOf } from '../receivables/billing-support.js';
import { GOODS, orderDesk } from '../sales/orders/order-support.js';
import { aPlan } from '../sales/sales-support.js';
import { ranOn } from '../sales/subscription-support.js';
import { askCredit, limitCredit } from './credit-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let accountId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  admin = api.admin;
  accountId = await newAccount(t, api.company);
  await limitCredit(admin, accountId, '1000.00');
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => admin.call('POST', path, { body });
const get = (path: string, by = admin) => by.call('GET', path);
const colleague = (matrix: Record<string, string[]>) => memberWith(api, { matrix });

describe('GET /accounts/{id}/credit', () => {
  it('tells where a customer stands, and why where that is asked', async () => {
    const big = await newInvoice(admin, accountId, {
      lines: [{ description: 'Work', quantity: '1', unitPrice: '400.00' }],
    });
    const small = await newInvoice(admin, accountId);
    const hold = await post('/credit-holds', { accountId, strength: 'soft', reason: 'risk' });
    await askCredit(admin, accountId, '1.00');
    const answer = await get(`/accounts/${accountId}/credit?explain=true`);
    expect(answer.body).toMatchObject({
      accountId,
      asOf: '2026-03-02',
      currency: 'EUR',
      creditLimit: '1000.00',
      exposure: { invoices: '500.00', orders: '0.00', total: '500.00' },
      currencies: [{ currency: 'EUR', amount: '500.00', converted: '500.00' }],
      net: '500.00',
      available: '500.00',
      utilisation: '50.00',
      holds: [{ id: bodyOf(hold).id }],
      lastChecks: [{ outcome: 'needs_approval' }],
      parts: [
        { kind: 'invoices', number: big.number, amount: '400.00', alsoCountedThrough: [] },
        { kind: 'invoices', number: small.number, amount: '100.00' },
      ],
      moreParts: false,
    });
    expect((await get(`/accounts/${accountId}/credit`)).body).toMatchObject({ parts: null });
  });

  it('takes off the net figure what is on account, and off the exposure nothing', async () => {
    const { id } = await newInvoice(admin, accountId);
    await post(`/invoices/${id}/send`);
    await post('/payments', {
      accountId,
      amount: '130.00',
      currency: 'EUR',
      method: 'cash',
      allocations: [{ invoiceId: id, amount: '60.00' }],
    });
    expect((await get(`/accounts/${accountId}/credit`)).body).toMatchObject({
      exposure: { total: '40.00' },
      net: '-30.00',
    });
  });

  it('counts what recurs of an order once in the net figure, by order as in all', async () => {
    const { productId } = await aPlan(admin);
    const desk = orderDesk(admin);
    const seats = { kind: 'recurring', productId, frequency: 'monthly', taxRate: '19' };
    const line = { ...seats, description: 'Seats', ordered: '3', unitPrice: '33.00' };
    const order = await desk.confirmed(accountId, [{ ...GOODS, ordered: '5' }, line]);
    interface Told {
      readonly exposure: { readonly orders: string };
      readonly net: string;
      readonly parts: readonly { kind: string; net: string; alsoCountedThrough: string[] }[];
    }
    const told = async () => {
      const answer = await get(`/accounts/${accountId}/credit?explain=true`);
      const { exposure, net, parts } = bodyOf<Told>(answer);
      const [own] = parts.filter(({ kind }) => kind === 'orders');
      return { orders: exposure.orders, net, own: own?.net, also: own?.alsoCountedThrough.length };
    };
    // 100.00 of chairs and 99.00 of seats a month, with tax; schedules bill these without any.
    expect(order.value).toBe('236.81');
    expect(await told()).toEqual({ orders: '236.81', net: '236.81', own: '236.81', also: 0 });
    await ranOn({ t, api, admin }, '2026-03-02');
    expect(await told()).toEqual({ orders: '236.81', net: '236.81', own: '137.81', also: 1 });
    // Later months are owed beside the order, of which no more than they are is counted twice.
    await ranOn({ t, api, admin }, '2026-04-02');
    expect(await told()).toEqual({ orders: '236.81', net: '317.00', own: '119.00', also: 2 });
  });

  it('is not told of accounts that somebody may not see', async () => {
    const own = await memberWith(api, {
      matrix: { 'credit-checks': ['view', 'create'], accounts: ['view'] },
      scopes: { accounts: 'own' },
    });
    expect(refusal(await get(`/accounts/${accountId}/credit`, own))).toEqual([404, 'not_found']);
    expect(refusal(await askCredit(own, accountId, '1.00'))).toEqual([422, 'reference_not_found']);
    const creditOnly = await colleague({ 'credit-checks': ['view'] });
    expect((await get(`/accounts/${accountId}/credit`, creditOnly)).status).toBe(200);
    const nobody = await colleague({ accounts: ['view'] });
    expect(refusal(await get(`/accounts/${accountId}/credit`, nobody))).toEqual([
      403,
      'permission_denied',
    ]);
    expect(refusal(await get(`/accounts/${newId()}/credit`))).toEqual([404, 'not_found']);
  });
});

describe('/settings/credit', () => {
  it('is all off until somebody says otherwise, and changes what is sent', async () => {
    const by = await api.newAdmin();
    const off = {
      version: 0,
      releaseOwnHold: false,
      recheckOnConfirm: false,
      recheckGrown: false,
      ownOverride: false,
      overdueHoldDays: null,
      overdueHoldStrength: 'soft',
      overdueHoldRelease: false,
    };
    expect((await get('/settings/credit', by)).body).toEqual(off);
    const change = (body: object, headers = {}) =>
      by.call('PATCH', '/settings/credit', { body, headers });
    const saved = await change({ overdueHoldDays: 30, ownOverride: true, recheckGrown: true });
    expect(saved.body).toEqual({
      ...off,
      version: 1,
      overdueHoldDays: 30,
      ownOverride: true,
      recheckGrown: true,
    });
    expect((await change({ overdueHoldDays: null })).body).toMatchObject({
      version: 2,
      overdueHoldDays: null,
      ownOverride: true,
      recheckGrown: true,
    });
    expect(refusal(await change({ ownOverride: false }, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect(pointersOf(await change({ overdueHoldDays: 0 }))).toEqual(['/overdueHoldDays']);
  });

  it('come with a set-up, also with one that knows nothing of what grew', async () => {
    const [from, to] = [await api.newAdmin(), await api.newAdmin()];
    const body = { recheckGrown: true, overdueHoldDays: 9 };
    await from.call('PATCH', '/settings/credit', { body });
    const document = await exported(from);
    const [whole] = (document.parts as { creditSettings: Body[] }).creditSettings;
    expect(whole).toMatchObject(body);
    const { recheckGrown: _, ...older } = whole as Body;
    const brought = (item: Body) => bringIn(to, { ...document, parts: { creditSettings: [item] } });
    expect((await brought(older)).status).toBe(200);
    const saved = async () => (await get('/settings/credit', to)).body;
    expect(await saved()).toMatchObject({ version: 1, recheckGrown: false, overdueHoldDays: 9 });
    expect((await brought(whole as Body)).status).toBe(200);
    expect(await saved()).toMatchObject({ version: 2, recheckGrown: true });
    // What it leaves out stays as it is, and so nothing of it is new.
    expect((await brought(older)).body).toMatchObject({ unchanged: 1 });
    expect(await saved()).toMatchObject({ version: 2, recheckGrown: true });
  });

  it('takes the right to change the company', async () => {
    const member = await colleague({ 'credit-checks': ['view', 'update', 'approve'] });
    const body = { ownOverride: true };
    expect(refusal(await member.call('PATCH', '/settings/credit', { body }))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});
