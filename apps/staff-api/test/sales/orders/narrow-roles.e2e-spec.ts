import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { aPlan } from '../sales-support.js';
import { orderDesk, type OrderBody } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const WORK = { description: 'Work', unitPrice: '110.00', taxRate: '0' } as const;

async function customer(creditLimit: string): Promise<string> {
  const id = await newAccount(t, api.company);
  await limitCredit(api.admin, id, creditLimit);
  return id;
}

describe('who may approve credit checks and nothing else', () => {
  let approver: StaffClient;
  beforeAll(async () => {
    const matrix = { 'credit-checks': ['view', 'approve'], 'credit-overrides': ['view'] };
    approver = await memberWith(api, { matrix });
  });

  /** Has the administrator ask for an override of a check; what decides it. */
  async function asked(checkId: string | null) {
    const override = await post(`/credit-checks/${checkId}/override`, { reason: 'An old friend' });
    const { id } = bodyOf<{ id: string }>(override);
    return (decision: string, body: object = {}) =>
      approver.call('POST', `/credit-overrides/${id}/${decision}`, { body });
  }

  it('decides about a quote, which is submitted', async () => {
    const lines = [{ ...WORK, quantity: '1' }];
    const offer = { accountId: await customer('100.00'), currency: 'EUR', lines };
    const { id } = bodyOf<{ id: string }>(await post('/quotes', offer));
    expect(refusal(await post(`/quotes/${id}/submit`))).toEqual([422, 'credit_check_failed']);
    const quote = async () => bodyOf(await desk.call('GET', `/quotes/${id}`));
    const decide = await asked(String((await quote()).creditCheckId));
    expect([(await decide('approve')).status, (await quote()).status]).toEqual([200, 'submitted']);
  });

  it('decides about an order, which is confirmed, or pending again', async () => {
    const accountId = await customer('100.00');
    const waiting = async () => {
      const order = await desk.confirmed(accountId, [WORK]);
      expect(order.status).toBe('pending_approval');
      return { id: order.id, decide: await asked(order.creditCheckId) };
    };
    const [refused, allowed] = [await waiting(), await waiting()];
    expect((await refused.decide('reject', { reason: 'Too much is late' })).status).toBe(200);
    expect(await desk.read(refused.id)).toMatchObject({ status: 'pending' });
    expect((await allowed.decide('approve')).status).toBe(200);
    expect(await desk.read(allowed.id)).toMatchObject({ status: 'confirmed' });
  });

  it('decides about an order of which something recurs, which begins', async () => {
    const { productId } = await aPlan(api.admin);
    const recurs = { kind: 'recurring', productId, frequency: 'monthly' };
    const lines = [{ ...WORK, ...recurs }];
    const order = await desk.confirmed(await customer('100.00'), lines);
    expect((await (await asked(order.creditCheckId))('approve')).status).toBe(200);
    const { status, contractId } = await desk.read(order.id);
    const contract = bodyOf(await desk.call('GET', `/contracts/${contractId}`));
    expect([status, contract.status]).toEqual(['confirmed', 'active']);
  });
});

describe('who may change orders and does not reach contracts', () => {
  let seller: StaffClient;
  let productId: string;
  beforeAll(async () => {
    const matrix = { 'sales-orders': ['view', 'update'] };
    seller = await memberWith(api, { matrix, scopes: { 'sales-orders': 'all' } });
    productId = String((await aPlan(api.admin)).productId);
  });

  const operate = async (id: string, operation: string, body: object = {}) => {
    const answer = await seller.call('POST', `/sales-orders/${id}/${operation}`, { body });
    return [answer.status, bodyOf(answer).status ?? answer.body];
  };
  const monthly = (quantity: object) => [
    {
      kind: 'recurring',
      productId,
      description: 'Seats',
      unitPrice: '33.00',
      frequency: 'monthly',
      taxRate: '19',
      ...quantity,
    },
  ];
  const statusOf = async (path: string) => bodyOf(await desk.call('GET', path)).status;

  /** What an accepted quote of a colleague became. */
  async function quoted(): Promise<OrderBody> {
    const accountId = await newAccount(t, api.company);
    const offer = { accountId, currency: 'EUR', lines: monthly({ quantity: '3' }) };
    const { id } = bodyOf<{ id: string }>(await post('/quotes', offer));
    for (const step of ['submit', 'approve', 'send']) await post(`/quotes/${id}/${step}`);
    await post(`/quotes/${id}/accept`, { name: 'Bo Buyer', evidence: 'A letter' });
    return bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
  }

  it('confirms what recurs by a quote of a colleague, and cancels it', async () => {
    const [first, second] = [await quoted(), await quoted()];
    expect(await operate(first.id, 'confirm')).toEqual([200, 'confirmed']);
    expect(await statusOf(`/contracts/${first.contractId}`)).toBe('active');
    expect(await operate(second.id, 'cancel', { reason: 'No need' })).toEqual([200, 'cancelled']);
    expect(await statusOf(`/contracts/${second.contractId}`)).toBe('terminated');
  });

  it('confirms what recurs of an order that was written by hand', async () => {
    const accountId = await newAccount(t, api.company);
    const { id } = await desk.write(accountId, monthly({ ordered: '3' }));
    expect(await operate(id, 'confirm')).toEqual([200, 'confirmed']);
    const { contractId } = await desk.read(id);
    expect(await statusOf(`/contracts/${contractId}`)).toBe('active');
  });
});
