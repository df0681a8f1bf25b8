import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { memberWith, refusal } from '../access/members.js';
import { defineField, done, made, type Json } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;

const formula = (name: string, text: string) => ({
  name,
  type: 'formula',
  settings: { formula: text },
});

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await defineField(api.admin, 'lead', formula('whose__c', '"of " & owner.name'));
  await defineField(api.admin, 'lead', formula('mail__c', 'ownerId.email'));
  await defineField(api.admin, 'lead', formula('maker__c', 'createdBy.name'));
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const check = (expression: string, sample?: object) =>
  done(api.admin, 'POST', '/customization/formulas/check', { object: 'lead', expression, sample });

const ADA = { whose__c: 'of Ada Admin', maker__c: 'Ada Admin' };

test('a formula names the user that a lookup leads to, for whoever sees the record', async () => {
  const { email } = api.credentials;
  const lead = await made(api.admin, '/leads', { name: 'Owned' });
  const ownerless = await made(api.admin, '/leads', { name: 'Left alone', ownerId: null });
  expect(lead).toMatchObject({ ...ADA, mail__c: email });
  expect(ownerless).toMatchObject({ whose__c: 'of ', mail__c: null, maker__c: 'Ada Admin' });
  const clerk = await memberWith(api, { matrix: { leads: ['view', 'export'] } });
  expect(refusal(await clerk.call('GET', '/users'))).toEqual([403, 'permission_denied']);
  const { data } = await done<{ data: Json[] }>(clerk, 'GET', '/leads?sort=name');
  expect(data).toMatchObject([{ whose__c: 'of ' }, { ...ADA, mail__c: email }]);
});

test('the address of a user is left out of copies by whoever may not change users', async () => {
  const clerk = await memberWith(api, { matrix: { leads: ['view', 'update', 'export'] } });
  const lines = async (by: typeof clerk) => {
    const headers = { accept: 'application/x-ndjson' };
    const { body } = await by.call('GET', '/leads?search=Owned', { headers });
    return typeof body === 'string' ? (JSON.parse(body.trim()) as Json) : (body as Json);
  };
  expect(await lines(clerk)).toMatchObject({ ...ADA, mail__c: '•••' });
  expect(await lines(api.admin)).toMatchObject({ ...ADA, mail__c: api.credentials.email });
});

test('nothing else of a user is reached, and nothing of theirs is kept', async () => {
  for (const text of ['owner.passwordHash', 'owner.active', 'owner.version']) {
    expect(await check(text)).toMatchObject({ valid: false, errors: [{ code: 'unknown_field' }] });
  }
  const kept = { ...formula('kept__c', 'owner.name'), label: 'Kept' };
  const body = { ...kept, settings: { ...kept.settings, stored: true } };
  const answer = await api.admin.call('POST', '/customization/objects/lead/fields', { body });
  expect(refusal(answer)).toEqual([422, 'validation_failed']);
});

test('a check evaluates it on a sample, and a rule on the record', async () => {
  expect(await check('owner.name & "!"', { owner: { name: 'Grace' } })).toMatchObject({
    valid: true,
    fields: ['owner.name'],
    value: 'Grace!',
  });
  await made(api.admin, '/customization/validation-rules', {
    object: 'lead',
    name: 'Ada alone',
    formula: 'owner.name <> "Ada Admin"',
    message: 'Not hers',
  });
  const body = { name: 'Refused' };
  const mine = await api.admin.call('POST', '/leads', { body });
  const nobodys = await api.admin.call('POST', '/leads', { body: { ...body, ownerId: null } });
  expect([mine.status, nobodys.status].sort()).toEqual([201, 422]);
});

test('a filter names the user that a lookup leads to, for whoever sees the record', async () => {
  const found = async (field: string, value: string, by = api.admin) => {
    const filter = encodeURIComponent(JSON.stringify({ field, op: 'eq', value }));
    const { status, body } = await by.call('GET', `/leads?sort=name&filter=${filter}`);
    const { data, errors } = body as { data?: Json[]; errors?: Json[] };
    return [status, ...(data ?? errors ?? []).map((each) => each.name ?? each.code)];
  };
  expect(await found('owner.name', 'Ada Admin')).toEqual([200, 'Owned']);
  const all = [200, 'Left alone', 'Owned', 'Refused'];
  expect(await found('createdBy.name', 'Ada Admin')).toEqual(all);
  expect(await found('owner.email', api.credentials.email)).toEqual([200, 'Owned']);
  expect(await found('owner.passwordHash', 'x')).toEqual([400, 'unknown_field']);
  const clerk = await memberWith(api, { matrix: { leads: ['view'] } });
  expect(await found('ownerId.name', 'Ada Admin', clerk)).toEqual([200, 'Owned']);
  const address = await found('owner.email', api.credentials.email, clerk);
  expect(address).toEqual([422, 'permission_denied']);
});

