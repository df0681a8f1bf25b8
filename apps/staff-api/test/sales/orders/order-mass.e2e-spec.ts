import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { memberWith, refusal } from '../../access/members.js';
import { made } from '../../objects/objects-support.js';
import { newAccount, pointersOf } from '../../receivables/billing-support.js';
import { orderDesk, SERVICE } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
  const field = { name: 'score__c', label: 'Score', type: 'integer', settings: { max: '9' } };
  await made(api.admin, '/customization/objects/sales-order/fields', field);
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

const bulk = (body: object) => desk.call('POST', '/sales-orders/bulk', { body });

describe('POST /sales-orders/bulk', () => {
  it('changes what no customer sees, of orders that bind too, each for itself', async () => {
    const open = await desk.write(accountId, [SERVICE]);
    const bound = await desk.confirmed(accountId, [SERVICE]);
    const gone = await desk.confirmed(accountId, [SERVICE]);
    await desk.done(gone.id, 'cancel', { reason: 'Not now' });
    const owner = await memberWith(api, { matrix: { 'sales-orders': ['view'] } });
    const patch = { ownerId: owner.userId, internalNotes: 'Taken over', score__c: 7 };
    const ids = [open.id, bound.id, gone.id, newId()];
    expect((await bulk({ ids, patch })).body).toMatchObject({
      updated: 2,
      failed: 2,
      results: [
        { id: open.id, status: 'updated', version: open.version + 1 },
        { id: bound.id, status: 'updated' },
        { status: 'failed', problem: { code: 'order_not_draft' } },
        { status: 'failed', problem: { code: 'not_found' } },
      ],
    });
    expect(await desk.read(bound.id)).toMatchObject({ ...patch, status: 'confirmed' });
    expect((await bulk({ ids: [open.id], patch })).body).toMatchObject({ unchanged: 1 });
  });

  it('refuses what is agreed, and a value of one order alone', async () => {
    const { id } = await desk.write(accountId, [SERVICE]);
    const patch = { title: 'Other', ownerId: 'nobody', internalNotes: 7 };
    expect(pointersOf(await bulk({ ids: [id], patch })).sort()).toEqual([
      '/patch/internalNotes',
      '/patch/ownerId',
      '/patch/title',
    ]);
    const stranger = { ids: [id], patch: { ownerId: newId() } };
    expect(pointersOf(await bulk(stranger))).toEqual(['/patch/ownerId']);
    expect((await bulk({ ids: [id], patch: { score__c: 10 } })).body).toMatchObject({
      failed: 1,
      results: [{ problem: { code: 'validation_failed' } }],
    });
  });

  it('takes the right to it, and reaches no order of somebody else', async () => {
    const { id } = await desk.write(accountId, [SERVICE]);
    const body = { ids: [id], patch: { internalNotes: 'Mine' } };
    const plain = await memberWith(api, { matrix: { 'sales-orders': ['view', 'update'] } });
    const refused = await plain.call('POST', '/sales-orders/bulk', { body });
    expect(refusal(refused)).toEqual([403, 'permission_denied']);
    const own = await memberWith(api, {
      matrix: { 'sales-orders': ['view', 'bulk_update'] },
      scopes: { 'sales-orders': 'own' },
    });
    expect((await own.call('POST', '/sales-orders/bulk', { body })).body).toMatchObject({
      failed: 1,
      results: [{ problem: { code: 'not_found' } }],
    });
  });
});
