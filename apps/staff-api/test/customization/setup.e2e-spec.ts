import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import {
  LIST_VIEWS,
  bringIn,
  call,
  configure,
  exported,
  revisions,
  type Body,
} from './configuration-support';

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

describe('the set-up of a company', () => {
  it('is carried to another, and comes out of it as it went in', async () => {
    const [from, to] = [await api.newAdmin(), await api.newAdmin()];
    await configure(from);
    const document = await exported(from);
    expect(document).toMatchObject({ format: 'quittance-setup', version: 1 });
    const parts = document.parts as Record<string, Body[]>;
    expect(
      Object.entries(parts)
        .filter(([, items]) => items.length > 0)
        .map(([name]) => name),
    ).toEqual(
      expect.arrayContaining([
        'dunningSchedule',
        'emailTemplates',
        'fields',
        'forms',
        'lateTerms',
        'layouts',
        'listViews',
        'masters',
        'numbering',
        'objects',
        'pipelines',
        'roles',
        'sharedViews',
        'slaPolicy',
        'taxCodes',
        'taxJurisdictions',
        'taxRates',
        'validationRules',
        'views',
        'workflowRules',
      ]),
    );
    expect(parts.listViews).toHaveLength(2);
    expect(parts.views?.map(({ name }) => name)).toEqual(['Everybody']);
    expect(parts.forms?.map(({ name, status }) => [name, status])).toEqual([
      ['Contact', 'published'],
      ['Draft', 'draft'],
    ]);

    const dry = await bringIn(to, document, '?dryRun=true');
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true, conflicts: [], changed: [] } });
    expect(
      (dry.body.added as Body[]).map(({ part, key }) => `${String(part)} ${String(key)}`),
    ).toEqual(
      expect.arrayContaining(['listViews product/all', 'views product/everybody', 'forms contact']),
    );
    expect(await exported(to)).not.toEqual(document);
    expect(await revisions(to)).toEqual([]);

    const done = await bringIn(to, document);
    expect(done).toMatchObject({ status: 200, body: { dryRun: false, conflicts: [] } });
    expect(JSON.stringify(await exported(to))).toBe(JSON.stringify(document));

    const known = (await revisions(to)).length;
    const again = await bringIn(to, document);
    expect(again.body).toMatchObject({ added: [], changed: [], untouched: [], conflicts: [] });
    expect(await revisions(to)).toHaveLength(known);
  });

  it('changes what differs, says how, and leaves alone what the document leaves out', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const item = { object: 'product', name: 'All', columns: null, sort: 'name', filter: null };
    const document = {
      format: 'quittance-setup',
      version: 1,
      parts: { listViews: [{ ...item, isDefault: true }] },
    };
    const { body } = await bringIn(admin, document);
    expect(body).toMatchObject({
      added: [],
      changed: [
        {
          part: 'listViews',
          key: 'product/all',
          differences: [{ pointer: '/sort', before: '-sku', after: 'name' }],
        },
      ],
      untouched: [{ part: 'listViews', key: 'product/chairs' }],
    });
    const views = (await call(admin, 'GET', `${LIST_VIEWS}?sort=name`)).body.data as Body[];
    expect(views.map(({ name, sort }) => [name, sort])).toEqual([
      ['All', 'name'],
      ['Chairs', null],
    ]);
  });

  it('with one conflict is not brought in at all, and every conflict is told', async () => {
    const admin = await api.newAdmin();
    const view = { object: 'product', name: 'Good', columns: null, sort: null, filter: null };
    const document = {
      format: 'quittance-setup',
      version: 1,
      parts: {
        views: [view, { ...view, name: 'Nowhere', object: 'nothing' }, view, { name: 17 }],
        forms: [{ name: 'Bad', status: 'published', draft: {}, published: null }],
      },
    };
    const dry = await bringIn(admin, document, '?dryRun=true');
    const conflicts = dry.body.conflicts as { part: string; key: string; errors: Body[] }[];
    expect(conflicts.map(({ part, key }) => `${part} ${key}`)).toEqual([
      'forms bad',
      'views nothing/nowhere',
      'views product/good',
      'views undefined/17',
    ]);
    const refused = await bringIn(admin, document);
    expect(refused).toMatchObject({ status: 409, body: { code: 'setup_conflict' } });
    const pointers = (refused.body.errors as Body[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/parts/views/1/object', '/parts/views/2']));
    const parts = (await exported(admin)).parts as Record<string, Body[]>;
    expect(parts.views).toEqual([]);
  });

  it.each([
    [{ format: 'other', version: 1, parts: {} }, 422, 'setup_unreadable'],
    [{ format: 'quittance-setup', version: 2, parts: {} }, 422, 'setup_unreadable'],
    [{ format: 'quittance-setup', version: 1, parts: { nothing: [] } }, 422, 'setup_unreadable'],
    [{ format: 'quittance-setup', version: 1, parts: { forms: {} } }, 422, 'setup_unreadable'],
    [{ format: 'quittance-setup', version: 1, parts: { forms: [1] } }, 422, 'setup_unreadable'],
    [
      { format: 'quittance-setup', version: 1, parts: { constructor: [] } },
      400,
      'malformed_request',
    ],
    [{ format: 'quittance-setup', version: 1, parts: [] }, 400, 'malformed_request'],
  ])('%j is none', async (document, status, code) => {
    expect(await bringIn(api.admin, document)).toMatchObject({ status, body: { code } });
  });
});
