import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineField, done, made, type Json, type Made } from '../objects/objects-support.js';
import { pointersIn, withinLists, type Contract } from './listed-members.js';

const ALL = ['view', 'create', 'update', 'clone', 'export'];
const MATRIX = { leads: ALL, accounts: ALL, contacts: ALL, deals: ALL, opportunities: ALL };
const FIELDS = '/customization/objects/lead/fields';

let t: TestDatabase;
let api: TestStaffApi;
/** Customizes, and is not shown what is secret of leads. */
let author: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await defineField(api.admin, 'lead', { name: 'secret__c', type: 'text' });
  await defineField(api.admin, 'lead', { name: 'note__c', type: 'text' });
  await defineField(api.admin, 'lead', formula('loud__c', 'note__c & "!"'));
  await defineField(api.admin, 'lead', {
    name: 'asked__c',
    type: 'text',
    requiredWhen: 'secret__c = "admin"',
  });
  author = await memberWith(api, {
    matrix: MATRIX,
    grants: ['customization'],
    fields: { leads: { secret__c: 'hidden' } },
  });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const formula = (name: string, text: string) => ({
  name,
  type: 'formula',
  label: name,
  settings: { formula: text },
});

const BEYOND = [403, 'right_beyond_own'];

test('an answer told again under its key is left without what is hidden since', async () => {
  const role = { name: newId(), matrix: { leads: ['view', 'create'] } };
  const { id: roleId, version } = await made(api.admin, '/roles', role);
  const user = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [roleId] };
  const { id } = await made(api.admin, '/users', user);
  const clerk = api.client(api.company.companyId, id as never);
  const ask = {
    body: { name: 'Kept', email: 'kept@example.com' },
    headers: { 'idempotency-key': newId() },
  };
  const first = await clerk.call('POST', '/leads', ask);
  expect(bodyOf(first)).toMatchObject({ email: 'kept@example.com' });
  const fields = { leads: { email: 'hidden' } };
  const headers = { 'if-match': `"${version}"` };
  await done(api.admin, 'PATCH', `/roles/${roleId}`, { fields }, headers);
  const again = await clerk.call('POST', '/leads', ask);
  expect(again.status).toBe(201);
  const headed = ['idempotency-replayed', 'fields-hidden'].map((name) => again.headers.get(name));
  expect(headed).toEqual(['true', 'true']);
  expect(bodyOf(again)).toMatchObject({ id: bodyOf<Made>(first).id, name: 'Kept' });
  expect(JSON.stringify(again.body)).not.toContain('kept@');
});

test.each<[string, Json]>([
  ['a condition', { type: 'text', requiredWhen: 'secret__c = "X"' }],
  ['a formula', { type: 'formula', settings: { formula: 'secret__c & "!"' } }],
])('nobody makes %s of what is hidden from them', async (_, field) => {
  const body = { name: 'new__c', label: 'New', ...field };
  expect(refusal(await author.call('POST', FIELDS, { body }))).toEqual(BEYOND);
});

test.each<[string, string, Json]>([
  ['a condition', 'note__c', { requiredWhen: 'secret__c = "X"' }],
  ['another condition', 'asked__c', { requiredWhen: 'secret__c = "X"' }],
  ['a formula', 'loud__c', { settings: { formula: 'secret__c & "!"' } }],
  ['what a portal shows', 'secret__c', { portals: { customer: 'read' } }],
  ['what has to be unique', 'secret__c', { unique: true }],
])('nobody changes %s of what is hidden from them', async (_, name, body) => {
  const path = `${FIELDS}/${name}`;
  expect(refusal(await author.call('PATCH', path, { body }))).toEqual(BEYOND);
  expect(refusal(await author.call('PATCH', `${path}?dryRun=true`, { body }))).toEqual(BEYOND);
});

test('nobody takes away what is hidden from them, or asks what that would reach', async () => {
  const path = `${FIELDS}/secret__c`;
  expect(refusal(await author.call('DELETE', path))).toEqual(BEYOND);
  expect(refusal(await author.call('DELETE', `${path}?dryRun=true`))).toEqual(BEYOND);
});

test('what an administrator has made of it may be called otherwise', async () => {
  const body = { label: 'Asked for' };
  const changed = await done(author, 'PATCH', `${FIELDS}/asked__c`, body);
  expect(changed).toMatchObject({ ...body, requiredWhen: 'secret__c = "admin"' });
});

