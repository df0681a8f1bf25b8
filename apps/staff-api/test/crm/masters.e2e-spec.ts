import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

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

interface Page {
  readonly data: readonly { readonly code: string; readonly name: string }[];
  readonly total: number;
}

const page = async (path: string, by = admin): Promise<Page> =>
  bodyOf<Page>(await by.call('GET', path)) as Page;
const codes = async (path: string, by = admin) =>
  (await page(path, by)).data.map(({ code }) => code);

describe('/masters', () => {
  it('shows the fourteen lists', async () => {
    const lists = bodyOf<{ type: string; entries: number }[]>(await admin.call('GET', '/masters'));
    expect(lists).toHaveLength(14);
    expect(lists[10]).toEqual({
      type: 'country',
      label: 'Countries',
      parentType: null,
      entries: 249,
    });
  });

  it('makes, shows, changes, deletes and restores an entry', async () => {
    const body = { code: 'fair', name: ' Fair ', sortOrder: 5, colour: '#12b76a' };
    const made = await admin.call('POST', '/masters/lead_source', { body });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      type: 'lead_source',
      code: 'fair',
      name: 'Fair',
      description: null,
      sortOrder: 5,
      icon: null,
      colour: '#12b76a',
      active: true,
      parentCode: null,
      seeded: false,
      version: 1,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
      deletedAt: null,
    });
    const path = '/masters/lead_source/fair';
    const headers = { 'if-match': '"1"' };
    const changed = await admin.call('PATCH', path, { body: { name: 'Trade fair' }, headers });
    expect(changed.body).toMatchObject({ name: 'Trade fair', sortOrder: 5, version: 2 });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await admin.call('GET', path)).body).toEqual(changed.body);
    expect((await codes('/masters/lead_source'))[0]).toBe('fair');
    const stale = await admin.call('PATCH', path, { body: { name: 'x' }, headers });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect(await codes('/masters/lead_source')).not.toContain('fair');
    expect(await codes('/masters/lead_source?deleted=true')).toEqual(['fair']);
    expect((await admin.call('GET', path)).body).toMatchObject({ code: 'fair', version: 3 });
    const again = await admin.call('POST', '/masters/lead_source', { body });
    expect(refusal(again)).toEqual([409, 'master_code_taken']);
    expect((await admin.call('POST', `${path}/restore`)).body).toMatchObject({ deletedAt: null });
    expect(await codes('/masters/lead_source')).toContain('fair');
  });

  it('refuses to change a code, and names everything else that is wrong', async () => {
    const path = '/masters/rating/hot';
    expect(refusal(await admin.call('PATCH', path, { body: { code: 'x' } }))).toEqual([
      400,
      'malformed_request',
    ]);
    const body = { name: '', colour: 'red', sortOrder: 1.5, icon: 'Ä', parentCode: 'US' };
    const { errors } = bodyOf<{ errors: { pointer: string }[] }>(
      await admin.call('PATCH', path, { body }),
    );
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/colour',
      '/icon',
      '/name',
      '/sortOrder',
    ]);
  });

  it('is filtered, searched, sorted, walked and downloaded like any list', async () => {
    const filter = encodeURIComponent('{"field":"parentCode","op":"eq","value":"US"}');
    expect((await page(`/masters/state?filter=${filter}`)).total).toBe(57);
    expect(await codes('/masters/country?search=bolivia')).toEqual(['BO']);
    expect(await codes('/masters/country?sort=-code&pageSize=2')).toEqual(['ZW', 'ZM']);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await admin.call('GET', `/masters/country?pageSize=100&cursor=${cursor}`);
      const walked = bodyOf<Page & { nextCursor: string | null }>(answer);
      seen.push(...walked.data.map(({ code }) => code));
      cursor = walked.nextCursor;
    }
    expect(new Set(seen).size).toBe(249);
    const accept = { headers: { accept: 'text/csv' } };
    const csv = String((await admin.call('GET', '/masters/rating', accept)).body);
    expect(csv.split('\n').map((line) => line.split(',')[1])).toContain('Hot');
    const reader = await memberWith(api, {});
    expect((await reader.call('GET', '/masters/rating')).status).toBe(200);
    expect((await reader.call('GET', '/masters/rating', accept)).body).toMatchObject({
      code: 'permission_denied',
      resource: 'masters',
      action: 'export',
    });
  });

  it('lists what lies in an entry, and keeps an entry that something lies in', async () => {
    const by = await api.newAdmin();
    expect(await codes('/masters/country/DE/children?pageSize=200', by)).toHaveLength(16);
    expect(await codes('/masters/state/DE-BE/children', by)).toEqual([]);
    const body = { code: 'mitte', name: 'Mitte', parentCode: 'DE-BE' };
    expect((await by.call('POST', '/masters/city', { body })).status).toBe(201);
    expect(await codes('/masters/state/DE-BE/children', by)).toEqual(['mitte']);
    expect(await codes('/masters/city/mitte/children', by)).toEqual([]);
    const refused = await by.call('DELETE', '/masters/state/DE-BE');
    expect(refused.body).toMatchObject({ status: 409, code: 'master_has_children' });
    await by.call('DELETE', '/masters/city/mitte');
    expect((await by.call('DELETE', '/masters/state/DE-BE')).status).toBe(204);
    const back = await by.call('POST', '/masters/city/mitte/restore');
    expect(refusal(back)).toEqual([409, 'master_parent_deleted']);
  });

  it.each([
    ['GET', '/masters/ship'],
    ['GET', '/masters/__proto__'],
    ['GET', '/masters/rating/none'],
    ['GET', '/masters/rating/%27%25'],
    ['GET', `/masters/rating/${'x'.repeat(61)}`],
    ['GET', '/masters/rating/HOT'],
    ['GET', '/masters/rating/none/children'],
    ['POST', '/masters/rating/none/restore'],
    ['DELETE', '/masters/currency/EUR'],
  ])('does not find %s %s', async (method, path) => {
    expect(refusal(await admin.call(method, path))).toEqual([404, 'not_found']);
  });

  it('is written with the right or with the grant, and read by everybody', async () => {
    const body = { name: 'x' };
    const patch = (by: StaffClient) => by.call('PATCH', '/masters/rating/cold', { body });
    const reader = await memberWith(api, { matrix: { masters: ['view', 'create', 'delete'] } });
    expect((await patch(reader)).body).toMatchObject({
      code: 'permission_denied',
      resource: 'masters',
      action: 'update',
    });
    const writer = await memberWith(api, { matrix: { masters: ['update'] } });
    const granted = await memberWith(api, { grants: ['customization'] });
    expect([(await patch(writer)).status, (await patch(granted)).status]).toEqual([200, 200]);
    const made = await granted.call('POST', '/masters/tax', { body: { code: 'eco', name: 'Eco' } });
    expect(made.status).toBe(201);
    const refused = await writer.call('POST', '/masters/tax', { body: { code: 'e', name: 'E' } });
    expect(refused.body).toMatchObject({ resource: 'masters', action: 'create' });
  });

  it('belongs to one company', async () => {
    const stranger = await api.newAdmin();
    await admin.call('POST', '/masters/tax', { body: { code: 'mine', name: 'Mine' } });
    expect(refusal(await stranger.call('GET', '/masters/tax/mine'))).toEqual([404, 'not_found']);
    expect(await codes('/masters/tax', stranger)).not.toContain('mine');
  });
});

