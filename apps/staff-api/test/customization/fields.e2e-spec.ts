import { fieldTypes } from '@quittance/fields';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineField, defineObject, everyType, made } from '../objects/objects-support.js';
import { Patience } from '../hostile/patience.js';

let t: TestDatabase;
let api: TestStaffApi;

const OBJECTS = '/customization/objects';
const FIELDS = `${OBJECTS}/plan__c/fields`;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await defineObject(api.admin, 'plan__c', [{ name: 'region__c', type: 'text' }]);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  api.admin.call(method, path, body === undefined ? { headers } : { body, headers });

const pointers = (answer: { body: unknown }) =>
  (answer.body as { errors?: { pointer: string; code: string }[] }).errors?.map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );

interface Described {
  readonly name: string;
  readonly custom: boolean;
  readonly label: string;
}

describe('objects', () => {
  test('are listed, built in and custom, with where their records are', async () => {
    const objects = bodyOf<Described[]>(await call('GET', OBJECTS));
    expect(objects.find(({ name }) => name === 'account')).toMatchObject({
      custom: false,
      customizable: true,
      path: '/accounts',
    });
    expect(bodyOf(await call('GET', `${OBJECTS}/plan__c`))).toMatchObject({
      custom: true,
      customFields: 1,
      path: '/objects/plan__c',
    });
  });

  test('are changed by those who have seen their latest version', async () => {
    const path = `${OBJECTS}/plan__c`;
    const changed = await call('PATCH', path, { label: 'Plan' }, { 'if-match': '"1"' });
    expect(bodyOf(changed)).toMatchObject({ label: 'Plan', version: 2 });
    const late = await call('PATCH', path, { label: 'Late' }, { 'if-match': '"1"' });
    expect(refusal(late)).toEqual([412, 'precondition_failed']);
    expect(refusal(await call('PATCH', path, { name: 'other__c' }))).toEqual([
      400,
      'malformed_request',
    ]);
    expect(refusal(await call('PATCH', `${OBJECTS}/account`, { label: 'X' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('say what their deletion would reach before it is done', async () => {
    await defineObject(api.admin, 'gone__c', [{ name: 'x__c', type: 'text' }]);
    await made(api.admin, '/objects/gone__c', { name: 'One' });
    const tried = await call('DELETE', `${OBJECTS}/gone__c?dryRun=true`);
    expect(tried.body).toMatchObject({
      dryRun: true,
      possible: true,
      affected: [
        { what: 'fields', count: 1, names: ['x__c'] },
        { what: 'records', count: 1 },
      ],
    });
    expect((await call('GET', '/objects/gone__c')).status).toBe(200);
    expect((await call('DELETE', `${OBJECTS}/gone__c`)).body).toMatchObject({ dryRun: false });
    expect((await call('GET', '/objects/gone__c')).status).toBe(404);
    const again = { name: 'gone__c', label: 'G', pluralLabel: 'G' };
    expect(refusal(await call('POST', OBJECTS, again))).toEqual([409, 'object_name_taken']);
  });
});

describe('fields', () => {
  test('of the system and of the company stand in one list', async () => {
    const fields = bodyOf<Described[]>(await call('GET', FIELDS));
    expect(fields.map(({ name, custom }) => `${name} ${custom}`)).toEqual(
      expect.arrayContaining(['name false', 'ownerId false', 'region__c true']),
    );
    expect(bodyOf(await call('GET', `${FIELDS}/name`))).toMatchObject({ id: null, custom: false });
    expect(refusal(await call('GET', `${FIELDS}/nothing`))).toEqual([404, 'not_found']);
    expect(refusal(await call('GET', `${OBJECTS}/nothing/fields`))).toEqual([404, 'not_found']);
  });

  test('apply to the next request, on built-in objects too', async () => {
    await defineField(api.admin, 'account', { name: 'tier__c', type: 'integer' });
    const account = await made(api.admin, '/accounts', { name: 'Acme', tier__c: 3 });
    const { body } = await call('GET', `/accounts/${account.id}`);
    expect(body).toMatchObject({ tier__c: 3 });
    await call('DELETE', `${OBJECTS}/account/fields/tier__c`);
    expect((await call('GET', `/accounts/${account.id}`)).body).not.toHaveProperty('tier__c');
    const sent = await call('PATCH', `/accounts/${account.id}`, { tier__c: 4 });
    expect([sent.status, pointers(sent)]).toEqual([400, ['/tier__c unknown_field']]);
  });

  test('are written by those with the grant and read by everybody who is signed in', async () => {
    const reader = await memberWith(api, {});
    const shaper = await memberWith(api, { grants: ['customization'] });
    const body = { name: 'granted__c', label: 'Granted', type: 'text' };
    expect((await reader.call('GET', FIELDS)).status).toBe(200);
    expect((await reader.call('GET', OBJECTS)).status).toBe(200);
    for (const [method, path] of [
      ['POST', FIELDS],
      ['PATCH', `${FIELDS}/region__c`],
      ['DELETE', `${FIELDS}/region__c`],
      ['POST', `${FIELDS}/reorder`],
    ] as const) {
      expect(refusal(await reader.call(method, path, { body }))).toEqual([
        403,
        'permission_denied',
      ]);
    }
    expect((await shaper.call('POST', FIELDS, { body })).status).toBe(201);
  });

  test('are told apart by what is wrong with them', async () => {
    const shape = await call('POST', FIELDS, { name: 5, type: 'nothing', label: 'L', more: 1 });
    expect([shape.status, pointers(shape)]).toEqual([
      400,
      ['/name type', '/type enum', '/more unknown_field'],
    ]);
    const values = { name: 'X', label: 'L', type: 'number', settings: { scale: 11 } };
    const wrong = await call('POST', FIELDS, values);
    expect([wrong.status, pointers(wrong)]).toEqual([
      422,
      ['/name format', '/settings/scale range'],
    ]);
    const taken = { name: 'region__c', label: 'L', type: 'text' };
    expect(refusal(await call('POST', FIELDS, taken))).toEqual([409, 'field_name_taken']);
  });

  test('say which views, layouts, forms and formulas name them', async () => {
    await defineObject(api.admin, 'seen__c', [
      { name: 'f__c', type: 'picklist', settings: { options: [{ code: 'a', label: 'A' }] } },
      { name: 'g__c', type: 'formula', settings: { formula: 'f__c & "!"' } },
    ]);
    await made(api.admin, '/objects/seen__c', { name: 'One', f__c: 'a' });
    const at = `${OBJECTS}/seen__c`;
    const filter = { field: 'f__c', op: 'in', value: ['a'] };
    await made(api.admin, `${at}/list-views`, { name: 'By filter', filter });
    await made(api.admin, `${at}/list-views`, { name: 'By column', columns: ['name', 'f__c'] });
    await made(api.admin, `${at}/list-views`, { name: 'By neither', columns: ['name'] });
    const sections = [{ title: 'S', columns: 1, fields: ['name', 'f__c'] }];
    await made(api.admin, `${at}/layouts`, { name: 'Page', sections });
    const questions = [
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'f', label: 'F', type: 'text' },
    ];
    await made(api.admin, '/customization/forms', {
      name: 'Asking',
      sections: [{ title: 'Q', fields: questions }],
      mapping: { object: 'seen__c', fields: { name: 'name', f__c: 'f' } },
    });
    const { body } = await call('DELETE', `${at}/fields/f__c?dryRun=true`);
    expect((body as { affected: unknown }).affected).toEqual([
      { what: 'forms', count: 1, names: ['Asking'] },
      { what: 'formulas', count: 1, names: ['seen__c.g__c'] },
      { what: 'layouts', count: 1, names: ['Page'] },
      { what: 'records', count: 1, names: [] },
      { what: 'views', count: 2, names: ['By column', 'By filter'] },
    ]);
    const settings = { options: [{ code: 'a', label: 'A', active: false }] };
    const tried = await call('PATCH', `${at}/fields/f__c?dryRun=true`, { settings });
    expect(tried.body).toMatchObject({
      possible: true,
      affected: [
        { what: 'records', count: 1, names: ['a'] },
        { what: 'views', count: 1, names: ['By filter'] },
      ],
    });
  });

  test('with a pattern that backtracks elsewhere are checked at once', async () => {
    const pattern = { name: 'slow__c', label: 'S', type: 'text', settings: { pattern: '(a+)+$' } };
    expect((await call('POST', FIELDS, pattern)).status).toBe(201);
    const body = { name: 'A', slow__c: `${'a'.repeat(250)}b` };
    expect((await call('POST', '/objects/plan__c', body)).status).toBe(422);
    const patience = await Patience.by(() => call('POST', '/objects/plan__c', { name: 'A' }));
    expect(await patience.isTriedBy(() => call('POST', '/objects/plan__c', body))).toBe(false);
  });
});

test('a change that changes nothing makes no version, of a field or of an object', async () => {
  const options = [
    { code: 'a', label: 'A', colour: '#102030' },
    { code: 'b', label: 'B', active: false },
  ];
  const field = { name: 'same__c', type: 'picklist', settings: { options }, default: 'a' };
  await defineObject(api.admin, 'same__c', [
    field,
    { name: 'twice__c', type: 'formula', settings: { formula: '2', stored: true } },
  ]);
  const unchanged: [path: string, body: object][] = [
    ['same__c/fields/same__c', {}],
    ['same__c/fields/same__c', { label: 'same__c', settings: { options }, default: 'a' }],
    ['same__c/fields/twice__c', { settings: { formula: '2' }, help: null }],
    ['same__c', { label: 'same' }],
  ];
  for (const [path, body] of unchanged) {
    const { headers, body: before } = await call('GET', `${OBJECTS}/${path}`);
    const answer = await call('PATCH', `${OBJECTS}/${path}`, body);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect(answer.body).toEqual(before);
  }
  const { body } = await call('GET', '/customization/revisions?pageSize=200');
  const { data } = body as { data: { object: string | null; action?: string }[] };
  expect(data.filter(({ object }) => object === 'same__c')).toHaveLength(3);
  const changed = await call('PATCH', `${OBJECTS}/same__c`, { label: 'Other' });
  expect(changed.body).toMatchObject({ version: 2 });
});

describe('whatever is sent', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    "x'; drop table customization.field; --",
    '../x',
  ];

  test('as settings of any type is a field or a refusal that writes nothing', async () => {
    const setting = fc.constantFrom(
      'minLength',
      'maxLength',
      'pattern',
      'precision',
      'scale',
      'min',
      'max',
      'currency',
      'allowedDomains',
      'defaultCountry',
      'options',
      'master',
      'dependsOn',
      'maxItems',
      'target',
      'onDelete',
      'formula',
      'resultType',
      'stored',
      'child',
      'childField',
      'function',
      'of',
      'filter',
      'format',
      'start',
      'maxFiles',
      'schema',
      ...names,
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(...names, '{SEQ}', 'plan__c'),
    );
    const settings = fc
      .array(fc.tuple(setting, value), { maxLength: 4 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`,
        ),
      );
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fieldTypes.all),
        settings,
        value,
        async (type, given, standing) => {
          n += 1;
          const name = `fuzz${n}__c`;
          const body = { name, label: 'F', type, settings: given, default: standing };
          const answer = await call('POST', `${OBJECTS}/plan__c/fields`, body);
          expect([201, 400, 409, 422]).toContain(answer.status);
          const found = await call('GET', `${FIELDS}/${name}`);
          expect(found.status).toBe(answer.status === 201 ? 200 : 404);
          if (answer.status === 201) await call('DELETE', `${FIELDS}/${name}`);
        },
      ),
      { numRuns: runs(150, 5) },
    );
  });

  test('as values of any type is a record or a refusal, and a refusal writes nothing', async () => {
    await defineObject(api.admin, 'yard__c');
    await defineObject(api.admin, 'any__c', everyType('yard__c'));
    const yard = await made(api.admin, '/objects/yard__c', { name: 'Yard' });
    const field = fc.constantFrom(...everyType('yard__c').map(({ name }) => name), 'id', ...names);
    const hostile = fc.constantFrom(...names, '1e400', 'NaN', '-0', '2026-02-31', '\u0000', '%');
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostile, fc.double().map(String));
    const total = async () => {
      const { body } = await call('GET', '/objects/any__c?pageSize=1');
      return (body as { total: number }).total;
    };
    const before = await total();
    let records = before;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(field, value), { maxLength: 5 }), async (entries) => {
        const members = entries.map((entry) => entry.map((part) => JSON.stringify(part)).join(':'));
        const rest = `"name":"A","master__c":"${yard.id}"`;
        const body = `{${[rest, ...members].join(',')}}`;
        const headers = { 'content-type': 'application/json' };
        const answer = await api.admin.call('POST', '/objects/any__c', { body, headers });
        expect([201, 400, 422]).toContain(answer.status);
        if (answer.status === 201) records += 1;
        expect(await total()).toBe(records);
      }),
      { numRuns: runs(150, 5) },
    );
    expect(records).toBeGreaterThan(before);
  });

  test.each(names)('as the name %j finds nothing and breaks nothing', async (name) => {
    const path = encodeURIComponent(name);
    for (const at of [`${OBJECTS}/${path}`, `${OBJECTS}/${path}/fields`, `${FIELDS}/${path}`]) {
      expect((await call('GET', at)).status).toBe(404);
    }
    const body = { name, label: 'L', pluralLabel: 'L', type: 'text' };
    const { pluralLabel: _, ...field } = body;
    const { type: __, ...object } = body;
    expect((await call('POST', FIELDS, field)).status).toBe(422);
    expect((await call('POST', OBJECTS, object)).status).toBe(422);
    const formula = { object: 'plan__c', expression: name };
    expect([200, 404]).toContain(
      (await call('POST', '/customization/formulas/check', formula)).status,
    );
  });
});

describe('a formula', () => {
  const check = (body: object) => call('POST', '/customization/formulas/check', body);

  test('is checked and traced before it is saved', async () => {
    const object = 'plan__c';
    const sample = { region__c: 'EMEA' };
    const answer = await check({ object, expression: 'IF(region__c = "EMEA", 1, 2)', sample });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      valid: true,
      type: 'number',
      fields: ['region__c'],
      value: '1',
      trace: { name: 'IF', value: '1' },
    });
    const wrong = await check({ object, expression: 'IF(region__c' });
    expect(wrong.body).toMatchObject({ valid: false, errors: [{ position: { line: 1 } }] });
    expect(refusal(await check({ object: 'nothing', expression: '1' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('may be written with the signs of logic and percent', async () => {
    const expression = 'IF(!ISBLANK(region__c) && region__c != "US" || FALSE, 12.5%, 0)';
    const answer = await check({ object: 'plan__c', expression, sample: { region__c: 'EMEA' } });
    expect(answer.body).toMatchObject({ valid: true, type: 'number', value: '0.125' });
    const wrong = await check({ object: 'plan__c', expression: 'TRUE | FALSE' });
    const position = { offset: 5, line: 1, column: 6 };
    expect(wrong.body).toMatchObject({ valid: false, errors: [{ code: 'syntax', position }] });
  });

  test.each(['('.repeat(100_000), '9'.repeat(100_000), '2^2^2^2^2^2^2^2', 'A'.repeat(999_999)])(
    'of hostile text is answered at once',
    async (expression) => {
      const asked = { object: 'plan__c', expression, sample: {} };
      expect([200, 413]).toContain((await check(asked)).status);
      const patience = await Patience.by(() => check({ object: 'plan__c', expression: '1' }));
      expect(await patience.isTriedBy(() => check(asked))).toBe(false);
    },
  );
});
