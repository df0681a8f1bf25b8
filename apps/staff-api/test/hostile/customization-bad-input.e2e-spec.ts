import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { call, exported, revisions, type Body } from '../customization/configuration-support';

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

const condition = { field: 'name', op: 'eq', value: 'x' };
const nested = (depth: number): unknown => (depth === 0 ? condition : { not: nested(depth - 1) });
const many = (count: number) => ({ and: Array.from({ length: count }, () => condition) });

/** Filters that no list takes. */
const FILTERS: readonly [string, unknown][] = [
  ['an unknown field', { ...condition, field: 'gone__c' }],
  ['a member of every object', { ...condition, field: 'constructor' }],
  ['SQL for a field', { ...condition, field: `name" or 1=1 --` }],
  ['SQL for an operator', { ...condition, op: '= 1 or 1' }],
  ['a thousand conditions', many(1000)],
  ['fifty groups in one another', nested(50)],
  ['a hundred groups around nothing', JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`)],
  ['between with one value', { field: 'createdAt', op: 'between', value: ['2026-01-01'] }],
  ['an empty group', { and: [] }],
  ['nothing', {}],
  ['two things at once', { and: [condition], or: [condition] }],
  ['a list for a field', { ...condition, field: ['name'] }],
  ['NUL in a value', { ...condition, value: 'a\u0000b' }],
  ['half a character', { ...condition, value: '\ud800' }],
  ['a day that is none', { field: 'createdAt', op: 'gt', value: '2026-02-30' }],
  ['an object for a value', { ...condition, value: { $gt: 1 } }],
  ['a text of a megabyte', { ...condition, value: 'x'.repeat(900_000) }],
];

const LIST_VIEWS = '/customization/objects/lead/list-views';
const LAYOUTS = '/customization/objects/lead/layouts';
const FORMS = '/customization/forms';
const FIELD = { name: 'name', label: 'Name', type: 'text' };

async function refused(path: string, body: unknown): Promise<void> {
  const { status, body: problem } = await call(api.admin, 'POST', path, body);
  expect([path, status]).toEqual([path, expect.any(Number)]);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(problem).toMatchObject({ code: expect.any(String), status });
}

/** Members of the items of a set-up, in no order. */
const MEMBERS =
  'object name label type sections fields filter columns sort role matrix scopes draft published ' +
  'status code format settings';

describe('bad input', () => {
  test.each(FILTERS)('%s is no filter of a view, a rule or a request', async (_, filter) => {
    await refused(LIST_VIEWS, { name: 'Bad', filter });
    await refused('/views', { object: 'lead', name: 'Bad', filter });
    const rules = [{ when: filter, actions: [{ action: 'hide', field: 'name' }] }];
    const sections = [{ title: 'Q', fields: [FIELD] }];
    await refused(FORMS, { name: 'Bad', sections, rules });
  });

  test.each([
    [{ columns: [] }],
    [{ columns: ['name', 'name'] }],
    [{ columns: Array.from({ length: 101 }, (_, i) => `f${i}`) }],
    [{ columns: 'name' }],
    [{ columns: [null] }],
    [{ sort: '' }],
    [{ sort: 'name,name' }],
    [{ sort: '--name' }],
    [{ sort: 'name;drop table x' }],
    [{ sort: 'name,email,phone,title,status,rating' }],
    [{ isDefault: 'yes' }],
    [{ name: '' }],
    [{ name: null }],
    [{ ownerId: '01a20273-e4b0-7583-bbcb-d1b8f59c46e3' }],
    [{ companyId: 'x' }],
    [{ visibility: 'everybody' }],
    [{ sharedWith: { roleIds: ['x'] } }],
  ])('a view with %j is refused', async (wrong) => {
    await refused('/views', { object: 'lead', name: 'Bad', ...wrong });
  });

  test.each([
    [{ sections: {} }],
    [{ sections: [{ title: 'A', columns: 0, fields: [] }] }],
    [{ sections: [{ title: 'A', columns: 1.5, fields: [] }] }],
    [{ sections: [{ title: 'A', columns: 2, fields: ['__proto__'] }] }],
    [{ sections: Array.from({ length: 51 }, () => ({ title: 'A', columns: 1, fields: [] })) }],
    [{ sections: [{ title: 'A\u0000', columns: 1, fields: [] }] }],
    [{ sections: [], object: 'account' }],
  ])('a layout with %j is refused', async (wrong) => {
    await refused(LAYOUTS, { name: 'Bad', ...wrong });
  });

  test.each([
    [{ sections: [] }],
    [{ sections: [{ title: 'A', fields: [{ ...FIELD, type: 'formula' }] }] }],
    [{ sections: [{ title: 'A', fields: [{ ...FIELD, name: '__proto__' }] }] }],
    [{ sections: [{ title: 'A', fields: [{ ...FIELD, settings: { pattern: '(a+)+$(' } }] }] }],
    [{ mapping: { object: 'lead', fields: { id: 'name' } } }],
    [{ mapping: { object: 'lead', fields: { name: 'nothing' } } }],
    [{ mapping: { object: 'lead', fields: { name: 7 } } }],
    [{ mapping: { object: 'toString', fields: {} } }],
    [{ status: 'published' }],
    [{ publishedVersion: 7 }],
  ])('a form with %j is refused', async (wrong) => {
    const sections = [{ title: 'Q', fields: [FIELD] }];
    await refused(FORMS, { name: 'Bad', sections, ...wrong });
  });

  test('of any shape in any part of a set-up is a conflict, never an error', async () => {
    const document = await exported(api.admin);
    const names = Object.keys(document.parts as object);
    const word = fc.constantFrom(...MEMBERS.split(' '));
    const value = fc.oneof(
      fc.constantFrom('lead', 'project__c', '', 'a\u0000', 'x'.repeat(5000), '__proto__'),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const item = fc.dictionary(word, value, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), item, async (name, wrong) => {
        const parts = { [name]: [JSON.parse(JSON.stringify(wrong)) as Body] };
        const body = { format: 'quittance-setup', version: 1, parts };
        const path = '/customization/import?dryRun=true';
        const answer = await call(api.admin, 'POST', path, body);
        expect([answer.status, JSON.stringify(parts)]).toEqual([
          answer.status < 500 ? answer.status : 'below 500',
          JSON.stringify(parts),
        ]);
      }),
      { numRuns: runs(150, 5) },
    );
    expect(await exported(api.admin)).toEqual(document);
  });

  test('has left nothing behind', async () => {
    expect(await revisions(api.admin)).toEqual([]);
  });
});
