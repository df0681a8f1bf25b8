import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberMaker } from '../access/access-support.js';
import { defineField, done, made, type Json } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Timeline {
  readonly data: readonly (Json & { id: string; kind: string; at: string; title: string })[];
  readonly nextCursor: string | null;
}

describe('the timeline of a record', () => {
  test('tells what happened to it and what was done about it, the latest first', async () => {
    const lead = await made(admin, '/leads', { name: 'Ada' });
    const path = `/leads/${lead.id}`;
    t.clock.set('2026-03-02T09:01:00.000Z');
    const about = { relatedObject: 'lead', relatedId: lead.id };
    await made(admin, '/activities', { subject: 'First call', kind: 'call', ...about });
    t.clock.set('2026-03-02T09:02:00.000Z');
    await done(admin, 'PATCH', path, { title: 'Countess' });
    t.clock.set('2026-03-02T09:03:00.000Z');
    await made(admin, '/tasks', { subject: 'Call again', ...about });
    const { data, nextCursor } = await done<Timeline>(admin, 'GET', `${path}/timeline`);
    expect(data.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'task Call again',
      'audit lead.updated',
      'activity First call',
      'audit lead.created',
    ]);
    expect(nextCursor).toBeNull();
    expect(data[1]).toMatchObject({
      actor: { kind: 'staff', id: admin.userId },
      data: { before: { title: null }, after: { title: 'Countess' } },
    });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Timeline = await done(
        admin,
        'GET',
        `${path}/timeline?pageSize=1&cursor=${cursor}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(data.map(({ id }) => id));
    const { client } = await memberMaker(api, t)({ matrix: { leads: ['view'] } });
    const some = await done<Timeline>(client, 'GET', `${path}/timeline`);
    expect(some.data.map(({ kind }) => kind)).toEqual(['audit', 'audit']);
  });

  test('says of files what they are called to whoever is shown documents', async () => {
    const lead = await made(admin, '/leads', { name: 'Ida' });
    const path = `/leads/${lead.id}`;
    const type = { 'content-type': 'application/octet-stream' };
    const sent = { body: 'Secret', headers: type };
    const file = await admin.call('POST', `${path}/documents?fileName=merger.txt`, sent);
    expect(file.status).toBe(201);
    const told = async (rights: Parameters<ReturnType<typeof memberMaker>>[0]) => {
      const { client } = await memberMaker(api, t)(rights);
      const { data } = await done<Timeline>(client, 'GET', `${path}/timeline`);
      return data.find(({ title }) => title === 'lead.document_attached')?.data;
    };
    const leads = ['view'] as const;
    const shown = await told({ matrix: { leads, documents: ['view'] } });
    expect(shown).toMatchObject({ after: { fileName: 'merger.txt' } });
    expect(await told({ matrix: { leads } })).toEqual({ before: null, after: null });
  });

  test('is asked for with a cursor of its own only', async () => {
    const lead = await made(admin, '/leads', { name: 'Bo' });
    for (const query of ['cursor=x', 'cursor=e30', 'pageSize=0', 'pageSize=201', 'sort=at']) {
      const { status } = await admin.call('GET', `/leads/${lead.id}/timeline?${query}`);
      expect([query, status >= 400 && status < 500]).toEqual([query, true]);
    }
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', `/leads/${lead.id}/timeline`)).status).toBe(404);
  });
});

describe('the schema of an object', () => {
  const schema = async (client: StaffClient, headers = {}) =>
    client.call('GET', '/leads/schema', { headers });

  test('has its custom fields, and changes its tag with them', async () => {
    const before = await schema(admin);
    expect(before.headers.get('content-type')).toMatch(/^application\/schema\+json/);
    const tag = before.headers.get('etag') ?? '';
    const known = await schema(admin, { 'if-none-match': tag });
    expect([known.status, known.body]).toEqual([304, undefined]);
    await defineField(admin, 'lead', { name: 'region__c', type: 'text', label: 'Region' });
    const after = await schema(admin, { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({
      properties: { region__c: { title: 'Region', type: ['string', 'null'] } },
      $defs: { create: { properties: { region__c: { title: 'Region' } } } },
    });
  });

  test('tells each caller of the bodies they may send', async () => {
    const bodies = async (actions: ('create' | 'update')[]) => {
      const { client } = await memberMaker(api, t)({ matrix: { leads: ['view', ...actions] } });
      const { body } = await schema(client);
      return Object.keys(((body as Json).$defs as object | undefined) ?? {});
    };
    expect(await bodies([])).toEqual([]);
    expect(await bodies(['update'])).toEqual(['update']);
    expect(await bodies(['create', 'update'])).toEqual(['create', 'update']);
  });
});

describe('the layout of a record', () => {
  test('is served with labels and values', async () => {
    const lead = await made(admin, '/leads', { name: 'Cleo', status: 'working' });
    const layout = await done(admin, 'GET', `/leads/${lead.id}/layout`);
    expect(layout).toMatchObject({ object: 'lead', recordId: lead.id, title: 'Cleo', version: 1 });
    const fields = (layout.sections as { fields: Json[] }[]).flatMap((section) => section.fields);
    expect(fields).toContainEqual(
      expect.objectContaining({
        name: 'status',
        label: 'Status',
        value: 'working',
        display: 'Working',
      }),
    );
  });
});
