import { SweepContracts } from '@quittance/sales/host';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { done, made, type Json, type Made } from '../../objects/objects-support';
import { anAccount, aPlan } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let account: Made;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  account = await anAccount(api.admin);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** In force, and renewed by itself behind March. */
async function agreed(more: object = {}): Promise<Made> {
  const contract = await made(api.admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-03-31',
    autoRenew: true,
    ...more,
  });
  await done(api.admin, 'POST', `/contracts/${contract.id}/activate`);
  return contract;
}

test('what is required of contracts is asked of nobody where one is made by itself', async () => {
  const before = await agreed();
  const field = { name: 'cost_centre__c', label: 'Cost centre', type: 'text', required: true };
  await made(api.admin, '/customization/objects/contract/fields', field);
  const other = await agreed({ cost_centre__c: 'K-1' });
  const { productId } = await aPlan(api.admin);
  const line = { kind: 'recurring', description: 'Seats', ordered: '1', unitPrice: '5.00' };
  const order = await made(api.admin, '/sales-orders', {
    accountId: account.id,
    currency: 'EUR',
    lines: [{ ...line, productId, frequency: 'monthly', taxRate: '19' }],
  });
  await done(api.admin, 'POST', `/sales-orders/${order.id}/confirm`);
  t.clock.set('2026-04-01T10:00:00Z');
  await api.app.get(SweepContracts, { strict: false }).execute(t.ctx(api.company.companyId));
  const successorOf = async ({ id }: Made) => {
    const { status, successorId } = await done<Json>(api.admin, 'GET', `/contracts/${id}`);
    const next = await done<Json>(api.admin, 'GET', `/contracts/${String(successorId)}`);
    return [status, next.cost_centre__c];
  };
  // What the company's own fields say goes on.
  expect([await successorOf(before), await successorOf(other)]).toEqual([
    ['renewed', null],
    ['renewed', 'K-1'],
  ]);
});
