import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { CHAIRS, LIST_VIEWS, call, type Body } from './configuration-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('the health of views', () => {
  it('tells which rules, columns and sorts are skipped and why', async () => {
    const admin = await api.newAdmin();
    const good = await call(admin, 'POST', LIST_VIEWS, { name: 'Good', sort: 'sku' });
    const own = { object: 'product', name: 'Bad', filter: CHAIRS };
    const bad = await call(admin, 'POST', '/views', own);
    const lost = await call(admin, 'POST', '/views', { object: 'product', name: 'Lost' });
    await t.db.write(t.ctx(admin.companyId), async (tx) => {
      await tx.run(
        `update customization.view set columns = '["gone__c", "sku"]', sort = '-gone__c',
           filter = '{"and": [{"field": "gone__c", "op": "eq", "value": "x"}]}' where id = $1`,
        [bad.body.id],
      );
      await tx.run(`update customization.view set object = 'gone__c' where id = $1`, [
        lost.body.id,
      ]);
    });
    const one = await call(admin, 'GET', `/views/${String(bad.body.id)}/health`);
    expect(one).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        skipped: [
          { part: 'column', pointer: '/columns/0', field: 'gone__c', code: 'unknown_field' },
          { part: 'sort', pointer: '/sort', field: 'gone__c' },
          { part: 'filter', pointer: '/filter/and/0/field', field: 'gone__c' },
        ],
      },
    });
    const all = await call(admin, 'GET', '/customization/view-health');
    expect((all.body as unknown as Body[]).map(({ id, status }) => [id, status])).toEqual([
      [lost.body.id, 'broken'],
      [bad.body.id, 'degraded'],
      [good.body.id, 'healthy'],
    ]);
  });
});
