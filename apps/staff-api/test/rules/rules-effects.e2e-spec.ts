import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith } from '../access/members.js';
import {
  defineField,
  defineObject,
  done,
  made,
  type Json,
  type Made,
} from '../objects/objects-support.js';
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

const get = <T = Json>(path: string) => done<T>(api.admin, 'GET', path);
const filtered = (condition: object) => encodeURIComponent(JSON.stringify(condition));

const dispatch = () => heardByRules(api, t);

test('rules that set one another off are stopped, and the log over HTTP says so', async () => {
  const task = { kind: 'create_task', subject: 'On and on' };
  const rule = { name: 'On', trigger: 'create', actions: [task] };
  await made(api.admin, '/workflows', { ...rule, object: 'campaign' });
  const { id } = await made(api.admin, '/workflows', { ...rule, object: 'task' });
  await made(api.admin, '/campaigns', { name: 'Spring' });
  await dispatch();
  const tooDeep = filtered({ field: 'outcome', op: 'eq', value: 'too_deep' });
  expect(await get(`/workflows/${id}/runs?filter=${tooDeep}`)).toMatchObject({
    total: 1,
    data: [{ depth: 5, error: 'too_deep', message: expect.stringContaining('5 times in a row') }],
  });
  await done(api.admin, 'PATCH', `/workflows/${id}`, { active: false });
});

test('what a rule was refused for names no record to who may not view its kind', async () => {
  const { id } = await made(api.admin, '/workflows', {
    object: 'campaign',
    name: 'Twins',
    trigger: 'create',
    actions: [
      { kind: 'create_record', object: 'account', values: [{ field: 'name', formula: 'name' }] },
    ],
  });
  const unique = await made(api.admin, '/customization/duplicate-rules', {
    object: 'account',
    name: 'One of each',
    fields: [{ field: 'name', match: 'exact' }],
    action: 'block',
  });
  await made(api.admin, '/accounts', { name: 'Known only to some' });
  await made(api.admin, '/campaigns', { name: 'Known only to some' });
  await dispatch();
  const runsFor = async (matrix: Json) => {
    const by = await memberWith(api, { matrix } as Parameters<typeof memberWith>[1]);
    return (await done<{ data: readonly Json[] }>(by, 'GET', `/workflows/${id}/runs`)).data;
  };
  const [hidden] = await runsFor({ workflows: ['view'], campaigns: ['view'] });
  expect(hidden).toMatchObject({ outcome: 'failed', error: 'duplicate_record', message: null });
  const both = { workflows: ['view'], campaigns: ['view'], accounts: ['view'] };
  const [shown] = await runsFor(both);
  expect(shown).toMatchObject({ message: expect.stringContaining('Known only to some') });
  await done(api.admin, 'PATCH', `/workflows/${id}`, { active: false });
  await done(api.admin, 'DELETE', `/customization/duplicate-rules/${unique.id}`);
});

test('a template of the company’s own goes once no rule sends it', async () => {
  const code = 'OWN_HELLO';
  const html = '<p>{% if fields.title %}Dear {{ fields.title }}{% else %}Hello{% endif %}</p>';
  const texts = { subject: 'Hello', html, text: 'Hello' };
  const post = (body: object) => api.admin.call('POST', '/email-templates', { body });
  expect(await post({ ...texts, code, html: '<p>{% if fields.title %}Dear</p>' })).toMatchObject({
    status: 422,
    body: { code: 'email_template_invalid', errors: [{ pointer: '/html', code: 'liquid' }] },
  });
  expect(await post({ ...texts, code })).toMatchObject({ status: 201 });
  const send = { kind: 'send_email', template: code, to: 'email' };
  const rule = { object: 'lead', name: 'Greet', active: false, trigger: 'create' };
  const { id } = await made(api.admin, '/workflows', { ...rule, actions: [send] });
  const remove = (path: string) => api.admin.call('DELETE', `/email-templates/${path}`);
  expect(await remove(code)).toMatchObject({
    status: 409,
    body: { code: 'email_template_in_use', detail: expect.stringContaining('“Greet” of lead') },
  });
  expect(await remove('INVOICE_SENT')).toMatchObject({ status: 404 });
  await api.admin.call('DELETE', `/workflows/${id}`);
  expect(await remove(code)).toMatchObject({ status: 204 });
  expect(await remove(code)).toMatchObject({ status: 404 });
});

