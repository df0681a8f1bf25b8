import { CreateUser } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { newId } from '@quittance/kernel';
import { memberWith } from '../access/members.js';
import { SECTIONS, bringIn, call, exported, type Body } from './configuration-support';

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

async function make(as: StaffClient, path: string, body: object): Promise<Body> {
  const made = await call(as, 'POST', path, body);
  if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
  return made.body;
}

type Stage = Readonly<Record<'id' | 'name', string>>;

/** A company whose pipeline has the stages, of which the second is answered. */
async function withStages(...names: readonly string[]) {
  const admin = await api.newAdmin();
  const stages = names.map((name) => ({ name, probability: 50, kind: 'open' }));
  const ends = [
    { name: 'Won', probability: 100, kind: 'won' },
    { name: 'Lost', probability: 0, kind: 'lost' },
  ];
  const made = await make(admin, '/pipelines', { name: 'Tenders', stages: [...stages, ...ends] });
  const [, second] = made.stages as [Stage, Stage];
  return { admin, stage: second.id };
}

const filterOn = (stage: string) => ({ field: 'stageId', op: 'eq', value: stage });

describe('what the texts of a set-up refer to', () => {
  it('is carried by name: stages in conditions and in the filters of views', async () => {
    const { admin, stage } = await withStages('New', 'Offer');
    const rule = { object: 'deal', name: 'Offered', trigger: 'update' };
    const actions = [{ kind: 'create_task', subject: 'Call' }];
    const condition = (id: string) => `stageId = "${id}"`;
    await make(admin, '/workflows', { ...rule, condition: condition(stage), actions });
    const view = { object: 'deal', name: 'Offers', visibility: 'public' };
    await make(admin, '/views', { ...view, filter: filterOn(stage) });
    const document = await exported(admin);
    expect(document.dangling).toEqual([]);
    const { workflowRules, views } = document.parts as Record<string, Body[]>;
    expect(workflowRules).toMatchObject([{ condition: condition('@@stage:Tenders/Offer@@') }]);
    expect(views).toMatchObject([{ filter: filterOn('@@stage:Tenders/Offer@@') }]);

    const to = await withStages('Asked', 'Offer');
    expect(await bringIn(to.admin, document)).toMatchObject({ status: 200 });
    const rules = (await call(to.admin, 'GET', '/workflows')).body.data;
    expect(rules).toMatchObject([{ condition: condition(to.stage) }]);
    const theirs = (await call(to.admin, 'GET', '/views?object=deal')).body.data;
    expect(theirs).toMatchObject([{ filter: filterOn(to.stage) }]);
    const again = await bringIn(to.admin, document);
    expect(again.body).toMatchObject({ added: [], changed: [], conflicts: [] });

    // A company with another pipeline is told what it lacks, where, and of which item.
    const { pipelines: _, ...parts } = document.parts as Record<string, Body[]>;
    const other = await api.newAdmin();
    const refused = await bringIn(other, { ...document, parts });
    const message =
      'names the stage “Tenders/Offer”, which this company has not, or you may not view';
    expect(refused.body).toMatchObject({
      code: 'setup_conflict',
      errors: [
        { pointer: '/parts/views/0/filter/value', code: 'reference' },
        {
          pointer: '/parts/workflowRules/0/condition',
          code: 'reference',
          message: `deal.offered: ${message}`,
        },
      ],
    });

    // Ids that nobody has any more travel to no other company, those of other records do.
    const judge = { name: 'judge__c', label: 'Judge', type: 'lookup' };
    const settings = { target: 'user' };
    await make(admin, '/customization/objects/deal/fields', { ...judge, settings });
    const gone = newId();
    const judged = { field: 'judge__c', op: 'eq', value: gone };
    await make(admin, '/views', { ...view, name: 'Judged', filter: judged });
    const customer = { field: 'accountId', op: 'eq', value: gone };
    await make(admin, '/views', { ...view, name: 'Of one', filter: customer });
    const lost = { ...rule, name: 'Lost', condition: condition(gone), actions };
    await make(admin, '/workflows', lost);
    const telling = await exported(admin);
    const told = [
      { part: 'views', key: 'deal/judged', errors: [{ pointer: '/filter/value' }] },
      { part: 'workflowRules', key: 'deal.lost', errors: [{ pointer: '/condition' }] },
    ];
    expect(telling.dangling).toMatchObject(told);
    const skipping = await bringIn(to.admin, telling, '?skipConflicts=true');
    expect(skipping.body).toMatchObject({ conflicts: told });
    const back = await bringIn(admin, telling);
    expect(back).toMatchObject({ status: 200, body: { conflicts: [], added: [], changed: [] } });
  });
});

it('users are named to whoever may view them only, and nobody else learns who is one', async () => {
  const email = 'nora@example.com';
  const person = { email, name: 'Nora', roleIds: [] };
  const { id } = await new CreateUser(t.db).execute(api.company, person);
  await make(api.admin, '/workflows', {
    object: 'lead',
    name: 'Nora calls',
    trigger: 'create',
    condition: `ownerId = "${id}"`,
    actions: [{ kind: 'create_task', subject: 'Call', ownerId: id }],
  });
  const rules = async (as: StaffClient) =>
    ((await exported(as)).parts as Record<string, Body[]>).workflowRules;
  expect(await rules(api.admin)).toMatchObject([
    { condition: 'ownerId = "@@user:nora%40example.com@@"', actions: [{ owner: email }] },
  ]);
  const builder = await memberWith(api, {
    grants: ['customization'],
    matrix: { leads: ['view', 'update'], workflows: ['view', 'create', 'update'] },
  });
  const [rule] = (await rules(builder)) ?? [];
  expect(rule).toMatchObject({ condition: `ownerId = "${id}"`, actions: [{ owner: id }] });
  const told = async (who: string) => {
    const item = { ...rule, name: 'Other', condition: `ownerId = "@@user:${who}@@"` };
    const document = { format: 'quittance-setup', version: 1, parts: { workflowRules: [item] } };
    const { body } = await bringIn(builder, document, '?dryRun=true');
    return JSON.stringify(body).replaceAll(who, 'X');
  };
  expect(await told('nora%40example.com')).toContain('or you may not view');
  const strange = await told('nobody%40example.com');
  expect((await told('nora%40example.com')).replace('nora@', 'nobody@')).toBe(strange);
});

