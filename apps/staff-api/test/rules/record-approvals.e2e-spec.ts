import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../access/members.js';
import { heardByRules } from './heard-by-rules.js';

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

interface Made {
  readonly id: string;
  readonly version: number;
}

async function post(path: string, body: object): Promise<Made> {
  const answer = await api.admin.call('POST', path, { body });
  expect(answer).toMatchObject({ status: 201 });
  return bodyOf<Made>(answer);
}

const dispatch = () => heardByRules(api, t);

describe('/record-approvals', () => {
  it('send a record for approval to those who are asked, and to nobody else', async () => {
    const asked = await memberWith(api, { matrix: { leads: ['view'] } });
    const other = await memberWith(api, { matrix: { leads: ['view', 'update'] } });
    const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
    const rule = await post('/workflows', {
      object: 'lead',
      name: 'Approve',
      trigger: 'create',
      condition: 'name = "Big"',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }], field: 'title' }],
    });
    const lead = await post('/leads', { name: 'Big' });
    await dispatch();
    const list = await asked.call('GET', '/record-approvals');
    expect(list.body).toMatchObject({
      total: 1,
      data: [{ status: 'waiting', recordId: lead.id, ruleName: 'Approve', title: 'Big' }],
    });
    const [{ id } = { id: '' }] = bodyOf<{ data: { id: string }[] }>(list).data;
    const path = `/record-approvals/${id}`;
    expect((await other.call('GET', '/record-approvals')).body).toMatchObject({ total: 0 });
    expect(await other.call('GET', path)).toMatchObject({ status: 404 });
    const refused = { status: 404, body: { code: 'not_found' } };
    expect(await other.call('POST', `${path}/approve`, { body: {} })).toMatchObject(refused);
    const patch = { body: { name: 'Bigger' } };
    expect(await api.admin.call('PATCH', `/leads/${lead.id}`, patch)).toMatchObject({
      status: 409,
      body: { code: 'record_awaits_approval' },
    });
    expect(await api.admin.call('POST', `${path}/approve`, { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'record_approval_not_theirs' },
    });
    expect(await api.admin.call('DELETE', `/workflows/${rule.id}`)).toMatchObject({
      status: 409,
      body: { code: 'rule_has_approvals' },
    });
    expect(await asked.call('POST', `${path}/reject`, { body: {} })).toMatchObject({ status: 422 });
    const said = await asked.call('POST', `${path}/reject`, { body: { reason: 'Too big' } });
    expect(said).toMatchObject({
      status: 200,
      body: { status: 'rejected', history: [{ decision: 'reject', note: 'Too big' }] },
    });
    expect(await api.admin.call('POST', `${path}/recall`, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'record_approval_not_waiting' },
    });
    expect((await api.admin.call('GET', `/leads/${lead.id}`)).body).toMatchObject({
      title: 'rejected',
    });
    expect(await api.admin.call('DELETE', `/workflows/${rule.id}`)).toMatchObject({ status: 204 });
    await api.admin.call('DELETE', `/leads/${lead.id}`);
  });

  it('end though the field that shows the status does not take it any more', async () => {
    const fields = '/customization/objects/lead/fields';
    const asked = await memberWith(api, { matrix: { leads: ['view'] } });
    const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
    const rule = (field: string) => ({
      object: 'lead',
      name: `Shows ${field}`,
      trigger: 'create',
      condition: 'name = "Shown"',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }], field }],
    });
    const wrong = [
      { name: 'once__c', unique: true },
      { name: 'long__c', settings: { minLength: 9 } },
      { name: 'short__c', settings: { maxLength: 7 } },
      { name: 'digits__c', settings: { pattern: '[0-9]+' } },
    ];
    for (const { name, ...more } of wrong) {
      await post(fields, { name, label: name, type: 'text', ...more });
      expect(await api.admin.call('POST', '/workflows', { body: rule(name) })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/actions/0/field', code: 'type' }] },
      });
    }
    await post(fields, { name: 'shown__c', label: 'Shown', type: 'text' });
    await post('/workflows', rule('shown__c'));
    for (const [i, decision] of (['approve', 'reject', 'recall'] as const).entries()) {
      const lead = await post('/leads', { name: 'Shown' });
      await dispatch();
      const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: lead.id });
      const path = `/record-approvals?filter=${encodeURIComponent(filter)}`;
      const { data } = bodyOf<{ data: Made[] }>(await asked.call('GET', path));
      const settings = { maxLength: 7 - i };
      const narrowed = await api.admin.call('PATCH', `${fields}/shown__c`, { body: { settings } });
      expect(narrowed.status).toBe(200);
      const by = decision === 'recall' ? api.admin : asked;
      const body = decision === 'reject' ? { reason: 'No' } : {};
      const said = await by.call('POST', `/record-approvals/${data[0]?.id}/${decision}`, { body });
      expect([said.status, said.body]).toEqual([200, expect.anything()]);
      const after = await api.admin.call('PATCH', `/leads/${lead.id}`, { body: { name: 'Free' } });
      expect(after).toMatchObject({ status: 200, body: { shown__c: 'waiting' } });
      const wide = { body: { settings: { maxLength: 20 } } };
      await api.admin.call('PATCH', `${fields}/shown__c`, wide);
    }
  });
});
