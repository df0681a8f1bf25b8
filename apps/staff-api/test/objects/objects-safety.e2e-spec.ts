import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { fieldTypes } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import {
  operationOf,
  type OpenApi,
  type OpenApiOperation,
  type Schema,
} from '../../../../test/support/watch/open-api.js';
import { BUILT_IN_OBJECTS } from '../../src/objects/served-objects.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { DEEP, sampled } from '../../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { filterAttacks } from '../hostile/address-attacks.js';
import {
  contents,
  refusedOf,
  refusedWhole,
  sample,
  seeded,
  shoot,
  type Attack,
  type Shot,
} from '../hostile/bad-input-support.js';
import { memberAttacks, unknownMemberAttacks, type Target } from '../hostile/body-attacks.js';
import { plantObjectRecords, type Records } from './object-records.js';
import { defineObject, done, everyType, made, type Json, type Made } from './objects-support.js';
import { Patience } from '../hostile/patience.js';

const SEED = Number(process.env.BAD_INPUT_SEED ?? 20_260_302);
/** So many are asked at once. */
const TOGETHER = 8;

let t: TestDatabase;
let api: TestStaffApi;
let document: OpenApi;
let routes: readonly Route[];
let records: Records;
let patience: Patience;
let ship: Made;
let shipSchema: { readonly $defs: { readonly create: Schema; readonly update: Schema } };
const random = seeded(SEED);

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const { admin } = api;
  document = (await api.call('GET', '/openapi.json')).body as OpenApi;
  routes = api.app.get(RouteTable).all();
  await defineObject(admin, 'fleet__c');
  await defineObject(admin, 'ship__c', everyType('fleet__c'));
  const fleet = await made(admin, '/objects/fleet__c', { name: 'North' });
  ship = await made(admin, '/objects/ship__c', { name: 'Vasa', master__c: fleet.id });
  shipSchema = (await admin.call('GET', '/objects/ship__c/schema')).body as typeof shipSchema;
  const make = (path: string, body: object) => made(admin, path, body);
  records = await plantObjectRecords(make, admin, {});
  patience = await Patience.by(() => admin.call('GET', '/objects/ship__c?sort=name'));
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

function routeOf(method: string, path: string): Route {
  const route = routes.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`${method} ${path} is no route`);
  return route;
}

const operation = (method: string, path: string): OpenApiOperation =>
  operationOf(document, routeOf(method, path));

/** No answer takes long, however hostile the question. */
async function fire(attacks: readonly Attack[]): Promise<Shot[]> {
  const token = api.admin.token();
  const shots: Shot[] = [];
  const slow: string[] = [];
  for (let at = 0; at < attacks.length; at += TOGETHER) {
    const some = attacks.slice(at, at + TOGETHER);
    const together = () => Promise.all(some.map((attack) => shoot(api.url, token, attack)));
    const { answer, isQuick } = await patience.ask(together);
    shots.push(...answer);
    if (isQuick) continue;
    for (const attack of some) {
      const isSlow = await patience.isTriedBy(() => shoot(api.url, token, attack));
      if (isSlow) slow.push(`${attack.method} ${attack.url.slice(0, 200)} ${attack.why}`);
    }
  }
  expect(slow).toEqual([]);
  return shots;
}

/** Fires a sample of it, then again what was refused. */
async function withstood(attacks: readonly Attack[]): Promise<void> {
  expect(attacks.length).toBeGreaterThan(20);
  const refused = await refusedOf(fire, sampled(attacks));
  await refusedWhole(fire, t.ownerUrl, sample(refused, DEEP ? 600 : 120, random));
}

const GOOD: Json = { name: 'Vasa' };

/** The bodies of the custom object that has every type of field, as its own schema tells them. */
function targets(): Target[] {
  const target = (
    method: string,
    path: string,
    url: string,
    schema: Schema,
    body: Json,
  ): Target => ({
    route: routeOf(method, path),
    schema,
    body,
    records,
    attack: { method, url, operation: operation(method, path) },
  });
  const { create, update } = shipSchema.$defs;
  const own = `/objects/ship__c/${ship.id}`;
  return [
    target('POST', '/objects/:apiName', '/objects/ship__c', create, {
      ...GOOD,
      master__c: ship.master__c,
    }),
    target('PATCH', '/objects/:apiName/:id', own, update, {}),
    target('POST', '/objects/:apiName/:id/clone', `${own}/clone`, update, {}),
  ];
}