describe('a set-up that names what is gone', () => {
  it('says so by item, is refused, and is brought in without it where that is asked', async () => {
    const from = await api.newAdmin();
    const fields = '/customization/objects/lead/fields';
    const field = (name: string, more: object) =>
      make(from, fields, { name, label: name, ...more });
    await field('pieces__c', { type: 'integer' });
    await field('rooms__c', { type: 'integer' });
    const formula = (text: string) => ({ type: 'formula', settings: { formula: text } });
    await field('twice__c', formula('pieces__c * 2'));
    await field('four__c', formula('twice__c * 2'));
    await field('space__c', formula('rooms__c * 20'));
    await make(from, '/customization/validation-rules', {
      object: 'lead',
      name: 'Some',
      formula: 'pieces__c > 0',
      message: 'How many?',
    });
    expect((await call(from, 'DELETE', `${fields}/pieces__c`)).status).toBe(200);
    const document = await exported(from);
    const items = (document.parts as Record<string, Body[]>).fields ?? [];
    const place = (name: string) => items.findIndex((each) => each.name === name);
    expect(document.dangling).toMatchObject([
      {
        part: 'fields',
        key: 'lead.twice__c',
        index: place('twice__c'),
        errors: [{ pointer: '/settings/formula', code: 'formula_unknown_field' }],
      },
      { part: 'validationRules', key: 'lead.some', index: 0 },
    ]);

    const to = await api.newAdmin();
    const refused = await bringIn(to, document);
    expect([refused.status, refused.body.code]).toEqual([409, 'setup_conflict']);
    const pointers = (refused.body.errors as Body[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual([
      `/parts/fields/${place('four__c')}/settings/formula`,
      `/parts/fields/${place('twice__c')}/settings/formula`,
      '/parts/validationRules/0/formula',
    ]);
    expect((await exported(to)).parts).toMatchObject({ fields: [] });

    const skipping = await bringIn(to, document, '?skipConflicts=true');
    expect(skipping).toMatchObject({ status: 200, body: { dryRun: false } });
    const { added, conflicts } = skipping.body as Record<string, Body[]>;
    const keys = (of: Body[] | undefined, part: string) =>
      of?.filter((each) => each.part === part).map(({ key }) => key);
    expect(keys(added, 'fields')).toEqual(['lead.rooms__c', 'lead.space__c']);
    expect(keys(conflicts, 'fields')).toEqual(['lead.four__c', 'lead.twice__c']);
    expect(keys(conflicts, 'validationRules')).toEqual(['lead.some']);
    const there = (await exported(to)).parts as Record<string, Body[]>;
    expect(there.fields?.map(({ name }) => name)).toEqual(['rooms__c', 'space__c']);
  });

  it('leaves out what hangs on an object that is gone, and another company takes it', async () => {
    const from = await api.newAdmin();
    const of = '/customization/objects/parcel__c';
    const parcel = { name: 'parcel__c', label: 'Parcel', pluralLabel: 'Parcels' };
    await make(from, '/customization/objects', parcel);
    await make(from, `${of}/fields`, { name: 'weight__c', label: 'Weight', type: 'number' });
    const sections = [{ title: 'All', columns: 1, fields: ['name', 'weight__c'] }];
    await make(from, `${of}/layouts`, { name: 'Packed', sections, isDefault: true });
    await make(from, `${of}/list-views`, { name: 'Heavy', columns: ['weight__c'] });
    await make(from, '/views', { object: 'parcel__c', name: 'Public', visibility: 'public' });
    const partsOf = async (as: typeof from) => {
      const { parts } = (await exported(as)) as { parts: Record<string, Body[]> };
      const named = ['fields', 'layouts', 'listViews', 'views', 'forms'];
      return named.map((name) => parts[name]?.length);
    };
    expect(await partsOf(from)).toEqual([1, 1, 1, 1, 0]);
    const { objects } = (await exported(from)).parts as Record<string, Body[]>;
    expect((await call(from, 'DELETE', of)).status).toBe(200);
    expect(await partsOf(from)).toEqual([0, 0, 0, 0, 0]);
    const document = await exported(from);
    expect(document.dangling).toEqual([]);
    const to = await api.newAdmin();
    expect((await bringIn(to, document)).status).toBe(200);

    // It comes back with all of it.
    expect((await bringIn(from, { ...document, parts: { objects } })).status).toBe(200);
    expect(await partsOf(from)).toEqual([1, 1, 1, 1, 0]);
    await make(from, '/customization/forms', {
      name: 'Send',
      sections: SECTIONS,
      mapping: { object: 'parcel__c', fields: { name: 'name' } },
    });
    expect((await call(from, 'DELETE', of)).status).toBe(200);
    // A form is still there to be mended, and so is told.
    const pointer = '/draft/mapping/object';
    expect((await exported(from)).dangling).toMatchObject([
      { part: 'forms', key: 'send', index: 0, errors: [{ pointer, code: 'unknown_object' }] },
    ]);
  });
});
