import { CreateUser } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { bringIn, call, configure, exported, type Body } from './configuration-support';

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

const documentOf = (parts: object) => ({ format: 'quittance-setup', version: 1, parts });
const partsOf = async (as: StaffClient) => (await exported(as)).parts as Record<string, Body[]>;

/** Somebody of the company who may customize, and what else is said. */
async function customizer(admin: StaffClient, matrix: object, grants: string[] = []) {
  const body = { name: 'Customizer', matrix, grants: ['customization', ...grants] };
  const { id } = (await call(admin, 'POST', '/roles', body)).body;
  const person = { email: 'cu@example.com', name: 'Cu', roleIds: [id as never] };
  const made = await new CreateUser(t.db).execute(t.ctx(admin.companyId), person);
  return api.client(admin.companyId, made.id);
}

describe('what a company works by, in a set-up', () => {
  it('has the texts of e-mails in each language, and documents from before have one', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const [template] = (await partsOf(admin)).emailTemplates as [Body];
    expect(template).not.toHaveProperty('translations');
    const { subject, html, text } = template;
    const translations = [{ language: 'fr', subject: 'Bonjour', html, text }];
    const load = (item: Body) => bringIn(admin, documentOf({ emailTemplates: [item] }));
    expect((await load({ ...template, translations })).status).toBe(200);
    const after = await partsOf(admin);
    expect(after.emailTemplates).toEqual([{ ...template, translations }]);
    const broken = { ...template, translations: [{ language: 'fr', subject, html: '{{', text }] };
    const at = '/parts/emailTemplates/0/translations/0';
    expect((await load(broken)).body.errors).toMatchObject([{ pointer: `${at}/html` }]);
    const partly = await load({ ...template, translations: [{ language: 'fr' }] });
    const missing = ['subject', 'html', 'text'].map((name) => ({ pointer: `${at}/${name}` }));
    expect(partly.body.errors).toMatchObject(missing);
    expect((await load(template)).status).toBe(200);
    expect((await partsOf(admin)).emailTemplates).toEqual([template]);
  });

  it('is changed by what differs, and a dry run says how', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const parts = await partsOf(admin);
    const [policy] = parts.slaPolicy as [Body];
    const [schedule] = parts.dunningSchedule as [Body];
    const [template] = parts.emailTemplates as [Body];
    const seller = parts.roles?.find(({ role }) => role === 'Seller') as Body;
    const rate = parts.taxRates?.find(({ validTo }) => validTo === null) as Body;
    const document = documentOf({
      slaPolicy: [{ ...policy, hours: null }],
      dunningSchedule: [{ ...schedule, minimumBalance: '10' }],
      emailTemplates: [{ ...template, subject: 'Good day' }],
      roles: [{ ...seller, scopes: { leads: 'team' } }],
      taxRates: [{ ...rate, rate: '8' }],
      pipelines: [{ ...(parts.pipelines?.[0] as Body), active: true }],
    });
    const dry = await bringIn(admin, document, '?dryRun=true');
    expect(dry).toMatchObject({ status: 200, body: { added: [], conflicts: [] } });
    const changed = dry.body.changed as { part: string; differences: Body[] }[];
    const pointers = changed.map(({ part, differences }): [string, unknown[]] => [
      part,
      differences.map(({ pointer }) => pointer),
    ]);
    expect(Object.fromEntries(pointers)).toEqual({
      dunningSchedule: ['/minimumBalance'],
      emailTemplates: ['/subject'],
      pipelines: ['/active'],
      roles: ['/scopes/leads'],
      slaPolicy: ['/hours'],
      taxRates: ['/rate'],
    });
    expect(await partsOf(admin)).toEqual(parts);
    expect((await bringIn(admin, document)).status).toBe(200);
    const after = await partsOf(admin);
    expect(after).toMatchObject({
      slaPolicy: [{ hours: null }],
      dunningSchedule: [{ minimumBalance: '10' }],
      emailTemplates: [{ subject: 'Good day' }],
    });
    expect(after.roles?.find(({ role }) => role === 'Seller')).toMatchObject({
      matrix: seller.matrix,
      scopes: { leads: 'team' },
    });
  });

  it('names what late terms leave behind, and the day that holds here instead', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const document = await exported(admin);
    const { lateTerms, taxCodes } = document.parts as Record<string, Body[]>;
    const left = ['appliesFrom', 'earlier', 'saidOn', 'lastAskedOn'].map((member) => ({
      part: 'lateTerms',
      member,
    }));
    expect(document.leftOut).toMatchObject(left);
    expect(lateTerms?.[0]).not.toHaveProperty('appliesFrom');
    const other = await api.newAdmin();
    const [terms] = lateTerms as [Body];
    const wrong = documentOf({
      lateTerms: [{ ...terms, annualRate: '101' }],
      taxCodes: [{ ...taxCodes?.[0], code: 'left', isDefault: false }],
    });
    const skipping = await bringIn(other, wrong, '?skipConflicts=true');
    expect(skipping).toMatchObject({
      status: 200,
      body: {
        added: [{ part: 'taxCodes' }],
        conflicts: [{ part: 'lateTerms', index: 0, errors: [{ pointer: '/annualRate' }] }],
      },
    });
    const put = { ...terms, annualRate: '3', appliesFrom: '2026-05-01' };
    await call(other, 'PUT', '/dunning/late-terms', put);
    const { body } = await bringIn(other, documentOf({ lateTerms }));
    const message = expect.stringContaining('here the terms apply from 2026-05-01 on');
    expect(body.notes).toEqual([{ part: 'lateTerms', key: 'terms', message }]);
    const kept = await call(other, 'GET', '/dunning/late-terms');
    expect(kept.body).toMatchObject({ annualRate: '9.5', appliesFrom: '2026-05-01' });
  });

  it('keeps the stages that deals stand in', async () => {
    const admin = await api.newAdmin();
    const stages = [
      { name: 'Talk', probability: 20, kind: 'open' },
      { name: 'Won', probability: 100, kind: 'won' },
      { name: 'Lost', probability: 0, kind: 'lost' },
    ];
    const pipeline = { name: 'Projects', isDefault: true, active: true, stages };
    await bringIn(admin, documentOf({ pipelines: [pipeline] }));
    const deal = (await call(admin, 'POST', '/deals', { name: 'House' })).body;
    const more = [{ name: 'Write', probability: 5, kind: 'open' }, ...stages];
    const grown = { ...pipeline, name: 'PROJECTS', stages: more };
    expect((await bringIn(admin, documentOf({ pipelines: [grown] }))).status).toBe(200);
    const { stageId } = (await call(admin, 'GET', `/deals/${String(deal.id)}`)).body;
    expect(stageId).toBe(deal.stageId);
    const without = { ...grown, stages: more.filter(({ name }) => name !== 'Talk') };
    expect(await bringIn(admin, documentOf({ pipelines: [without] }))).toMatchObject({
      status: 409,
      body: { code: 'setup_conflict' },
    });
    expect((await partsOf(admin)).pipelines).toEqual([grown]);
  });

  it('is seen and changed by whoever may do so by hand', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const whole = await partsOf(admin);
    const clerk = await customizer(admin, { dunning: ['view'], pipelines: ['view', 'create'] });
    const seen = await partsOf(clerk);
    expect(Object.keys(whole).filter((name) => !(name in seen))).toEqual(
      expect.arrayContaining(['emailTemplates', 'roles', 'slaPolicy', 'taxCodes', 'taxRates']),
    );
    expect(seen.dunningSchedule).toEqual(whole.dunningSchedule);
    const [schedule] = whole.dunningSchedule as [Body];
    const [pipeline] = whole.pipelines as [Body];
    const [code] = whole.taxCodes as [Body];
    const dry = await bringIn(
      clerk,
      documentOf({
        dunningSchedule: [{ ...schedule, autoRun: false }],
        pipelines: [
          { ...pipeline, name: 'New', isDefault: false, active: true },
          { ...pipeline, active: true },
        ],
        taxCodes: [code],
      }),
      '?dryRun=true',
    );
    const told = dry.body.conflicts as { part: string; index: number | null; errors: Body[] }[];
    expect(told.map(({ part, index, errors }) => [part, index, errors[0]?.code])).toEqual(
      expect.arrayContaining([
        ['dunningSchedule', 0, 'permission_denied'],
        ['taxCodes', null, 'permission_denied'],
      ]),
    );
    expect(dry.body.added).toMatchObject([{ part: 'pipelines', key: 'new' }]);
    expect(JSON.stringify(dry.body)).not.toContain('Books');
  });

  it('gives rights as roles are changed by hand: by the grant, grants by admins', async () => {
    const admin = await api.newAdmin();
    const role = {
      role: 'Lead',
      description: null,
      matrix: { leads: ['view'] },
      scopes: {},
      grants: [],
    };
    const matrix = { roles: ['view', 'create', 'update'], leads: ['view'] };
    const without = await customizer(admin, matrix);
    const asked = (as: StaffClient, item: object) =>
      bringIn(as, documentOf({ roles: [item] }), '?dryRun=true');
    const codes = async (as: StaffClient, item: object) =>
      ((await asked(as, item)).body.conflicts as { errors: Body[] }[]).flatMap(({ errors }) =>
        errors.map(({ code }) => code),
      );
    expect(await codes(without, role)).toEqual(['grant_required']);
    await call(admin, 'POST', '/roles', { name: 'Managing', grants: ['roles'] });
    const { body } = await call(admin, 'GET', '/roles?pageSize=100');
    const ids = (body.data as Body[]).filter(
      ({ name }) => name === 'Managing' || name === 'Customizer',
    );
    const person = { email: 'm@example.com', name: 'M', roleIds: ids.map(({ id }) => id as never) };
    const made = await new CreateUser(t.db).execute(t.ctx(admin.companyId), person);
    const manager = api.client(admin.companyId, made.id);
    expect(await codes(manager, role)).toEqual([]);
    const more = { ...role, matrix: { leads: ['view', 'delete'] } };
    expect(await codes(manager, more)).toEqual(['right_beyond_own']);
    const own = { ...role, role: 'Customizer', matrix, grants: ['customization'] };
    expect(await codes(manager, { ...own, description: 'Mine' })).toEqual(['own_role']);
    expect(await codes(manager, { ...role, grants: ['roles'] })).toEqual([
      'administrator_required',
    ]);
    expect(await codes(admin, { ...role, grants: ['roles'] })).toEqual([]);
    expect(await codes(admin, { ...role, matrix: { nothing: ['view'] } })).toEqual([
      'unknown_resource',
    ]);
    expect(await codes(admin, { ...role, role: 'Admin' })).not.toEqual([]);
  });

  it.each([
    [
      'sharedViews',
      { object: 'lead', name: 'V', columns: null, sort: null, filter: null, roles: ['Nobody'] },
      '/roles/0',
    ],
    ['slaPolicy', { targets: [], hours: [] }, '/hours'],
    ['slaPolicy', { targets: [], hours: [{ day: 1, from: '10:00', to: '09:00' }] }, '/hours/0/to'],
    ['pipelines', { name: 'P', isDefault: false, active: true, stages: [] }, '/stages'],
    [
      'emailTemplates',
      {
        code: 'RECORD_NOTICE',
        subject: '{{ x',
        html: 'h',
        text: 't',
        language: null,
        active: true,
      },
      '/subject',
    ],
    [
      'dunningSchedule',
      { steps: [], autoRun: true, requireIssued: true, minimumBalance: '1.10' },
      '/minimumBalance',
    ],
    [
      'lateTerms',
      { active: true, annualRate: '101', graceDays: 0, askOnDay: 5, amounts: [] },
      '/annualRate',
    ],
    [
      'taxJurisdictions',
      { place: 'country:US/state:CA', name: 'California', postalPatterns: [] },
      '/place',
    ],
    ['taxCodes', { code: 'a b', name: 'A', description: null, isDefault: false }, '/code'],
    ['taxRates', { place: 'US' }, '/place'],
  ])('%s are refused with their place where they are wrong', async (part, item, pointer) => {
    const admin = await api.newAdmin();
    const { status, body } = await bringIn(admin, documentOf({ [part]: [item] }));
    expect([status, body.code]).toEqual([409, 'setup_conflict']);
    const pointers = (body.errors as Body[]).map((error) => error.pointer);
    expect(pointers).toContain(`/parts/${part}/0${pointer}`);
  });
});