test('nobody brings in a condition that reads what is hidden from them', async () => {
  const { parts, ...head } = await done<{ parts: { fields: Json[] } }>(
    api.admin,
    'GET',
    '/customization/export',
  );
  const note = parts.fields.find(({ name }) => name === 'note__c');
  const fields = [{ ...note, requiredWhen: 'secret__c = "Z"' }];
  const brought = await author.call('POST', '/customization/import', {
    body: { ...head, parts: { fields } },
  });
  expect(brought.body).toMatchObject({
    code: 'setup_conflict',
    errors: [{ pointer: '/parts/fields/0', code: 'right_beyond_own' }],
  });
});

test('nobody reverts to a condition that reads what is hidden from them', async () => {
  const path = `${FIELDS}/note__c`;
  await done(api.admin, 'PATCH', path, { requiredWhen: 'secret__c = "Y"' });
  await done(api.admin, 'PATCH', path, { requiredWhen: null });
  const { data } = await done<{ data: Made[] }>(api.admin, 'GET', '/customization/revisions');
  const revert = `/customization/revisions/${String(data[0]?.id)}/revert`;
  expect(refusal(await author.call('POST', revert))).toEqual(BEYOND);
});

test('a formula over a hidden field of another object is hidden under every name', async () => {
  await defineField(api.admin, 'deal', formula('acc__c', 'account.name & "!"'));
  const reader = await memberWith(api, {
    matrix: MATRIX,
    fields: { accounts: { name: 'hidden' } },
  });
  const account = await made(api.admin, '/accounts', { name: 'Telling Ltd' });
  const deal = { name: 'Big', accountId: account.id, amount: '5', currency: 'EUR' };
  const { id } = await made(api.admin, '/deals', deal);
  expect(await done(api.admin, 'GET', `/opportunities/${id}`)).toMatchObject({
    acc__c: 'Telling Ltd!',
  });
  for (const path of ['/deals', '/opportunities']) {
    const csv = { headers: { accept: 'text/csv' } };
    const answers = [
      await reader.call('GET', path),
      await reader.call('GET', `${path}/${id}`),
      await reader.call('GET', path, csv),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/Telling|acc__c/);
    expect(refusal(await reader.call('GET', `${path}?fields=id,acc__c`))[0]).toBe(400);
  }
});

test('a copy carries what is hidden from whoever makes it, and its answer does not', async () => {
  const clerk = await memberWith(api, {
    matrix: MATRIX,
    fields: {
      leads: { email: 'hidden', phone: 'read_only' },
      contacts: { email: 'hidden' },
    },
  });
  const told = { email: 'carried@example.com', phone: '+4930123456' };
  const lead = await made(api.admin, '/leads', { name: 'Ada Carried', ...told });
  const copy = await made(clerk, `/leads/${lead.id}/clone`, { name: 'Copy' });
  expect(copy).not.toHaveProperty('email');
  expect(await done(api.admin, 'GET', `/leads/${copy.id}`)).toMatchObject(told);
  const body = { email: 'x@example.com' };
  const sent = await clerk.call('POST', `/leads/${lead.id}/clone`, { body });
  expect(sent.body).toMatchObject({ errors: [{ pointer: '/email', code: 'unknown_field' }] });
  const said = await clerk.call('POST', `/leads/${lead.id}/convert`, { body: { contact: body } });
  const pointer = '/contact/email';
  expect(said.body).toMatchObject({ errors: [{ pointer, code: 'unknown_field' }] });
  const became = await done(clerk, 'POST', `/leads/${lead.id}/convert`, {});
  const path = `/contacts/${String(became.contactId)}`;
  expect(await done(api.admin, 'GET', path)).toMatchObject(told);
});

test('who manages roles gives their own rights, with what is made of hidden fields', async () => {
  const rights = {
    matrix: MATRIX,
    fields: { leads: { note__c: 'hidden' }, accounts: { name: 'hidden' } },
  };
  const manager = await memberWith(api, {
    ...rights,
    matrix: { ...MATRIX, roles: ['view', 'create'] },
    grants: ['roles'],
  });
  const give = async (fields: Json) =>
    refusal(
      await manager.call('POST', '/roles', { body: { name: newId(), matrix: MATRIX, fields } }),
    );
  expect(await give(rights.fields)).toEqual([201, undefined]);
  expect(await give({ ...rights.fields, accounts: {} })).toEqual(BEYOND);
  expect(await give({ ...rights.fields, leads: { loud__c: 'hidden' } })).toEqual(BEYOND);
});