test('GET /currencies lists those of ISO 4217 with their digits', async () => {
  const reader = await memberWith(api, {});
  const { total } = await page('/currencies', reader);
  expect(total).toBe(165);
  expect((await page('/currencies?search=yen', reader)).data).toEqual([
    { code: 'JPY', name: 'Japanese Yen', symbol: '¥', digits: 0, enabled: true, base: false },
  ]);
});

test('a default that is no entry any longer keeps no record from being made', async () => {
  const client = await api.newAdmin();
  const made = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await client.call('POST', path, { body });
    return { ...(answer.body as Record<string, unknown>), code: answer.status };
  };
  await made('/masters/industry', { code: 'zoo', name: 'Zoos' });
  const settings = { master: 'industry' };
  const field = (more: object) =>
    made('/customization/objects/account/fields', { label: 'X', settings, ...more });
  await field({ name: 'sector__c', type: 'picklist', default: 'zoo' });
  await field({ name: 'sectors__c', type: 'multi_select', default: ['zoo', 'media'] });
  const both = { sector__c: 'zoo', sectors__c: ['media', 'zoo'] };
  expect(await made('/accounts', { name: 'Before' })).toMatchObject({ code: 201, ...both });
  await client.call('PATCH', '/masters/industry/zoo', { body: { active: false } });
  const left = { code: 201, sector__c: null, sectors__c: ['media'] };
  expect(await made('/accounts', { name: 'After' })).toMatchObject(left);
  expect(await made('/accounts', { name: 'Chosen', sector__c: 'zoo' })).toMatchObject({
    code: 422,
    errors: [{ pointer: '/sector__c', code: 'enum' }],
  });
  const needed = await field({ name: 'need__c', type: 'picklist', default: 'media' });
  const path = `/customization/objects/account/fields/${String(needed.name)}`;
  await client.call('PATCH', path, { body: { required: true } });
  await client.call('PATCH', '/masters/industry/media', { body: { active: false } });
  expect(await made('/accounts', { name: 'Needed' })).toMatchObject({
    code: 422,
    errors: [{ pointer: '/need__c', code: 'required' }],
  });
});
