import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith } from '../access/members.js';
import {
  defineField,
  defineObject,
  done,
  everyType,
  made,
  rollupOf,
  type Json,
} from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let parentId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await defineObject(api.admin, 'fleet__c');
  await defineObject(api.admin, 'ship__c', everyType('fleet__c'));
  await defineField(api.admin, 'fleet__c', rollupOf('ship__c'));
  parentId = (await made(api.admin, '/objects/fleet__c', { name: 'North' })).id;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const whole = (more: Json = {}): Json => ({
  name: 'Vasa',
  text__c: 'Royal',
  key__c: 'AB-1',
  textarea__c: 'Two\nlines',
  rich__c: '<p>Bold</p><script>1</script>',
  integer__c: 64,
  number__c: '12.345',
  currency__c: '100.50',
  percent__c: '12.5',
  boolean__c: true,
  date__c: '2026-03-02',
  datetime__c: '2026-03-02T09:00:00+01:00',
  time__c: '09:30',
  email__c: 'Captain@Example.com',
  phone__c: '030 123456',
  url__c: 'https://vasa.example/',
  picklist__c: 'blue',
  multi__c: ['blue', 'red'],
  master__c: parentId,
  json__c: { a: 1 },
  ...more,
});

describe('a custom object', () => {
  test('that is not there is not found by anybody, whatever they hold', async () => {
    const stranger = await api.newAdmin();
    await defineObject(stranger, 'theirs__c');
    const holder = await memberWith(api, { matrix: { 'objects/theirs__c': ['view'] } });
    const nobody = await memberWith(api, {});
    const key = await memberWith(api, { matrix: { 'objects/ship__c': ['view'] } });
    const asked = async (by: typeof nobody, path: string) => {
      const { status, body } = await by.call('GET', path);
      const { instance: _, requestId: __, ...rest } = body as Json;
      return [status, rest];
    };
    const known = await asked(nobody, '/objects/ship__c');
    expect(known).toMatchObject([403, { code: 'permission_denied', resource: 'objects/ship__c' }]);
    const answers: unknown[] = [];
    for (const by of [api.admin, holder, nobody, key]) {
      for (const name of ['theirs__c', 'nothing__c', 'lead']) {
        answers.push(
          await asked(by, `/objects/${name}`),
          await asked(by, `/objects/${name}/${parentId}`),
        );
      }
    }
    expect(answers[0]).toMatchObject([404, { code: 'not_found' }]);
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  test('takes values of every type and answers them in their one form', async () => {
    const ship = await made(api.admin, '/objects/ship__c', whole());
    expect(ship).toMatchObject({
      name: 'Vasa',
      rich__c: '<p>Bold</p>',
      number__c: '12.345',
      currency__c: '100.50',
      datetime__c: '2026-03-02T08:00:00.000Z',
      time__c: '09:30:00',
      email__c: 'captain@example.com',
      phone__c: '+4930123456',
      multi__c: ['red', 'blue'],
      formula__c: '128',
      auto__c: 'X-0001',
      lookup__c: null,
      file__c: null,
    });
    const path = `/objects/ship__c/${ship.id}`;
    expect((await api.admin.call('GET', path)).body).toEqual(ship);
    const { data } = await done<{ data: Json[] }>(api.admin, 'GET', '/objects/ship__c');
    expect(data).toEqual([ship]);
    const fleet = await done(api.admin, 'GET', `/objects/fleet__c/${parentId}`);
    expect(fleet).toMatchObject({ count__c: '1' });
  });

  test('tells everything that is wrong at once, by its place', async () => {
    const wrong = {
      text__c: 'x',
      key__c: 'nothing',
      integer__c: 2000,
      number__c: '1.2345',
      currency__c: '1.005',
      date__c: '2026-02-31',
      email__c: 'nobody',
      picklist__c: 'green',
      multi__c: ['red', 'green'],
      lookup__c: '0190a1b2-0000-7000-8000-000000000001',
      master__c: null,
      formula__c: '1',
      auto__c: 'X-1',
      json__c: { a: 'x' },
    };
    const { status, body } = await api.admin.call('POST', '/objects/ship__c', { body: wrong });
    expect([status, (body as Json).code]).toEqual([422, 'validation_failed']);
    const { errors } = body as { errors: { pointer: string }[] };
    const places = [...new Set(errors.map(({ pointer }) => pointer))];
    expect(places).toEqual([
      '/text__c',
      '/key__c',
      '/integer__c',
      '/number__c',
      '/currency__c',
      '/date__c',
      '/email__c',
      '/picklist__c',
      '/multi__c/1',
      '/master__c',
      '/formula__c',
      '/auto__c',
      '/json__c/a',
      '/name',
      '/lookup__c',
    ]);
  });

  test('is filtered, sorted and searched by its own fields', async () => {
    for (const [name, masts] of [
      ['Ark', 1],
      ['Beagle', 3],
      ['Cutty Sark', 3],
    ] as const) {
      await made(api.admin, '/objects/ship__c', whole({ name, integer__c: masts, key__c: null }));
    }
    const filter = encodeURIComponent(
      JSON.stringify({
        and: [
          { field: 'integer__c', op: 'lte', value: 3 },
          { field: 'email__c', op: 'isSet' },
        ],
      }),
    );
    const names = async (query: string) => {
      const { data } = await done<{ data: Json[] }>(api.admin, 'GET', `/objects/ship__c?${query}`);
      return data.map(({ name }) => name);
    };
    expect(await names(`filter=${filter}&sort=-integer__c,name`)).toEqual([
      'Beagle',
      'Cutty Sark',
      'Ark',
    ]);
    expect(await names('search=sark')).toEqual(['Cutty Sark']);
  });

  test('is not there under a name that nobody defined, nor a built-in one', async () => {
    for (const name of ['nothing__c', 'lead', '__proto__', 'constructor']) {
      const { status, body } = await api.admin.call('GET', `/objects/${name}`);
      expect([name, status, (body as Json).code]).toEqual([name, 404, 'not_found']);
    }
  });

  test('tells all that is wrong with a row of a file at once', async () => {
    await made(api.admin, '/objects/ship__c', whole({ name: 'Taken', key__c: 'ZZ-9' }));
    const file =
      'name,key__c,integer__c,lookup__c,master__c,picklist__c,none__c\n' +
      `Two,ZZ-9,many,${newId()},,green,\n`;
    const headers = { 'content-type': 'text/csv' };
    const unknown = await api.admin.call('POST', '/objects/ship__c/import', {
      body: file,
      headers,
    });
    expect([unknown.status, (unknown.body as Json).code]).toEqual([422, 'import_columns_invalid']);
    const body = file.replace(',none__c', '').replace(',\n', '\n');
    const { results } = await done<{
      results: { problem: { errors: { pointer: string }[] } }[];
    }>(api.admin, 'POST', '/objects/ship__c/import', body, headers);
    const pointers = results[0]?.problem.errors.map(({ pointer }) => pointer).sort();
    const faulty = ['integer__c', 'key__c', 'lookup__c', 'master__c', 'picklist__c'];
    expect(pointers).toEqual(faulty.map((name) => `/${name}`));
  });

  test('stays with its company', async () => {
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', '/objects/ship__c')).status).toBe(404);
    await defineObject(stranger, 'ship__c');
    const { total } = await done<{ total: number }>(stranger, 'GET', '/objects/ship__c');
    expect(total).toBe(0);
  });
});