test('the description of an object leaves out what is hidden, but for who customizes', async () => {
  const matrix = { leads: ['view'] };
  const reader = await memberWith(api, { matrix, fields: { leads: { note__c: 'hidden' } } });
  const names = async (by: StaffClient) =>
    (await done<{ name: string }[]>(by, 'GET', FIELDS)).map(({ name }) => name);
  const shown = await names(reader);
  expect(shown).toContain('secret__c');
  expect(shown.filter((name) => ['note__c', 'loud__c'].includes(name))).toEqual([]);
  for (const name of ['note__c', 'loud__c']) {
    expect(refusal(await reader.call('GET', `${FIELDS}/${name}`))).toEqual([404, 'not_found']);
  }
  expect(await names(author)).toContain('secret__c');
});

test('the name of an account is hidden where a document says whom it is made out to', async () => {
  const documents = ['quotes', 'sales-orders', 'invoices'];
  const reader = await memberWith(api, {
    matrix: Object.fromEntries(documents.map((name) => [name, ALL])),
    fields: { accounts: { name: 'hidden' } },
  });
  const { id: accountId } = await made(api.admin, '/accounts', { name: 'Whispered Ltd' });
  const line = { description: 'Work', unitPrice: '10', taxRate: '0' };
  for (const path of documents) {
    const lines = [{ ...line, [path === 'sales-orders' ? 'ordered' : 'quantity']: '1' }];
    const { id } = await made(api.admin, `/${path}`, { accountId, currency: 'EUR', lines });
    const read = [
      `/${path}`,
      `/${path}/${id}`,
      `/${path}/${id}/layout`,
      `/${path}/export?format=jsonl`,
      `/${path}/export?format=csv`,
    ];
    const answers = await Promise.all(read.map((each) => reader.call('GET', each)));
    expect(answers.map(({ status }) => status)).toEqual(read.map(() => 200));
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('Whispered');
    const whole = await api.admin.call('GET', `/${path}/export?format=jsonl`);
    expect(String(whole.body)).toContain('Whispered');
  }
});

