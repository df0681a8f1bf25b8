import { ACTIONS } from '@quittance/access/host';
import type { Action } from '@quittance/access';
import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { inBatches } from './access-support.js';
import { bodyOf, refusal } from './members.js';
import { defineField, done, made, type Json, type Made } from '../objects/objects-support.js';

/** In the name of every record that the colleague may not see. */
const SECRET = 'Classified';

const OWNED = [
  'leads',
  'accounts',
  'contacts',
  'deals',
  'opportunities',
  'cases',
  'activities',
  'tasks',
  'campaigns',
];

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** May do everything to the own records of these objects, and nothing else. */
let by: StaffClient;
/** What the colleague owns, by the place in a path; all of it points at what is hidden. */
let mine: Record<string, string>;
/** What the administrator owns. */
let hidden: Record<'account' | 'contact' | 'lead' | 'deal', Made>;

type Rights = Readonly<Record<string, readonly Action[]>>;

async function colleague(matrix: Rights, scope = 'own'): Promise<StaffClient> {
  const scopes = Object.fromEntries(
    Object.keys(matrix)
      .filter((name) => OWNED.includes(name))
      .map((name) => [name, scope]),
  );
  const role = await made(admin, '/roles', { name: newId(), matrix, scopes });
  const person = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [role.id] };
  const { id } = await made(admin, '/users', person);
  return api.client(admin.companyId, id as never);
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  by = await colleague(Object.fromEntries(OWNED.map((name) => [name, [...ACTIONS]])));
  await shape();
  await plant();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Fields that show something of other records. */
async function shape(): Promise<void> {
  const formula = (name: string, text: string) => ({
    name,
    type: 'formula',
    settings: { formula: text, resultType: 'text' },
  });
  await defineField(admin, 'contact', formula('of__c', 'account.name'));
  await defineField(admin, 'deal', formula('of__c', 'account.name & " " & contact.name'));
  await defineField(admin, 'deal', formula('pipe__c', 'pipeline.name'));
  const settings = { child: 'contact', childField: 'accountId', function: 'count' };
  await defineField(admin, 'account', { name: 'people__c', type: 'rollup', settings });
  const kept = { ...settings, stored: true };
  await defineField(admin, 'account', { name: 'kept__c', type: 'rollup', settings: kept });
  const worth = { child: 'deal', childField: 'accountId', function: 'sum', of: 'amount' };
  await defineField(admin, 'account', { name: 'worth__c', type: 'rollup', settings: worth });
  const target = { target: 'account', onDelete: 'clear' };
  await defineField(admin, 'lead', { name: 'about__c', type: 'lookup', settings: target });
  await made(admin, '/customization/duplicate-rules', {
    object: 'lead',
    name: 'Same address',
    fields: [{ field: 'email', match: 'exact' }],
    action: 'warn',
  });
}

async function plant(): Promise<void> {
  const email = 'same@classified.example';
  const account = await made(admin, '/accounts', { name: `${SECRET} Ltd`, email });
  const contact = await made(admin, '/contacts', {
    lastName: SECRET,
    email,
    accountId: account.id,
  });
  const lead = await made(admin, '/leads', { name: `${SECRET} lead`, email });
  const deal = await made(admin, '/deals', {
    name: `${SECRET} deal`,
    accountId: account.id,
    amount: '999.00',
    currency: 'EUR',
  });
  hidden = { account, contact, lead, deal };
  mine = await plantMine(email);
}