describe(`a field of every type, by the seed ${SEED}`, () => {
  test('refuses what it cannot hold by its place, or takes it without harm', async () => {
    await withstood(memberAttacks(document, targets(), 15, random));
  });

  test('refuses what it cannot hold among others that are right', async () => {
    // Of each the whole body: what is wrong is named, and what is right beside it is not written.
    const { properties = {} } = shipSchema.$defs.create;
    const wrong = Object.keys(properties).filter((name) => name.endsWith('__c'));
    const attacks = wrong.flatMap((name) =>
      [{ deep: [{}] }, ['\u0000'], '\ud800', 1e308].map((value): Attack => ({
        why: `${name} is ${typeof value}`,
        method: 'POST',
        url: '/objects/ship__c',
        body: JSON.stringify({ ...GOOD, master__c: ship.master__c, [name]: value }),
        operation: operation('POST', '/objects/:apiName'),
      })),
    );
    await withstood(attacks);
  });

  test('is not set under a name that nobody defined', async () => {
    await withstood(unknownMemberAttacks(document, targets()));
  });

  test('withstands filters and sorts of every kind', async () => {
    const fields = [
      ...Object.keys(shipSchema.$defs.create.properties ?? {}),
      'formula__c',
      'auto__c',
    ];
    const list = {
      url: '/objects/ship__c',
      operation: operation('GET', '/objects/:apiName'),
      fields,
    };
    await withstood(filterAttacks([list], 600, random));
  });

  test('withstands rows of a file: each is told, none breaks the others', async () => {
    const names = Object.keys(shipSchema.$defs.create.properties ?? {});
    const cells = [
      '=1+1',
      '"',
      '{',
      '[',
      '1e400',
      '-0',
      '٣',
      '2026-02-31',
      'x'.repeat(5000),
      '\u202e',
      "'; drop",
    ];
    const rows = names.flatMap((name) =>
      cells.map((cell) => JSON.stringify({ ...GOOD, [name]: cell })),
    );
    const answer = await done(
      api.admin,
      'POST',
      '/objects/ship__c/import?dryRun=true',
      rows.join('\n'),
      {
        'content-type': 'application/x-ndjson',
      },
    );
    expect(answer).toMatchObject({ rows: rows.length });
    expect(answer.failed).toBeGreaterThan(names.length * 3);
  });
});