test('a check tells the address of nobody else to whoever may not view users', async () => {
  const clerk = await memberWith(api, { matrix: { leads: ['view', 'create'] } });
  const { data } = await done<{ data: Json[] }>(api.admin, 'GET', '/leads?search=Owned');
  const [lead = {}] = data;
  const asked = async (sample: object, by = clerk) => {
    const body = { object: 'lead', expression: 'owner.name & "/" & owner.email', sample };
    return (await done<Json>(by, 'POST', '/customization/formulas/check', body)).value;
  };
  const ada = { name: 'Ada Admin', email: api.credentials.email };
  expect(await asked({ id: lead.id }, api.admin)).toBe(`${ada.name}/${ada.email}`);
  expect(await asked({ id: lead.id })).toBe(`${ada.name}/`);
  expect(await asked({ ownerId: api.admin.userId })).toBe(`${ada.name}/`);
  expect(await asked({ ownerId: clerk.userId })).toMatch(/^Mia Member\/.+@/);
});

describe('whoever may not view users', () => {
  const FIELDS = '/customization/objects/lead/fields';
  const told = ({ status, body }: Awaited<ReturnType<StaffClient['call']>>) => {
    const { code, errors = [] } = body as { code?: string; errors?: Json[] };
    return [status, code, ...errors.map((each) => `${each.pointer} ${each.code}`)];
  };

  test('defines no formula that names addresses, and changes none to', async () => {
    const author = await memberWith(api, {
      matrix: { leads: ['view'] },
      grants: ['customization'],
    });
    const sent = { ...formula('told__c', 'IF(active__c, "", owner.email)'), label: 'Told' };
    const refused = [422, 'validation_failed', '/settings/formula permission_denied'];
    for (const text of ['owner.email', 'LEN(createdBy.email)', '"to " & ownerId.email']) {
      const body = { ...sent, settings: { formula: text } };
      expect(told(await author.call('POST', FIELDS, { body }))).toEqual(refused);
    }
    const named = await made(author, FIELDS, { ...sent, settings: { formula: 'owner.name' } });
    const route = `${FIELDS}/told__c`;
    const headers = { 'if-match': `"${named.version}"` };
    const settings = { formula: 'owner.name & owner.email' };
    const changed = await author.call('PATCH', route, { headers, body: { settings } });
    expect(told(changed)).toEqual(refused);
    const label = await author.call('PATCH', `${FIELDS}/mail__c`, { body: { label: 'Address' } });
    expect(label.status).toBe(200);
    const { parts, ...head } = await done<{ parts: { fields: Json[] } }>(
      api.admin,
      'GET',
      '/customization/export',
    );
    const kept = parts.fields.find((field) => field.name === 'told__c');
    const fields = [{ ...kept, settings }];
    const body = { ...head, parts: { fields } };
    const brought = await author.call('POST', '/customization/import', { body });
    expect(told(brought)).toEqual([
      409,
      'setup_conflict',
      '/parts/fields/0/settings/formula permission_denied',
    ]);
  });

  test('defines no rule that asks about them, or about records that one may not view', async () => {
    const author = await memberWith(api, {
      matrix: { contacts: ['view', 'update'], workflows: ['view', 'create'] },
      grants: ['customization'],
    });
    const rule = { object: 'contact', name: 'Asks', message: 'No' };
    const flow = { object: 'contact', name: 'Flows', trigger: 'create' };
    const denied = [403, 'right_beyond_own'];
    const asked = async (path: string, body: object) =>
      told(await author.call('POST', path, { body })).slice(0, 2);
    for (const formula of ['owner.email = "a"', 'createdBy.email <> ""', 'account.name = "Acme"']) {
      expect(await asked('/customization/validation-rules', { ...rule, formula })).toEqual(denied);
      const action = { kind: 'set_field', field: 'title', formula: `IF(${formula}, "y", "n")` };
      expect(await asked('/workflows', { ...flow, actions: [action] })).toEqual(denied);
      const actions = [{ ...action, formula: '"x"' }];
      expect(await asked('/workflows', { ...flow, condition: formula, actions })).toEqual(denied);
    }
    const mine = { ...rule, formula: 'owner.name = "nobody at all"' };
    expect((await asked('/customization/validation-rules', mine))[0]).toBe(201);
  });

  test('carries nothing out by rules that name or send what administrators compute', async () => {
    const CONTACT = 'contact';
    await defineField(api.admin, CONTACT, formula('anchor__c', 'account.email'));
    await defineField(api.admin, CONTACT, formula('chained__c', 'UPPER(anchor__c)'));
    await defineField(api.admin, CONTACT, formula('plain__c', 'UPPER(lastName)'));
    const author = await memberWith(api, {
      matrix: { contacts: ['view', 'update'], workflows: ['view', 'create'] },
      grants: ['customization'],
    });
    const flow = { object: CONTACT, name: 'Carries', trigger: 'create' };
    const set = (formula: string) => ({ kind: 'set_field', field: 'title', formula });
    const made = async (path: string, body: object) =>
      told(await author.call('POST', path, { body })).slice(0, 2);
    const denied = [403, 'right_beyond_own'];
    for (const name of ['anchor__c', 'chained__c']) {
      expect(await made('/workflows', { ...flow, actions: [set(name)] })).toEqual(denied);
      const condition = `BEGINS(${name}, "a")`;
      expect(await made('/workflows', { ...flow, condition, actions: [set('"x"')] })).toEqual(
        denied,
      );
      const rule = { object: CONTACT, name: 'Asks', message: 'No', formula: condition };
      expect(await made('/customization/validation-rules', rule)).toEqual(denied);
    }
    const mail = { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email', message: 'x' };
    expect(await made('/workflows', { ...flow, actions: [mail] })).toEqual(denied);
    expect((await made('/workflows', { ...flow, actions: [set('plain__c')] }))[0]).toBe(201);
  });

  test('computes nothing of records that one may not all view', async () => {
    const own = await memberWith(api, {
      matrix: { contacts: ['view'], accounts: ['view'] },
      scopes: { accounts: 'own' },
      grants: ['customization'],
    });
    const none = await memberWith(api, {
      matrix: { accounts: ['view'] },
      grants: ['customization'],
    });
    const sum = { child: 'invoice', childField: 'accountId', function: 'sum', of: 'total' };
    const total = { name: 'total__c', label: 'Total', type: 'rollup', settings: sum };
    const path = '/customization/objects/account/fields';
    const refused = '/settings/child permission_denied';
    expect(told(await none.call('POST', path, { body: total }))).toContain(refused);
    const body = { ...formula('theirs__c', 'account.email'), label: 'Theirs' };
    const contacts = '/customization/objects/contact/fields';
    const beyond = '/settings/formula permission_denied';
    expect(told(await own.call('POST', contacts, { body }))).toContain(beyond);
    expect((await api.admin.call('POST', path, { body: total })).status).toBe(201);
  });
});

test('nobody takes the owners off an object that they see in part', async () => {
  const object = { name: 'secret__c', label: 'Secret', pluralLabel: 'Secrets', owned: true };
  await made(api.admin, '/customization/objects', object);
  const by = (scope: 'own' | 'all') =>
    memberWith(api, {
      matrix: { 'objects/secret__c': ['view'] },
      scopes: { 'objects/secret__c': scope },
      grants: ['customization'],
    });
  const open = { body: { owned: false } };
  const path = '/customization/objects/secret__c';
  expect(refusal(await (await by('own')).call('PATCH', path, open))).toEqual([
    403,
    'right_beyond_own',
  ]);
  expect((await (await by('all')).call('PATCH', path, open)).status).toBe(200);
});

test('a stored roll-up follows an order or a quote that goes over to another', async () => {
  const admin = await api.newAdmin(await t.newCompany());
  const { id: accountId } = await made(admin, '/accounts', { name: 'Rolled up' });
  const contact = (lastName: string) => made(admin, '/contacts', { lastName, accountId });
  const contacts = [await contact('Abel'), await contact('Bell')] as const;
  for (const child of ['sales-order', 'quote']) {
    const settings = { child, childField: 'contactId', function: 'count', stored: true };
    const name = child === 'quote' ? 'quotes__c' : 'orders__c';
    await defineField(admin, 'contact', { name, type: 'rollup', settings });
  }
  const worker = api.app.get(BuildFieldIndexes, { strict: false });
  for (const name of ['orders__c', 'quotes__c']) {
    const field = () => done<Json>(admin, 'GET', `/customization/objects/contact/fields/${name}`);
    while ((await field()).index !== 'ready') await worker.buildOnce(t.clock);
  }
  // As a list has them: a record that is read is reckoned anew.
  const counts = async () => {
    const { data } = await done<{ data: Json[] }>(admin, 'GET', '/contacts?sort=lastName');
    return data.map((each) => [each.orders__c, each.quotes__c].join());
  };
  const line = { description: 'Work', unitPrice: '1.00', taxRate: '0' };
  const whose = { accountId, contactId: contacts[0].id, currency: 'EUR' };
  const order = await made(admin, '/sales-orders', {
    ...whose,
    lines: [{ ...line, ordered: '1' }],
  });
  const quote = await made(admin, '/quotes', { ...whose, lines: [{ ...line, quantity: '1' }] });
  expect(await counts()).toEqual(['1,1', '0,0']);
  const other = { contactId: contacts[1].id };
  await done(admin, 'PATCH', `/sales-orders/${order.id}`, other);
  await done(admin, 'PATCH', `/quotes/${quote.id}`, other);
  expect(await counts()).toEqual(['0,0', '1,1']);
});