async function plantMine(email: string): Promise<Record<string, string>> {
  const ownerId = by.userId;
  const { account, contact, lead } = hidden;
  const own = await made(admin, '/accounts', { name: 'Own', ownerId, parentId: account.id });
  // Everything that the administrator hangs on the account that the colleague sees.
  await made(admin, '/accounts', { name: `${SECRET} child`, parentId: own.id });
  await made(admin, '/contacts', { lastName: SECRET, accountId: own.id });
  const more = { accountId: own.id, amount: '500.00', currency: 'EUR' };
  await made(admin, '/deals', { name: `${SECRET} deal of own`, ...more });
  const about = { relatedObject: 'account', relatedId: own.id };
  await made(admin, '/activities', { subject: `${SECRET} call`, kind: 'call', ...about });
  await made(admin, '/tasks', { subject: `${SECRET} task`, ...about });
  const person = await made(admin, '/contacts', {
    lastName: 'Own',
    ownerId,
    accountId: account.id,
  });
  const campaign = await made(admin, '/campaigns', { name: 'Own', ownerId });
  await done(admin, 'POST', `/campaigns/${campaign.id}/members`, {
    leadIds: [lead.id],
    contactIds: [contact.id],
  });
  const made_ = async (path: string, body: Json) =>
    (await made(admin, path, { ownerId, ...body })).id;
  return {
    '/accounts/:id': own.id,
    '/contacts/:id': person.id,
    '/campaigns/:id': campaign.id,
    '/leads/:id': await made_('/leads', {
      name: 'Own',
      companyName: `${SECRET} Ltd`,
      email,
      about__c: account.id,
    }),
    '/deals/:id': await made_('/deals', {
      name: 'Own',
      accountId: account.id,
      contactId: contact.id,
      amount: '1.00',
      currency: 'EUR',
    }),
    '/cases/:id': await made_('/cases', {
      subject: 'Own',
      accountId: account.id,
      contactId: contact.id,
    }),
    '/activities/:id': await made_('/activities', {
      subject: 'Own',
      kind: 'call',
      relatedObject: 'account',
      relatedId: account.id,
    }),
    '/tasks/:id': await made_('/tasks', {
      subject: 'Own',
      relatedObject: 'lead',
      relatedId: lead.id,
    }),
  };
}

/** Every address that can be read of the own records, and the lists. */
function readable(): string[] {
  const routes = api.app.get(RouteTable).all();
  const paths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const places = { ...mine, '/opportunities/:id': mine['/deals/:id'] ?? '' };
  return paths.flatMap((path) => {
    if (!path.includes(':')) return [path];
    const [place, id] = Object.entries(places).find(([at]) => path.startsWith(at)) ?? [];
    const filled = place && id ? path.replace(place, place.replace(':id', id)) : path;
    return filled.includes(':') ? [] : [filled];
  });
}

describe('what somebody owns that points at what they may not see', () => {
  test('shows nothing of it at any address, in any form', async () => {
    const paths = readable();
    expect(paths.length).toBeGreaterThan(60);
    const found = await inBatches(paths, async (path) => {
      const forms = ['application/json', 'text/csv', 'application/x-ndjson'];
      const answers = await Promise.all(
        forms.map((accept) => by.call('GET', path, { headers: { accept } })),
      );
      const told = answers.some(({ body }) => (JSON.stringify(body) ?? '').includes(SECRET));
      // The colleague wrote the name of the company into the lead themselves.
      const own = path.startsWith('/leads');
      return told && !own ? [path] : [];
    });
    expect(found).toEqual([]);
  });

  test('is seen whole by somebody who may see the rest: the test would find it', async () => {
    const found = await inBatches(readable(), async (path) => {
      const { body } = await admin.call('GET', path);
      return (JSON.stringify(body) ?? '').includes(SECRET) ? [path] : [];
    });
    const records = (name: string) => `/${name}/${mine[`/${name}/:id`]}`;
    expect(found).toEqual(
      expect.arrayContaining([
        records('contacts'),
        records('deals'),
        `${records('accounts')}/timeline`,
        `${records('accounts')}/hierarchy`,
        `${records('contacts')}/layout`,
        `${records('campaigns')}/members`,
        `${records('leads')}/duplicates`,
      ]),
    );
  });

  test('counts and sums only what they may see', async () => {
    const path = `/accounts/${mine['/accounts/:id']}`;
    const rollups = async (client: StaffClient) => {
      const one = bodyOf(await client.call('GET', path));
      const { data } = bodyOf<{ data: Made[] }>(await client.call('GET', '/accounts'));
      const listed = data.find(({ id }) => id === one.id);
      expect(listed).toEqual(one);
      return [one.people__c, one.kept__c, one.worth__c];
    };
    // What is kept is brought into records that were there before by the worker.
    const worker = api.app.get(BuildFieldIndexes, { strict: false });
    for (let i = 0; i < 20; i += 1) await worker.buildOnce(t.clock);
    expect(await rollups(admin)).toEqual(['1', '1', '500']);
    expect(await rollups(by)).toEqual(['0', '0', '0']);
    // Whoever may look at no child at all is told nothing: a 0 would be taken for true.
    expect(await rollups(await colleague({ accounts: ['view'] }, 'all'))).toEqual([
      null,
      null,
      null,
    ]);
    await made(by, '/contacts', { lastName: 'Mine', accountId: mine['/accounts/:id'] });
    expect(await rollups(by)).toEqual(['1', '1', '0']);
    expect(await rollups(admin)).toEqual(['2', '2', '500']);
    const counts = `/campaigns/${mine['/campaigns/:id']}/counts`;
    expect(bodyOf(await by.call('GET', counts))).toMatchObject({ total: 0 });
    expect(bodyOf(await admin.call('GET', counts))).toMatchObject({ total: 2 });
  });

  test('warns of no duplicate that they may not see', async () => {
    const body = { name: 'Again', email: hidden.lead.email };
    const answers = [
      await by.call('POST', '/leads', { body }),
      await admin.call('POST', '/leads', { body }),
    ];
    const told = answers.map((answer) => JSON.stringify(answer.body).includes(hidden.lead.id));
    expect([answers.map(({ status }) => status), told]).toEqual([
      [201, 201],
      [false, true],
    ]);
    const duplicates = await by.call('GET', `/leads/${mine['/leads/:id']}/duplicates`);
    const ids = bodyOf<{ data: { id: string }[] }>(duplicates).data.map(({ id }) => id);
    const secret = Object.values(hidden).map(({ id }) => id);
    expect(ids.filter((id) => secret.includes(id))).toEqual([]);
  });

  test('evaluates no formula on it, as a sample or over one', async () => {
    const check = async (client: StaffClient, object: string, expression: string, sample: object) =>
      client.call('POST', '/customization/formulas/check', {
        body: { object, expression, sample },
      });
    const overLookup = { accountId: hidden.account.id };
    const [own, theirs] = [
      await check(by, 'contact', 'account.name', overLookup),
      await check(admin, 'contact', 'account.name', overLookup),
    ];
    expect([own, theirs].map((answer) => bodyOf(answer).value)).toEqual([null, `${SECRET} Ltd`]);
    const stored = await check(by, 'contact', 'account.name', { id: hidden.contact.id });
    expect(refusal(stored)).toEqual([404, 'not_found']);
    const ofOwn = await check(by, 'contact', 'account.name', { id: mine['/contacts/:id'] });
    expect(bodyOf(ofOwn).value).toBeNull();
  });
});