test('a rule that runs late takes up what a person has written, or rules before it', async () => {
  const set = (field: string, formula: string) => ({ kind: 'set_field', field, formula });
  const rule = (name: string, actions: object[], condition?: string) =>
    made(api.admin, '/workflows', {
      object: 'contact',
      name,
      trigger: 'create',
      actions,
      ...(condition && { condition }),
    });
  const rules = [
    await rule('R1', [set('title', 'BLANKVALUE(title, "none") & "!"')]),
    await rule('R2', [set('phone', '"+4930123411"')], 'title = "UserTyped!"'),
    await rule('R3', [set('title', 'title & "3"')]),
    await rule('R4', [set('email', '"rule@example.com"')]),
  ];
  const { id } = await made(api.admin, '/contacts', { lastName: 'Late' });
  const path = `/contacts/${id}`;
  const patch = (body: object, version: number) =>
    api.admin.call('PATCH', path, { body, headers: { 'if-match': `"${version}"` } });
  const typed = { title: 'UserTyped', email: 'typed@example.com' };
  expect(await patch(typed, 1)).toMatchObject({ status: 200 });
  await dispatch();
  const after = await get<{ version: number }>(path);
  const kept = { title: 'UserTyped!3', phone: '+4930123411', email: 'typed@example.com' };
  expect(after).toMatchObject(kept);
  expect(await get(`/workflows/${rules[3]?.id}/runs`)).toMatchObject({
    data: [{ outcome: 'done', message: 'Kept as somebody has written it since: email.' }],
  });
  expect(await patch({ title: 'Stale' }, 2)).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  });
  expect(await patch({ title: 'Fresh' }, after.version)).toMatchObject({ status: 200 });
  await dispatch();
  expect(await get(path)).toMatchObject({ ...kept, title: 'Fresh' });
});

test.each([
  ['invoice', { kind: 'set_field', field: 'total', formula: '1' }, '/actions/0/field', 'read_only'],
  [
    'lead',
    { kind: 'send_email', template: 'NONE', to: 'email' },
    '/actions/0/template',
    'reference_not_found',
  ],
  [
    'lead',
    { kind: 'send_email', template: 'USER_INVITED', to: 'email' },
    '/actions/0/template',
    'template_secret',
  ],
])('a rule on %s is refused with %j', async (object, action, pointer, code) => {
  const body = { object, name: 'Bad', trigger: 'create', actions: [action] };
  expect(await api.admin.call('POST', '/workflows', { body })).toMatchObject({
    status: 422,
    body: {
      code: code === 'reference_not_found' ? code : 'validation_failed',
      errors: [{ pointer, code }],
    },
  });
});

