import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { memberWith, refusal } from '../../access/members.js';
import { done, made, type Json } from '../../objects/objects-support.js';
import { newAccount, pointersOf } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const field = { name: 'score__c', label: 'Score', type: 'integer', settings: { max: '9' } };
  await made(api.admin, '/customization/objects/quote/fields', field);
});
afterAll(async () => {
  await expectInvariants(t);
  await api?.close();
  await t?.close();
});

const draft = (over: object = {}) =>
  made(api.admin, '/quotes', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Till', unitPrice: '50.00', taxRate: '19' }],
    ...over,
  });
const bulk = (body: object) => api.admin.call('POST', '/quotes/bulk', { body });
const get = (id: string) => done<Json>(api.admin, 'GET', `/quotes/${id}`);

describe('POST /quotes/bulk', () => {
  it('changes what no customer is offered, of fixed quotes too, each for itself', async () => {
    const [open, fixed, gone] = [await draft(), await draft(), await draft()];
    await done(api.admin, 'POST', `/quotes/${fixed.id}/submit`);
    await done(api.admin, 'POST', `/quotes/${gone.id}/cancel`, { reason: 'Not now' });
    const { contentHash } = await get(fixed.id);
    const owner = await memberWith(api, { matrix: { quotes: ['view'] } });
    const patch = { ownerId: owner.userId, internalNotes: 'Taken over', score__c: 7 };
    const ids = [open.id, fixed.id, gone.id, newId()];
    expect((await bulk({ ids, patch })).body).toMatchObject({
      updated: 2,
      failed: 2,
      results: [
        { id: open.id, status: 'updated', version: 2 },
        { status: 'updated' },
        { status: 'failed', problem: { code: 'quote_locked' } },
        { status: 'failed', problem: { code: 'not_found' } },
      ],
    });
    expect(await get(fixed.id)).toMatchObject({ ...patch, status: 'submitted', contentHash });
    expect((await bulk({ ids: [open.id], patch })).body).toMatchObject({ unchanged: 1 });
  });

  it('refuses what is offered, and a value of one quote alone', async () => {
    const { id } = await draft();
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

  it('takes the right to it, and reaches no quote of somebody else', async () => {
    const { id } = await draft();
    const body = { ids: [id], patch: { internalNotes: 'Mine' } };
    const plain = await memberWith(api, { matrix: { quotes: ['view', 'update'] } });
    const refused = await plain.call('POST', '/quotes/bulk', { body });
    expect(refusal(refused)).toEqual([403, 'permission_denied']);
    const own = await memberWith(api, {
      matrix: { quotes: ['view', 'update', 'bulk_update'] },
      scopes: { quotes: 'own' },
    });
    expect((await own.call('POST', '/quotes/bulk', { body })).body).toMatchObject({
      results: [{ status: 'failed', problem: { code: 'not_found' } }],
    });
  });
});