describe('what somebody may not view at all', () => {
  test('is not shown by a formula over a lookup, nor by one they make up', async () => {
    const deals = await colleague({ deals: ['view'], contacts: ['view'] }, 'all');
    const path = `/deals/${mine['/deals/:id']}`;
    const seen = bodyOf(await deals.call('GET', path));
    expect(seen.name).toBe('Own');
    expect(JSON.stringify([seen.of__c, seen.pipe__c])).not.toContain('Ltd');
    const pipeline = bodyOf(await admin.call('GET', path)).pipelineId;
    const ask = (client: StaffClient) =>
      client.call('POST', '/customization/formulas/check', {
        body: { object: 'deal', expression: 'pipeline.name', sample: { pipelineId: pipeline } },
      });
    expect(bodyOf(await ask(admin)).value).not.toBeNull();
    expect(bodyOf(await ask(await colleague({}))).value).toBeNull();
  });

  test('is not counted by a roll-up', async () => {
    const accounts = await colleague({ accounts: ['view'], deals: ['create'] }, 'all');
    const seen = bodyOf(await accounts.call('GET', `/accounts/${mine['/accounts/:id']}`));
    expect(seen.name).toBe('Own');
    expect(['0', null]).toContain(seen.worth__c);
    expect(['0', null]).toContain(seen.people__c);
  });

  test('is not told as a duplicate, a member, or the title of what is pointed at', async () => {
    const someone = await colleague(
      { leads: ['view', 'create'], campaigns: ['view'], cases: ['view'], accounts: ['create'] },
      'all',
    );
    const paths = [
      `/leads/${mine['/leads/:id']}/duplicates`,
      `/campaigns/${mine['/campaigns/:id']}/members`,
      `/cases/${mine['/cases/:id']}/layout`,
    ];
    const answers = await Promise.all(paths.map((path) => someone.call('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [duplicates, members, layout] = answers.map(({ body }) => JSON.stringify(body));
    const { account, contact } = hidden;
    const told = [duplicates, members].map((text) =>
      [account, contact].some(({ id }) => text?.includes(id)),
    );
    expect([...told, layout?.includes(String(account.name))]).toEqual([false, false, false]);
  });
});