describe('what may not be written', () => {
  const MANY = [...ALL, 'import', 'delete'];
  const load = (by: StaffClient, path: string, body: string, query = '') =>
    by.call('POST', `${path}/import${query}`, { body, headers: { 'content-type': 'text/csv' } });
  const faults = ({ body }: { body: unknown }) =>
    ((body as Json).results as { problem?: { errors: Json[] } }[]).map(({ problem }) =>
      problem?.errors.map(({ pointer, code }) => `${pointer} ${code}`),
    );

  test.each([
    ['read_only', 'read_only'],
    ['hidden', 'unknown_field'],
  ])('is written by no file where it is %s, and no dry run tells it', async (how, code) => {
    const fields = {
      'ledger-accounts': { creditLimit: how, bank: how },
      pricebooks: { unitPrice: how },
      'portal-users': { role: how },
    };
    const matrix = {
      ...MATRIX,
      ...Object.fromEntries(Object.keys(fields).map((of) => [of, MANY])),
    };
    const clerk = await memberWith(api, { matrix: { ...matrix, products: MANY }, fields });
    const { id: accountId } = await made(api.admin, '/accounts', { name: newId() });
    const filter = JSON.stringify({ field: 'accountId', op: 'eq', value: accountId });
    const at = `/ledger-accounts?filter=${encodeURIComponent(filter)}`;
    const limit = async () => (await done<{ data: Json[] }>(api.admin, 'GET', at)).data[0];
    const id = (await limit())?.id;
    const file = `id,creditLimit,bank.iban\n${id},5,DE02120300000000202051\n`;
    for (const query of ['', '?dryRun=true']) {
      expect(faults(await load(clerk, '/ledger-accounts', file, query))).toEqual([
        [`/creditLimit ${code}`, `/bank.iban ${code}`],
      ]);
    }
    expect(await limit()).toMatchObject({ creditLimit: null });
    const product = await made(api.admin, '/products', { sku: newId(), name: 'Thing' });
    const book = await made(api.admin, '/pricebooks', { name: newId(), currency: 'EUR' });
    const prices = `productId,unitPrice\n${product.id},0.01\n`;
    const priced = await load(clerk, `/pricebooks/${book.id}/entries`, prices);
    expect(faults(priced)).toEqual([[`/unitPrice ${code}`]]);
    const users = `directory,partyId,email,name,role\ncustomer,${accountId},a@b.example,A,Admin\n`;
    expect(faults(await load(clerk, '/portal-users', users))).toEqual([[`/role ${code}`]]);
  });

  test('is written in no item of a subscription', async () => {
    const product = await made(api.admin, '/products', {
      sku: newId(),
      name: 'P',
      kind: 'recurring',
    });
    const plan = await made(api.admin, '/plans', { name: newId(), productId: product.id });
    const prices = [{ currency: 'EUR', unitPrice: '50' }];
    await made(api.admin, `/plans/${plan.id}/versions`, { frequency: 'monthly', prices });
    const { id: accountId } = await made(api.admin, '/accounts', { name: newId() });
    const clerk = await memberWith(api, {
      matrix: { ...MATRIX, subscriptions: ['view', 'create', 'update'] },
      fields: { subscriptions: { unitPrice: 'read_only', quantity: 'hidden' } },
    });
    const body = { accountId, currency: 'EUR', items: [{ planId: plan.id }] };
    const { id } = await made(clerk, '/subscriptions', body);
    const wanted = { planId: plan.id, unitPrice: '0.01' };
    for (const path of ['/subscriptions', `/subscriptions/${id}/change`]) {
      const items = [wanted];
      const said = path.endsWith('change') ? { items } : { ...body, items };
      const refused = await clerk.call('POST', path, { body: said });
      const fault = { pointer: '/items/0/unitPrice', code: 'read_only' };
      expect(refused).toMatchObject({ status: 422, body: { errors: [fault] } });
      const items2 = [{ planId: plan.id, quantity: '9' }];
      const hidden = { ...said, items: items2 };
      expect(refusal(await clerk.call('POST', path, { body: hidden }))[0]).toBe(400);
    }
  });

  test('is said in no file of usage or of invoices of another system', async () => {
    const clerk = await memberWith(api, {
      matrix: { subscriptions: MANY, invoices: MANY },
      fields: { subscriptions: { externalKey: 'hidden' }, invoices: { unitPrice: 'read_only' } },
    });
    const usage = 'eventId,meter,externalKey,timestamp\n1,calls,known,2026-01-02T00:00:00Z\n';
    const columns = 'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount';
    const invoices = `${columns}\nc,1,2026-01-02,2026-02-02,5\n`;
    const told = [
      await load(clerk, '/usage-events', usage),
      await load(clerk, '/invoices', invoices, '?dryRun=true'),
    ].map(({ body }) => (body as { errors: Json[] }).errors.map(({ code }) => code));
    expect(told).toEqual([['unknown_field'], ['read_only']]);
  });

  test('is written in no list within a body that the contract describes', async () => {
    const contract = bodyOf<Contract>(await api.call('GET', '/openapi.json'));
    const nested = api.app
      .get(RouteTable)
      .all()
      .flatMap(({ method, path, policy }) => {
        if (policy.kind !== 'resource' || policy.resource.includes(':')) return [];
        const body = withinLists(contract, method, path);
        return body === undefined ? [] : [{ method, path, body, resource: policy.resource }];
      });
    const fields: Record<string, Record<string, string>> = {};
    for (const { body, resource } of nested) {
      for (const name of pointersIn(body).map(lastOf))
        (fields[resource] ??= {})[name] = 'read_only';
    }
    const matrix = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
    const clerk = await memberWith(api, { matrix, fields });
    const open: string[] = [];
    for (const { method, path, body } of nested) {
      const at = path.replace(/:\w+/g, newId());
      const answer = await clerk.call(method, at, { body });
      const places = new Set(bodyOf<{ errors?: Json[] }>(answer).errors?.map((e) => e.pointer));
      for (const pointer of pointersIn(body)) {
        if (!places.has(pointer)) open.push(`${method} ${path} ${pointer} ${answer.status}`);
      }
    }
    expect(nested.length).toBeGreaterThan(30);
    expect(open).toEqual([]);
  });
});

const lastOf = (pointer: string) => pointer.split('/').at(-1) as string;
