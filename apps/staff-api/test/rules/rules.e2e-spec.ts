import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
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

const DUPLICATES = {
  object: 'lead',
  name: 'Same e-mail',
  fields: [{ field: 'email', match: 'normalised' }],
  action: 'block',
};

describe('/customization/duplicate-rules', () => {
  it('looks among what is seen unless whoever sees all of it says otherwise', async () => {
    const path = '/customization/duplicate-rules';
    const rule = await post(path, { ...DUPLICATES, object: 'contact', name: newId() });
    expect(rule).toMatchObject({ among: 'seen' });
    const shaper = await memberWith(api, {
      matrix: { contacts: ['view'] },
      scopes: { contacts: 'own' },
      grants: ['customization'],
    });
    const wider = { body: { among: 'all' } };
    const refused = await shaper.call('PATCH', `${path}/${rule.id}`, wider);
    expect(refusal(refused)).toEqual([403, 'right_beyond_own']);
    const said = await api.admin.call('PATCH', `${path}/${rule.id}`, wider);
    expect([said.status, said.body]).toEqual([200, expect.objectContaining({ among: 'all' })]);
    await api.admin.call('DELETE', `${path}/${rule.id}`);
  });

  it('are made, listed, changed and taken away', async () => {
    const rule = await post('/customization/duplicate-rules', { ...DUPLICATES, object: 'contact' });
    expect(rule).toMatchObject({ active: true, position: 1, state: 'building', version: 1 });
    const at = `/customization/duplicate-rules/${rule.id}`;
    const changed = await api.admin.call('PATCH', at, { body: { action: 'warn', active: false } });
    expect(changed).toMatchObject({ status: 200, body: { action: 'warn', version: 2 } });
    const filter = JSON.stringify({ field: 'object', op: 'eq', value: 'contact' });
    const list = await api.admin.call(
      'GET',
      `/customization/duplicate-rules?filter=${encodeURIComponent(filter)}`,
    );
    expect(list.body).toMatchObject({ total: 1, data: [{ id: rule.id, active: false }] });
    const stale = await api.admin.call('DELETE', at, { headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    expect((await api.admin.call('DELETE', at)).status).toBe(204);
    expect((await api.admin.call('GET', at)).status).toBe(404);
  });

  it('refuse a lead that is there, however it comes in, and find what is the same', async () => {
    const first = await post('/leads', { name: 'Ada', email: 'ada@example.com' });
    const twin = await post('/leads', { name: 'Twin', email: 'ada@example.com' });
    const rule = await post('/customization/duplicate-rules', DUPLICATES);
    const again = await api.admin.call('POST', '/leads', {
      body: { name: 'Eve', email: 'ADA@example.com' },
    });
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate_record',
        errors: expect.arrayContaining([
          { pointer: '/email', code: 'duplicate', message: `Ada at /leads/${first.id}` },
        ]),
      },
    });
    const bulk = await api.admin.call('POST', '/leads/bulk', {
      body: { ids: [twin.id], changes: { email: 'ada@example.com', title: 'Dr' } },
    });
    expect(bulk.status).toBeLessThan(500);
    const found = await api.admin.call('GET', `/leads/${first.id}/duplicates`);
    expect(found).toMatchObject({
      status: 200,
      body: { data: [{ recordId: twin.id, title: 'Twin', rules: ['Same e-mail'] }] },
    });
    await api.admin.call('PATCH', `/customization/duplicate-rules/${rule.id}`, {
      body: { action: 'warn' },
    });
    const warned = await post('/leads', { name: 'Eve', email: 'ada@example.com' });
    expect(warned).toMatchObject({
      name: 'Eve',
      warnings: [{ code: 'duplicate_record', recordIds: [first.id, twin.id] }],
    });
    await api.admin.call('DELETE', `/customization/duplicate-rules/${rule.id}`);
  });
});

it('tells everybody what formulas may be made of', async () => {
  const member = await memberWith(api, {});
  const answer = await member.call('GET', '/customization/formulas/functions');
  expect(answer).toMatchObject({ status: 200, body: { functions: expect.any(Array) } });
  const { functions, operators } =
    bodyOf<Record<string, { name: string; signature: string }[]>>(answer);
  expect(functions).toHaveLength(71);
  expect(functions).toContainEqual(
    expect.objectContaining({ name: 'ROUND', signature: 'ROUND(number, [digits])' }),
  );
  const signs = '% - ! ^ * / + - & = <> != < <= > >= && ||'.split(' ');
  expect(operators?.map(({ name }) => name)).toEqual(signs);
});