describe('every described object', () => {
  const readOnlyOf = (object: RecordObject) =>
    [...object.fields.values()].filter(
      ({ readOnly, type }) => readOnly || fieldTypes.computed.has(type),
    );

  test('lets nobody set what the system sets, in no way there is', async () => {
    const attacks = BUILT_IN_OBJECTS.flatMap((object) =>
      readOnlyOf(object).flatMap(({ name }): Attack[] => {
        const at = `${object.path}/:id`;
        const url = `${object.path}/${records[at]}`;
        const body = JSON.stringify({ [name]: name === 'version' ? 9 : newId() });
        const ask = (method: string, path: string, to: string): Attack => ({
          why: 'is set by the system',
          method,
          url: to,
          body,
          pointer: `/${name}`,
          refused: true,
          operation: operation(method, path),
        });
        return [
          ask('POST', object.path, object.path),
          ask('PATCH', at, url),
          ask('POST', `${at}/clone`, `${url}/clone`),
        ];
      }),
    );
    await withstood(attacks);
  });

  test('lets nobody set it for many at once, or from a file', async () => {
    const before = await contents(t.ownerUrl);
    for (const object of sampled(BUILT_IN_OBJECTS)) {
      const ids = [records[`${object.path}/:id`]];
      for (const { name } of readOnlyOf(object)) {
        const patch = { [name]: name === 'version' ? 9 : newId() };
        const bulk = await done(api.admin, 'POST', `${object.path}/bulk`, { ids, patch });
        expect([object.name, name, bulk.failed]).toEqual([object.name, name, 1]);
        if (name === 'id') continue;
        const csv = { body: `${name}\nx\n`, headers: { 'content-type': 'text/csv' } };
        const load = await api.admin.call('POST', `${object.path}/import?dryRun=true`, csv);
        // What downloads have in every row is passed over, and told.
        const { ignoredColumns = [] } = (load.body ?? {}) as { ignoredColumns?: string[] };
        const isPassedOver = load.status === 200 && ignoredColumns.includes(name);
        expect([object.name, name, load.status === 422 || isPassedOver]).toEqual([
          object.name,
          name,
          true,
        ]);
      }
    }
    expect(await contents(t.ownerUrl)).toEqual(before);
  });

  test('keeps its records from another company, under every address', async () => {
    const stranger = await api.newAdmin();
    const found: string[] = [];
    const before = await contents(t.ownerUrl);
    for (const { path } of sampled(BUILT_IN_OBJECTS)) {
      const id = records[`${path}/:id`] ?? '';
      const document = records[`${path}/:id/documents/:documentId`] ?? '';
      const asked: [method: string, url: string, body?: unknown][] = [
        ['GET', `${path}/${id}`],
        ['PATCH', `${path}/${id}`, {}],
        ['DELETE', `${path}/${id}`],
        ['POST', `${path}/${id}/clone`, {}],
        ['GET', `${path}/${id}/timeline`],
        ['GET', `${path}/${id}/layout`],
        ['GET', `${path}/${id}/documents`],
        ['POST', `${path}/${id}/documents?fileName=x`, 'x'],
        ['GET', `${path}/${id}/documents/${document}`],
        ['GET', `${path}/${id}/documents/${document}/file`],
        ['DELETE', `${path}/${id}/documents/${document}`],
      ];
      for (const [method, url, body] of asked) {
        const { status } = await stranger.call(method, url, body === undefined ? {} : { body });
        if (status !== 404) found.push(`${method} ${url} ${status}`);
      }
      const bulk = await done(stranger, 'POST', `${path}/bulk`, { ids: [id], patch: {} });
      if (bulk.failed !== 1) found.push(`${path}/bulk ${JSON.stringify(bulk)}`);
      const jsonl = { 'content-type': 'application/x-ndjson' };
      const row = JSON.stringify({ id });
      const load = await done(stranger, 'POST', `${path}/import`, row, jsonl);
      if (load.failed !== 1) found.push(`${path}/import ${JSON.stringify(load)}`);
      const { total } = await done(stranger, 'GET', `${path}?search=Planted`);
      if (total !== 0) found.push(`${path} lists ${String(total)}`);
    }
    expect(found).toEqual([]);
    expect(await contents(t.ownerUrl)).toEqual(before);
  });

  test('points at no record of another company', async () => {
    const stranger = await api.newAdmin();
    const found: string[] = [];
    for (const object of sampled(BUILT_IN_OBJECTS)) {
      for (const { name, type, readOnly, settings } of object.fields.values()) {
        const { target } = settings;
        if (type !== 'lookup' || readOnly || target === undefined) continue;
        const targetPath = BUILT_IN_OBJECTS.find((each) => each.name === target)?.path ?? '/users';
        const id = targetPath === '/users' ? api.admin.userId : records[`${targetPath}/:id`];
        const body = { [name]: id };
        const { status, body: problem } = await stranger.call('POST', object.path, { body });
        const { errors = [] } = (problem ?? {}) as { errors?: readonly Json[] };
        const told = errors.some(
          ({ pointer, code }) => pointer === `/${name}` && code === 'reference_not_found',
        );
        if (status !== 422 || !told)
          found.push(`${object.name}.${name} ${status} ${JSON.stringify(errors)}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('too much of anything', () => {
  const one = (why: string, method: string, url: string, body: unknown, path: string): Attack => ({
    why,
    method,
    url,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    refused: true,
    operation: operation(method, path),
  });

  test('is refused at once', async () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}__c`, i]));
    const ids = Array.from({ length: 10_001 }, () => newId());
    const attacks = BUILT_IN_OBJECTS.flatMap(({ path }) => [
      one('10,000 members', 'POST', path, { name: 'x', ...names(10_000) }, path),
      one('10,001 ids', 'POST', `${path}/bulk`, { ids, patch: {} }, `${path}/bulk`),
      one(
        'a filter of 1,000',
        'POST',
        `${path}/bulk`,
        {
          filter: { and: Array.from({ length: 1000 }, () => ({ field: 'id', op: 'isSet' })) },
          patch: {},
        },
        `${path}/bulk`,
      ),
    ]);
    await withstood(attacks);
  });

  test('that is asked of a list or a timeline is refused', async () => {
    const queries = ['page=-1', 'page=1000000001', 'pageSize=1000000', 'pageSize=0', 'cursor=x'];
    const attacks = BUILT_IN_OBJECTS.flatMap(({ path }) => {
      const { body: _, ...list } = one('', 'GET', path, '', path);
      const timeline = `${path}/${records[`${path}/:id`]}/timeline`;
      return [
        ...queries.map((query) => ({ ...list, why: query, url: `${path}?${query}` })),
        ...['pageSize=1000000', 'cursor=x'].map((query) => ({
          ...list,
          why: query,
          url: `${timeline}?${query}`,
          operation: operation('GET', `${path}/:id/timeline`),
        })),
      ];
    });
    await withstood(attacks);
  });
});
