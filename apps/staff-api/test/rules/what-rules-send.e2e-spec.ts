import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal, type MemberRights } from '../access/members.js';
import { defineField, made } from '../objects/objects-support.js';

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

const BEYOND = [403, 'right_beyond_own'];
const BLAND = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

/** A template of the company's own, by its administrator; answers its code. */
async function ownTemplate(texts = BLAND): Promise<string> {
  const code = `OWN_${newId().replaceAll('-', '').toUpperCase()}`;
  const answer = await api.admin.call('POST', '/email-templates', { body: { code, ...texts } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return code;
}

/** A rule of the administrator's that does this when a record of the object is made. */
function ruleOf(object: string, action: object) {
  const rule = { object, name: newId(), trigger: 'create', actions: [action] };
  return made(api.admin, '/workflows', rule);
}

test('a rule that sends a template of the company’s own is read as any other', async () => {
  const send = { kind: 'send_email', template: await ownTemplate(), to: 'email' };
  const { id } = await ruleOf('lead', send);
  const rule = `/workflows/${id}`;
  for (const path of [rule, `${rule}/runs`, `${rule}/runs/export`, '/customization/export']) {
    const { status } = await api.admin.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
  }
});

describe('a template that a rule sends', () => {
  const TELLING = { ...BLAND, text: '{{ fields.amount }} {{ account.phone }}' };
  /** The names of what it shows are put together as it is shown. */
  const COVERT = { ...BLAND, text: '{% assign x = "fie" | append: "lds" %}{{ [x].amount }}' };
  const WRITES = { 'email-templates': ['view', 'update'] };
  const SEEN = { deals: ['view'], accounts: ['view'], contacts: ['view'] };
  /** Who writes templates and sees less than all that a rule about deals sends. */
  const BLIND: readonly MemberRights[] = [
    { matrix: WRITES },
    { matrix: { ...WRITES, ...SEEN }, scopes: { deals: 'own' } },
    { matrix: { ...WRITES, ...SEEN }, fields: { deals: { amount: 'hidden' } } },
    // The notice of rules shows nothing of accounts.
    { matrix: { ...WRITES, deals: ['view'] } },
    { matrix: { ...WRITES, ...SEEN }, fields: { accounts: { phone: 'hidden' } } },
  ];
  const writersOf = () => Promise.all(BLIND.map((rights) => memberWith(api, rights)));

  test('is written by whoever is shown all that it may say', async () => {
    const template = await ownTemplate();
    await ruleOf('deal', { kind: 'send_email', template, to: api.credentials.email });
    const path = `/email-templates/${template}`;
    for (const writer of await writersOf()) {
      for (const body of [TELLING, COVERT, BLAND, { ...BLAND, active: false }]) {
        expect(refusal(await writer.call('PUT', path, { body }))).toEqual(BEYOND);
      }
      const translations = [{ language: 'fr', ...TELLING }];
      const body = { ...BLAND, translations };
      expect(refusal(await writer.call('PUT', path, { body }))).toEqual(BEYOND);
    }
    expect((await api.admin.call('GET', path)).body).toMatchObject({ ...BLAND, version: 1 });
    const seller = await memberWith(api, { matrix: { ...WRITES, ...SEEN } });
    expect((await seller.call('PUT', path, { body: TELLING })).status).toBe(200);
    const free = `/email-templates/${await ownTemplate()}`;
    const writer = await memberWith(api, { matrix: WRITES });
    expect((await writer.call('PUT', free, { body: TELLING })).status).toBe(200);
  });

  test('is in a set-up brought in by whoever is shown all that it may say', async () => {
    const template = await ownTemplate();
    await ruleOf('deal', { kind: 'send_email', template, to: api.credentials.email });
    const exported = await api.admin.call('GET', '/customization/export');
    const { format, version } = bodyOf<{ format: string; version: number }>(exported);
    const item = { code: template, ...TELLING, language: null, active: true };
    const body = { format, version, parts: { emailTemplates: [item] } };
    const grants = ['customization'];
    const writer = await memberWith(api, { matrix: WRITES, grants });
    const brought = await writer.call('POST', '/customization/import?dryRun=true', { body });
    expect(JSON.stringify(brought.body)).toContain('right_beyond_own');
    const seller = await memberWith(api, { matrix: { ...WRITES, ...SEEN }, grants });
    const done = await seller.call('POST', '/customization/import', { body });
    expect([done.status, done.body]).toEqual([200, expect.anything()]);
    const { text } = bodyOf(await api.admin.call('GET', `/email-templates/${template}`));
    expect(text).toBe(TELLING.text);
  });

  test('is the notice of rules that name none, and goes back to the built-in one', async () => {
    const path = '/email-templates/RECORD_NOTICE';
    const send = { kind: 'send_email', to: api.credentials.email, message: 'There is a deal' };
    const notice = await ruleOf('deal', send);
    const writers = await writersOf();
    for (const writer of writers.slice(0, 3)) {
      expect(refusal(await writer.call('PUT', path, { body: COVERT }))).toEqual(BEYOND);
    }
    expect((await api.admin.call('PUT', path, { body: BLAND })).status).toBe(200);
    for (const writer of writers.slice(0, 3)) {
      expect(refusal(await writer.call('POST', `${path}/reset`))).toEqual(BEYOND);
    }
    await api.admin.call('DELETE', `/workflows/${notice.id}`);
    const steps = [{ approver: api.credentials.email }];
    const asked = await ruleOf('deal', { kind: 'request_approval', steps, message: 'Look' });
    const [writer] = writers;
    expect(refusal(await writer!.call('PUT', path, { body: BLAND }))).toEqual(BEYOND);
    await api.admin.call('DELETE', `/workflows/${asked.id}`);
    expect((await writer!.call('PUT', path, { body: BLAND })).status).toBe(200);
  });

  test('is named by whoever is shown what the fields it may show are made of', async () => {
    const settings = { child: 'case', childField: 'accountId', function: 'count' };
    const rollup = { name: 'cases__c', type: 'rollup', settings };
    await defineField(api.admin, 'account', rollup);
    const send = { kind: 'send_email', template: await ownTemplate(), to: 'owner' };
    const matrix = { workflows: ['view', 'create'], ...SEEN };
    const author = await memberWith(api, { matrix });
    const body = { object: 'deal', name: newId(), trigger: 'create', actions: [send] };
    expect(refusal(await author.call('POST', '/workflows', { body }))).toEqual(BEYOND);
    const supporter = await memberWith(api, { matrix: { ...matrix, cases: ['view'] } });
    await made(supporter, '/workflows', body);
  });
});

test('a webhook that a rule sends to is changed by whoever is shown what it is sent', async () => {
  const url = 'https://hooks.example.org/';
  const types = ['case.opened'];
  const { id } = await made(api.admin, '/webhooks', { url, types });
  const hook = `/webhooks/${id}`;
  const changes: readonly (readonly [string, string, object?])[] = [
    ['PATCH', hook, { url: `${url}mine` }],
    ['PATCH', hook, { types: ['*'] }],
    ['PATCH', hook, { description: 'Ours' }],
    ['PATCH', hook, { active: false }],
    ['POST', `${hook}/rotate-secret`, {}],
    ['POST', `${hook}/test`],
    ['POST', `${hook}/replay`, { from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' }],
    ['DELETE', hook],
  ];
  const rights = { webhooks: ['view', 'create', 'update', 'delete'], cases: ['view'] };
  const SEEN = { ...rights, deals: ['view'], accounts: ['view'] };
  const clerk = await memberWith(api, { matrix: rights });
  const ours = { body: { description: 'Ours' } };
  expect((await clerk.call('PATCH', hook, ours)).status).toBe(200);
  const rule = await ruleOf('deal', { kind: 'send_webhook', webhookId: id });
  await api.admin.call('PATCH', `/workflows/${rule.id}`, { body: { active: false } });
  const blind = await memberWith(api, { matrix: SEEN, fields: { deals: { amount: 'hidden' } } });
  for (const by of [clerk, blind]) {
    for (const [method, path, body] of changes) {
      const answer = await by.call(method, path, body && { body });
      expect([method, path, ...refusal(answer)]).toEqual([method, path, ...BEYOND]);
    }
  }
  expect((await api.admin.call('GET', hook)).body).toMatchObject({ url, types, active: true });
  const seller = await memberWith(api, { matrix: SEEN });
  expect((await seller.call('PATCH', hook, ours)).status).toBe(200);
  await api.admin.call('DELETE', `/workflows/${rule.id}`);
  expect((await clerk.call('DELETE', hook)).status).toBe(204);
});

test('a formula is made of fields by whoever may view all records of its object', async () => {
  const FIELDS = '/customization/objects/deal/fields';
  const settings = { formula: '"-" & name' };
  const shown = { name: 'show__c', label: 'Shown', type: 'formula', settings };
  await made(api.admin, FIELDS, shown);
  await ruleOf('deal', { kind: 'send_email', to: 'owner', message: '{{ show__c }}' });
  const grants = ['customization'];
  const other = { settings: { formula: 'TEXT(amount) & name' } };
  const added = { ...shown, ...other, name: 'added__c' };
  const change = (by: StaffClient, body: object) => by.call('PATCH', `${FIELDS}/show__c`, { body });
  const DENIED = {
    status: 422,
    body: { errors: [{ pointer: '/settings/formula', code: 'permission_denied' }] },
  };
  const matrix = { deals: ['view'] };
  for (const rights of [{ grants }, { grants, matrix, scopes: { deals: 'own' } }]) {
    const shaper = await memberWith(api, rights);
    expect(await change(shaper, other)).toMatchObject(DENIED);
    expect(await shaper.call('POST', FIELDS, { body: added })).toMatchObject(DENIED);
    expect((await change(shaper, { label: 'Seen' })).status).toBe(200);
    expect((await change(shaper, { settings })).status).toBe(200);
  }
  const hidden = { deals: { amount: 'hidden' } };
  const blind = await memberWith(api, { grants, matrix, fields: hidden });
  expect(refusal(await change(blind, other))).toEqual(BEYOND);
  expect((await change(blind, { settings: { formula: '"+" & name' } })).status).toBe(200);
  expect((await change(await memberWith(api, { grants, matrix }), other)).status).toBe(200);
  const maker = await memberWith(api, { grants });
  const project = { name: 'project__c', label: 'Project', pluralLabel: 'Projects' };
  await made(maker, '/customization/objects', project);
  await made(maker, '/customization/objects/project__c/fields', { ...shown, settings });
});
