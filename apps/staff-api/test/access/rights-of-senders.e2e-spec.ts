import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { FanOutEvents } from '@quittance/webhooks/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { membersOf, type Contract } from '../customization/listed-members.js';
import { bodyOf, memberWith, refusal } from './members.js';

const WEBHOOKS = ['view', 'create', 'update'];
const BEYOND = [403, 'right_beyond_own'];
const MISSING = [404, 'not_found'];
const URL = 'https://hooks.example.org/';

interface Listed {
  readonly total: number;
  readonly data: readonly { readonly id: string; readonly recordId?: string }[];
}

let t: TestDatabase;
let api: TestStaffApi;
/** May do everything with webhooks, and look at accounts. */
let clerk: StaffClient;
/** May look at leads of their own, too. */
let seller: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const matrix = { webhooks: WEBHOOKS, accounts: ['view'] };
  clerk = await memberWith(api, { matrix });
  const owning = { ...matrix, leads: ['view'] };
  seller = await memberWith(api, { matrix: owning, scopes: { leads: 'own' } });
});
afterAll(async () => {
  await api.close();
  await t.close();
});

async function made(path: string, body: object, by = api.admin): Promise<string> {
  const answer = await by.call('POST', path, { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return bodyOf<{ id: string }>(answer).id;
}

async function listed(by: StaffClient, path: string): Promise<Listed> {
  return bodyOf<Listed>(await by.call('GET', path));
}

const leadOf = () => made('/leads', { name: newId() });
const accountOf = () => made('/accounts', { name: newId() });
const about = (...records: string[]) =>
  `filter=${encodeURIComponent(JSON.stringify({ field: 'recordId', op: 'in', value: records }))}`;

async function fanOut(): Promise<void> {
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  while ((await new OutboxDispatcher(t.db, consumers).dispatchOnce(t.clock.now())) > 0);
}

describe('events', () => {
  it('show records only to whoever may view all of their object', async () => {
    const [lead, account] = [await leadOf(), await accountOf()];
    const events = `/events?${about(lead, account)}`;
    const all = await listed(api.admin, events);
    expect(all.total).toBe(2);
    const hidden = String(all.data.find(({ recordId }) => recordId === lead)?.id);
    for (const reader of [clerk, seller]) {
      expect(await listed(reader, events)).toMatchObject({
        total: 1,
        data: [{ recordId: account }],
      });
      expect(refusal(await reader.call('GET', `/events/${hidden}`))).toEqual(MISSING);
      expect(refusal(await reader.call('POST', `/events/${hidden}/retry`))).toEqual(MISSING);
    }
  });
});

describe('a webhook', () => {
  it('is made and moved by whoever may view all that it tells of', async () => {
    for (const types of [['*'], ['record.created'], ['account.merged', 'lead.converted']]) {
      for (const by of [clerk, seller]) {
        const refused = await by.call('POST', '/webhooks', { body: { url: URL, types } });
        expect(refusal(refused)).toEqual(BEYOND);
      }
    }
    const own = await made('/webhooks', { url: URL, types: ['account.merged'] }, clerk);
    const wider = { body: { types: ['lead.converted'] } };
    expect(refusal(await clerk.call('PATCH', `/webhooks/${own}`, wider))).toEqual(BEYOND);
    const mixed = { url: URL, types: ['account.merged', 'lead.converted'] };
    const narrower = { body: { types: ['account.merged'] } };
    const shared = `/webhooks/${await made('/webhooks', mixed)}`;
    expect(refusal(await clerk.call('PATCH', shared, narrower))).toEqual(BEYOND);
    const same = { body: { types: [...mixed.types].reverse(), description: 'Ours' } };
    expect(refusal(await clerk.call('PATCH', shared, same))).toEqual(BEYOND);
    const others = `/webhooks/${await made('/webhooks', { url: URL, types: ['*'] })}`;
    for (const body of [{ url: `${URL}mine` }, { types: ['account.merged'] }]) {
      expect(refusal(await clerk.call('PATCH', others, { body }))).toEqual(BEYOND);
    }
    for (const verb of ['rotate-secret', 'test']) {
      expect(refusal(await clerk.call('POST', `${others}/${verb}`, { body: {} }))).toEqual(BEYOND);
    }
    const off = { body: { active: false } };
    expect(refusal(await clerk.call('PATCH', others, off))).toEqual(BEYOND);
    const on = { body: { active: true } };
    expect(refusal(await clerk.call('PATCH', others, on))).toEqual(BEYOND);
  });

  it('shows its messages to whoever may view all records that they are about', async () => {
    await fanOut();
    const hook = `/webhooks/${await made('/webhooks', { url: URL, types: ['record.created'] })}`;
    await leadOf();
    await accountOf();
    await fanOut();
    const messages = `${hook}/messages`;
    const [all, some] = [await listed(api.admin, messages), await listed(clerk, messages)];
    // The webhook itself is announced, too.
    expect([all.total, all.data.length, some.total, some.data.length]).toEqual([3, 3, 2, 2]);
    const seen = new Set(some.data.map(({ id }) => id));
    for (const { id } of all.data) {
      const text = bodyOf(await api.admin.call('GET', `${messages}/${id}`)).body;
      const one = await clerk.call('GET', `${messages}/${id}`);
      expect(seen.has(id)).toBe(!String(text).includes('"object":"lead"'));
      if (seen.has(id)) expect(bodyOf(one).body).toBe(text);
      else expect(refusal(one)).toEqual(MISSING);
    }
    await api.admin.call('PATCH', hook, { body: { active: false, types: ['account.merged'] } });
    const on = { body: { active: true } };
    // What failed of the types before could be sent again.
    expect(refusal(await clerk.call('PATCH', hook, on))).toEqual(BEYOND);
    expect((await api.admin.call('PATCH', hook, on)).status).toBe(200);
    const period = { body: { from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' } };
    expect(refusal(await clerk.call('POST', `${hook}/replay`, period))).toEqual(BEYOND);
  });
});

describe('a form', () => {
  const FORMS = '/customization/forms';
  const sections = [
    { title: 'You', fields: [{ name: 'name', label: 'Name', type: 'text', required: true }] },
  ];
  const mapping = { object: 'account', fields: { name: 'name' } };

  it('makes only records that whoever shapes, publishes and opens it may make', async () => {
    const shaper = await memberWith(api, { grants: ['customization'] });
    const body = { name: newId(), sections, mapping };
    expect(refusal(await shaper.call('POST', FORMS, { body }))).toEqual(BEYOND);
    const plain = `${FORMS}/${await made(FORMS, { name: newId(), sections }, shaper)}`;
    expect(refusal(await shaper.call('PATCH', plain, { body: { mapping } }))).toEqual(BEYOND);
    expect((await shaper.call('POST', `${plain}/publish`)).status).toBe(200);
    const form = `${FORMS}/${await made(FORMS, body)}`;
    for (const verb of ['publish', 'public-link']) {
      expect(refusal(await shaper.call('POST', `${form}/${verb}`))).toEqual(BEYOND);
    }
    await api.admin.call('POST', `${form}/publish`);
    await api.admin.call('PATCH', form, { body: { mapping: null } });
    // Strangers fill in the version that is published.
    expect(refusal(await shaper.call('POST', `${form}/public-link`))).toEqual(BEYOND);
    const { data } = bodyOf<{ data: { id: string }[] }>(
      await api.admin.call('GET', '/customization/revisions?pageSize=1&sort=-id'),
    );
    const revert = `/customization/revisions/${data[0]?.id}/revert`;
    expect(refusal(await shaper.call('POST', revert))).toEqual(BEYOND);
    const matrix = { accounts: ['view', 'create'] };
    const maker = await memberWith(api, {
      matrix,
      scopes: { accounts: 'own' },
      grants: ['customization'],
    });
    expect((await maker.call('POST', `${form}/public-link`)).status).toBe(201);
  });

  it('is brought in by whoever may make its records', async () => {
    await made(FORMS, { name: newId(), sections, mapping });
    const document = bodyOf<{ parts: { forms: object[] } }>(
      await api.admin.call('GET', '/customization/export'),
    );
    const forms = document.parts.forms.map((form) => ({ ...form, name: newId() }));
    const shaper = await memberWith(api, { grants: ['customization'] });
    const body = { ...document, parts: { forms } };
    const brought = await shaper.call('POST', '/customization/import', { body });
    expect(JSON.stringify(brought.body)).toContain('right_beyond_own');
  });
});

describe('a validation rule', () => {
  it('is made by whoever may view all records that it judges', async () => {
    const body = { object: 'invoice', name: newId(), message: 'No.', formula: '1 = 1' };
    const shaper = await memberWith(api, { grants: ['customization'] });
    const path = '/customization/validation-rules';
    expect(refusal(await shaper.call('POST', path, { body }))).toEqual(BEYOND);
    const viewer = await memberWith(api, {
      grants: ['customization'],
      matrix: { invoices: ['view'] },
    });
    await made(path, body, viewer);
  });
});

test('no row of an import writes what its sender may not', async () => {
  const contract = bodyOf<Contract>(await api.call('GET', '/openapi.json'));
  const imports = api.app
    .get(RouteTable)
    .all()
    .flatMap(({ method, path, policy }) => {
      const isLoad = method === 'POST' && /\/import(\/lines)?$/.test(path);
      if (!isLoad || policy.kind !== 'resource' || OWN_COLUMNS.has(path)) return [];
      const whole = path.replace(/\/import.*/, '');
      const names = membersOf(contract, 'POST', whole).filter((name) => !APART.has(name));
      return names.length > 0 ? [{ path, resource: policy.resource, names }] : [];
    });
  const fields: Record<string, Record<string, string>> = {};
  for (const { resource, names } of imports) {
    for (const name of names) (fields[resource] ??= {})[name] = 'read_only';
  }
  const matrix = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
  const loader = await memberWith(api, { matrix, fields });
  const book = await made('/pricebooks', { name: newId(), currency: 'EUR' });
  const open: string[] = [];
  for (const { path, names } of imports) {
    const row = Object.fromEntries(names.map((name) => [name, 'x']));
    const headers = { 'content-type': 'application/x-ndjson' };
    const at = path.replace(/:\w+/, book);
    const { body, status } = await loader.call('POST', at, { body: JSON.stringify(row), headers });
    const [result] = (body as Answered).results ?? [];
    const places = new Set(result?.problem?.errors.map(({ pointer }) => pointer));
    for (const name of names) {
      if (!places.has(`/${name}`)) open.push(`${path} ${name} ${status}`);
    }
  }
  expect(imports.length).toBeGreaterThan(10);
  expect(open).toEqual([]);
});

interface Answered {
  readonly results?: readonly { readonly problem?: { readonly errors: { pointer: string }[] } }[];
}

/** Those whose columns are named otherwise than members of a body, and those of documents. */
const OWN_COLUMNS: ReadonlySet<string> = new Set([
  '/invoices/import',
  '/invoices/import/lines',
  '/objects/:apiName/import',
  '/quotes/import',
  '/sales-orders/import',
  '/usage-events/import',
]);
/** Lines are documents' own; rights of portal users are as their role presets them. */
const APART: ReadonlySet<string> = new Set(['lines', 'permissions']);
