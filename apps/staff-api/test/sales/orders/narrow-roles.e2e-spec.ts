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
import { orderDesk } from './order-support.js';

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
});