test('what was done, planned and attached with a lead is shown with all it became', async () => {
  const lead = await made(api.admin, '/leads', { name: 'Ada Moreau', companyName: 'Acme' });
  const about = { relatedObject: 'lead', relatedId: lead.id };
  await made(api.admin, '/activities', { ...about, subject: 'First call', kind: 'call' });
  await made(api.admin, '/tasks', { ...about, subject: 'Send an offer' });
  const file = await api.admin.call('POST', `/leads/${lead.id}/documents?fileName=offer.txt`, {
    body: 'An offer',
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { id: documentId } = file.body as Made;
  const became = await done<Record<string, string>>(
    api.admin,
    'POST',
    `/leads/${lead.id}/convert`,
    { deal: { amount: '10' } },
  );
  const places = [
    `/leads/${lead.id}`,
    `/accounts/${became.accountId}`,
    `/contacts/${became.contactId}`,
    `/deals/${became.dealId}`,
  ];
  for (const place of places) {
    const { data } = await get<{ data: { kind: string; title: string }[] }>(`${place}/timeline`);
    const shown = data.filter(({ kind }) => kind !== 'audit').map(({ title }) => title);
    expect([place, shown.sort()]).toEqual([place, ['First call', 'Send an offer']]);
    const at = `${place}/documents`;
    expect(await get(at)).toMatchObject({ total: 1, data: [{ id: documentId, object: 'lead' }] });
    expect((await api.admin.call('GET', `${at}/${documentId}/file`)).status).toBe(200);
  }
  const other = await made(api.admin, '/accounts', { name: 'Other' });
  const elsewhere = await api.admin.call('GET', `/accounts/${other.id}/documents/${documentId}`);
  expect(elsewhere.status).toBe(404);
});

test('what belonged to a lead is shown with what it became to who may see the lead', async () => {
  const matrix = {
    leads: ['view'],
    accounts: ['view'],
    activities: ['view'],
    documents: ['view'],
  } as const;
  const everywhere = await memberWith(api, { matrix });
  const { leads: _, ...noLeads } = matrix;
  const without = await memberWith(api, { matrix: noLeads });
  const own = await memberWith(api, { matrix, scopes: { leads: 'own' } });

  const shownOf = async (ownerId: string) => {
    const lead = await made(api.admin, '/leads', { name: 'Ida', email: 'ida@x.example', ownerId });
    await made(api.admin, '/activities', {
      subject: 'Call',
      kind: 'call',
      relatedObject: 'lead',
      relatedId: lead.id,
    });
    const file = await api.admin.call('POST', `/leads/${lead.id}/documents?fileName=a.txt`, {
      body: 'Hello',
      headers: { 'content-type': 'application/octet-stream' },
    });
    const options = { ignoreDuplicates: true };
    const path = `/leads/${lead.id}/convert`;
    const { accountId } = await done<Record<string, string>>(api.admin, 'POST', path, options);
    return { account: `/accounts/${accountId}`, documentId: (file.body as Made).id };
  };
  const seenBy = async (
    as: StaffClient,
    { account, documentId }: { account: string; documentId: string },
  ) => {
    const timeline = await done<{ data: { kind: string }[] }>(as, 'GET', `${account}/timeline`);
    const documents = await done<{ total: number }>(as, 'GET', `${account}/documents`);
    const file = await as.call('GET', `${account}/documents/${documentId}/file`);
    const calls = timeline.data.filter(({ kind }) => kind === 'activity').length;
    return [calls, documents.total, file.status];
  };
  const theirs = await shownOf(own.userId);
  const others = await shownOf(api.admin.userId);
  expect(await seenBy(everywhere, others)).toEqual([1, 1, 200]);
  expect(await seenBy(own, theirs)).toEqual([1, 1, 200]);
  expect(await seenBy(own, others)).toEqual([0, 0, 404]);
  expect(await seenBy(without, others)).toEqual([0, 0, 404]);
});

test('what rules and subscribers hear depends on no actor; what is shown does', async () => {
  await defineObject(api.admin, 'crew__c');
  await defineField(api.admin, 'crew__c', {
    name: 'lead__c',
    type: 'lookup',
    settings: { target: 'lead' },
  });
  await defineField(api.admin, 'lead', {
    name: 'hands__c',
    type: 'rollup',
    settings: { child: 'crew__c', childField: 'lead__c', function: 'count' },
  });
  const lead = await made(api.admin, '/leads', { name: 'Ship' });
  await made(api.admin, '/objects/crew__c', { name: 'Bob', lead__c: lead.id });
  await made(api.admin, '/customization/validation-rules', {
    object: 'lead',
    name: 'Manned',
    formula: 'OR(NOT(name = "Manned"), hands__c = 1)',
    message: 'Nobody is on board.',
  });
  const member = await memberWith(api, { matrix: { leads: ['view', 'update'] } });
  const answer = await member.call('PATCH', `/leads/${lead.id}`, { body: { name: 'Manned' } });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Manned', hands__c: null } });
  const [event] = await t.db.read(api.company, (tx) =>
    tx.rows<{ data: Json }>(
      `select data from outbox.event where record_id = $1 order by seq desc limit 1`,
      [lead.id],
    ),
  );
  expect(event?.data).toMatchObject({ name: 'Manned', hands__c: '1' });
});

describe('records of an own object that point at one another in a circle', () => {
  const path = '/objects/node__c';
  const CSV = { 'content-type': 'text/csv' };
  const load = (file: string, query = '') =>
    done(api.admin, 'POST', `${path}/import${query}`, file, CSV);
  let ids: readonly string[];

  beforeAll(async () => {
    const settings = { target: 'node__c', onDelete: 'clear' };
    await defineObject(api.admin, 'node__c', [{ name: 'note__c', type: 'text' }]);
    await defineField(api.admin, 'node__c', { name: 'next__c', type: 'lookup', settings });
    const formula = { formula: 'next__c.name & "<" & name', resultType: 'text' };
    await defineField(api.admin, 'node__c', { name: 'of__c', type: 'formula', settings: formula });
    const { id: b } = await made(api.admin, path, { name: 'B' });
    const { id: a } = await made(api.admin, path, { name: 'A', next__c: b });
    await done(api.admin, 'PATCH', `${path}/${b}`, { next__c: a });
    ids = [a, b];
  });

  test('are shown, filtered and taken out of and into files by one step of it', async () => {
    expect(await get(`${path}/${ids[0]}`)).toMatchObject({ next__c: ids[1], of__c: 'B<A' });
    const found = filtered({ field: 'next__c.name', op: 'eq', value: 'A' });
    expect(await get(`${path}?filter=${found}`)).toMatchObject({ total: 1, data: [{ name: 'B' }] });
    const file = String(
      (await api.admin.call('GET', `${path}/export?format=csv&fields=id,name,next__c&sort=name`))
        .body,
    );
    expect(file).toContain(`${ids[0]},A,${ids[1]}`);
    expect(await load(file)).toMatchObject({
      results: [1, 2].map(() => ({ status: 'unchanged' })),
    });
    const alone = `id,name,next__c\n${ids[0]},A,${ids[0]}\n`;
    expect(await load(alone)).toMatchObject({ results: [{ status: 'updated' }] });
    expect(await get(`${path}/${ids[0]}`)).toMatchObject({ of__c: 'A<A' });
    await done(api.admin, 'PATCH', `${path}/${ids[0]}`, { next__c: ids[1] });
  });

  test('have no formula that would go round it for ever', async () => {
    const depth = { formula: 'next__c.round__c + 1', resultType: 'number' };
    const field = { name: 'round__c', label: 'Round', type: 'formula', settings: depth };
    const answer = await api.admin.call('POST', '/customization/objects/node__c/fields', {
      body: field,
    });
    expect(answer.status).toBe(422);
    const through = { formula: 'next__c.of__c', resultType: 'text' };
    const more = { ...field, settings: through };
    const other = await api.admin.call('POST', '/customization/objects/node__c/fields', {
      body: more,
    });
    expect(other.status).toBe(422);
  });

  test('are changed by a rule that follows it a few times, and deleted one by one', async () => {
    const action = { kind: 'set_related', relation: 'next__c', field: 'note__c' };
    const { id } = await made(api.admin, '/workflows', {
      object: 'node__c',
      name: 'Round and round',
      trigger: 'update',
      actions: [{ ...action, formula: 'BLANKVALUE(note__c, "") & "x"' }],
    });
    await done(api.admin, 'PATCH', `${path}/${ids[0]}`, { note__c: 'x' });
    await dispatch();
    const { data } = await get<{ data: readonly Json[] }>(`/workflows/${id}/runs?sort=-depth`);
    expect(data[0]).toMatchObject({ depth: 5, outcome: 'too_deep' });
    // What was handed over again after a pause of the dispatcher is told of twice.
    expect(data.length).toBeLessThanOrEqual(20);
    expect((await api.admin.call('DELETE', `${path}/${ids[0]}`)).status).toBe(204);
    expect(await get(path)).toMatchObject({ total: 1, data: [{ name: 'B', next__c: null }] });
  });
});