it('judges the rows of an import one by one', async () => {
  const duplicates = { ...DUPLICATES, object: 'contact', name: 'Import' };
  const duplicate = await post('/customization/duplicate-rules', duplicates);
  const validation = await post('/customization/validation-rules', {
    object: 'contact',
    name: 'Import',
    formula: 'LEN(lastName) > 1',
    message: 'Too short.',
    field: 'lastName',
  });
  const answer = await api.admin.call('POST', '/contacts/import', {
    body: 'lastName,email\nLovelace,a@example.com\nByron,A@example.com\nX,x@example.com\n',
    headers: { 'content-type': 'text/csv' },
  });
  const { created, failed, results } = bodyOf<{
    created: number;
    failed: number;
    results: { line: number; problem?: { code: string } }[];
  }>(answer);
  expect([created, failed]).toEqual([1, 2]);
  expect(results.flatMap(({ line, problem }) => (problem ? [[line, problem.code]] : []))).toEqual([
    [3, 'duplicate_record'],
    [4, 'validation_failed'],
  ]);
  await api.admin.call('DELETE', `/customization/duplicate-rules/${duplicate.id}`);
  await api.admin.call('DELETE', `/customization/validation-rules/${validation.id}`);
});

describe('/customization/validation-rules', () => {
  it('hold for every change of a record, and say which field is wrong', async () => {
    const rule = await post('/customization/validation-rules', {
      object: 'lead',
      name: 'Named',
      formula: 'LEN(name) >= 3',
      message: 'The name is too short.',
      field: 'name',
    });
    const refused = await api.admin.call('POST', '/leads', { body: { name: 'Al' } });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [{ pointer: '/name', code: 'validation_rule', message: 'The name is too short.' }],
      },
    });
    await api.admin.call('PATCH', `/customization/validation-rules/${rule.id}`, {
      body: { active: false },
    });
    await post('/leads', { name: 'Al' });
  });

  it('rest while a field that they name is gone, and say so', async () => {
    const field = { name: 'tier__c', label: 'Tier', type: 'text' };
    await post('/customization/objects/lead/fields', field);
    const { id } = await post('/customization/validation-rules', {
      object: 'lead',
      name: 'Tier',
      formula: 'NOT(ISBLANK(tier__c))',
      message: 'A tier is needed.',
    });
    const at = `/customization/validation-rules/${id}`;
    expect((await api.admin.call('GET', at)).body).toMatchObject({ faults: [] });
    const gone = await api.admin.call('DELETE', '/customization/objects/lead/fields/tier__c');
    expect(gone.status).toBeLessThan(300);
    expect((await api.admin.call('GET', at)).body).toMatchObject({
      active: true,
      faults: [{ pointer: '/formula', code: 'formula_unknown_field' }],
    });
    await post('/leads', { name: 'Without a tier' });
    const renamed = await api.admin.call('PATCH', at, { body: { name: 'Rests' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Rests' } });
  });

  it('hold for custom objects and fields', async () => {
    await post('/customization/objects', {
      name: 'project__c',
      label: 'Project',
      pluralLabel: 'Projects',
    });
    await post('/customization/objects/project__c/fields', {
      name: 'budget__c',
      label: 'Budget',
      type: 'number',
    });
    await post('/customization/validation-rules', {
      object: 'project__c',
      name: 'Budget',
      formula: 'budget__c > 0',
      message: 'A project costs something.',
      field: 'budget__c',
    });
    const refused = await api.admin.call('POST', '/objects/project__c', {
      body: { name: 'Free', budget__c: '0' },
    });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/budget__c' }] } });
    await post('/objects/project__c', { name: 'Dear', budget__c: '10' });
  });

  test.each([
    ['1 +', 'formula_syntax'],
    ['nope > 1', 'formula_unknown_field'],
    ['name', 'formula_result_type'],
    ['('.repeat(2_000), 'formula_too_deep'],
    ['constructor("return process")()', 'formula_syntax'],
    ["'; drop table crm.lead; --", 'formula_unterminated_text'],
    ['${7*7}{{7*7}}', 'formula_bad_character'],
    ['x'.repeat(5_000), 'max_length'],
  ])('refuse what is no condition with its place (%#)', async (formula, code) => {
    const answer = await api.admin.call('POST', '/customization/validation-rules', {
      body: { object: 'lead', name: 'Bad', formula, message: 'M' },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    const { errors } = bodyOf<{ errors: { pointer: string; code: string }[] }>(answer);
    expect(errors.map(({ pointer, code: found }) => [pointer, found])).toContainEqual([
      '/formula',
      code,
    ]);
  });
});

describe('/workflows', () => {
  it('run from the outbox, and their log tells of it', async () => {
    const rule = await post('/workflows', {
      object: 'lead',
      name: 'Welcome',
      trigger: 'create',
      condition: 'CONTAINS(name, "Work")',
      actions: [
        { kind: 'set_field', field: 'title', formula: 'UPPER(name)' },
        { kind: 'create_task', subject: 'Call', dueInDays: 1 },
      ],
    });
    const lead = await post('/leads', { name: 'Work' });
    await dispatch();
    expect(await api.admin.call('GET', `/leads/${lead.id}`)).toMatchObject({
      body: { title: 'WORK', version: 2 },
    });
    const runs = await api.admin.call('GET', `/workflows/${rule.id}/runs`);
    expect(runs.body).toMatchObject({
      total: 1,
      data: [{ ruleName: 'Welcome', recordId: lead.id, outcome: 'done', depth: 0, error: null }],
    });
    const all = await api.admin.call('GET', '/workflows/runs?sort=-ranAt');
    expect(all.body).toMatchObject({ total: 1 });
    await api.admin.call('DELETE', `/workflows/${rule.id}`);
    expect((await api.admin.call('GET', '/workflows/runs')).body).toMatchObject({ total: 1 });
  });

  it('compare with what was before, and events tell it', async () => {
    const rule = await post('/workflows', {
      object: 'lead',
      name: 'Begun',
      trigger: 'update',
      condition: 'AND(ISCHANGED(status), PRIORVALUE(status) = "new")',
      actions: [{ kind: 'set_field', field: 'title', formula: 'PRIORVALUE(name) & " begins"' }],
    });
    const lead = await post('/leads', { name: 'Old' });
    await api.admin.call('PATCH', `/leads/${lead.id}`, {
      body: { name: 'Now', status: 'working' },
    });
    await dispatch();
    expect(await api.admin.call('GET', `/leads/${lead.id}`)).toMatchObject({
      body: { title: 'Old begins' },
    });
    const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: lead.id });
    const events = await api.admin.call(
      'GET',
      `/events?sort=occurredAt,id&filter=${encodeURIComponent(filter)}`,
    );
    const { data } = bodyOf<{ data: { before: object | null }[] }>(events);
    expect(data.map(({ before }) => before)).toEqual([
      null,
      expect.objectContaining({ name: 'Old', status: 'new' }),
      expect.objectContaining({ title: null }),
    ]);
    await api.admin.call('DELETE', `/workflows/${rule.id}`);
    const outside = { object: 'lead', expression: 'ISCHANGED(status)' };
    const checked = await api.admin.call('POST', '/customization/formulas/check', {
      body: outside,
    });
    expect(checked.body).toMatchObject({ valid: false, errors: [{ code: 'only_in_rules' }] });
  });

  it('send a message to one webhook, whatever it is subscribed to', async () => {
    const url = 'https://hooks.example.org/leads';
    const webhook = await post('/webhooks', { url, types: ['invoice.sent'] });
    const rule = await post('/workflows', {
      object: 'lead',
      name: 'Tell',
      trigger: 'change',
      field: 'title',
      actions: [{ kind: 'send_webhook', webhookId: webhook.id }],
    });
    const lead = await post('/leads', { name: 'Told' });
    await api.admin.call('PATCH', `/leads/${lead.id}`, { body: { title: 'Dr' } });
    await dispatch();
    const messages = await api.admin.call('GET', `/webhooks/${webhook.id}/messages`);
    expect(messages.body).toMatchObject({
      total: 1,
      data: [{ type: 'workflow.triggered', status: 'pending', eventId: null }],
    });
    const { data } = bodyOf<{ data: Made[] }>(messages);
    const one = await api.admin.call('GET', `/webhooks/${webhook.id}/messages/${data[0]?.id}`);
    expect(JSON.parse(bodyOf<{ body: string }>(one).body)).toMatchObject({
      type: 'workflow.triggered',
      object: 'lead',
      record_id: lead.id,
      data: { rule: { id: rule.id, name: 'Tell' }, record: { title: 'Dr' } },
    });
    await api.admin.call('DELETE', `/workflows/${rule.id}`);
  });

  it('refuse actions with members that are missing or strange, all at once', async () => {
    const answer = await api.admin.call('POST', '/workflows', {
      body: {
        object: 'lead',
        name: 'Bad',
        trigger: 'create',
        actions: [{ kind: 'set_field', subject: 'x' }, { kind: 'send_webhook' }],
      },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/actions/0/field', code: 'required' },
          { pointer: '/actions/0/formula', code: 'required' },
          { pointer: '/actions/0/subject', code: 'unexpected' },
          { pointer: '/actions/1/webhookId', code: 'required' },
        ],
      },
    });
  });

  it('are for those who may change workflows; everybody reads the other rules', async () => {
    const member = await memberWith(api, { matrix: { leads: ['view', 'create'] } });
    expect(refusal(await member.call('GET', '/workflows'))[0]).toBe(403);
    expect((await member.call('GET', '/customization/validation-rules')).status).toBe(200);
    const made = await member.call('POST', '/customization/duplicate-rules', {
      body: DUPLICATES,
    });
    expect(refusal(made)[0]).toBe(403);
  });
});
