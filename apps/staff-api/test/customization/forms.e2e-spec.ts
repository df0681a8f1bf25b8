import { CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

type Body = Record<string, unknown>;

let t: TestDatabase;
let api: TestStaffApi;
let clerk: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const person = { email: 'mia@example.com', name: 'Mia', roleIds: [] };
  const { id } = await new CreateUser(t.db).execute(api.company, person);
  clerk = api.client(api.company.companyId, id);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function call(method: string, path: string, body?: unknown, as = api.admin) {
  const answer = await as.call(method, path, { body });
  return { ...answer, body: answer.body as Body };
}

const FORMS = '/customization/forms';
const field = (name: string, type = 'text', more = {}) => ({ name, label: name, type, ...more });
const OPTIONS = ['yes', 'no'].map((code) => ({ code, label: code, active: true }));
const QUESTIONS = [
  {
    title: 'About you',
    fields: [
      field('name', 'text', { required: true }),
      field('again', 'picklist', { settings: { options: OPTIONS } }),
      field('why', 'textarea', { required: true }),
    ],
  },
];
const RULES = [
  {
    when: { field: 'again', op: 'eq', value: 'no' },
    actions: [{ action: 'show', field: 'why' }],
  },
];
const aForm = async (more = {}) => {
  const made = await call('POST', FORMS, {
    name: newId(),
    sections: QUESTIONS,
    rules: RULES,
    ...more,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return `${FORMS}/${String(made.body.id)}`;
};
const submissionsOf = (form: string) => `${form.replace('/customization', '')}/submissions`;
const fill = (form: string, values: object, as = clerk) =>
  call('POST', submissionsOf(form), { values }, as);

describe('a form', () => {
  it('is published version by version, and filled in against the published one', async () => {
    const form = await aForm();
    const published = await call('POST', `${form}/publish`);
    expect(published).toMatchObject({
      status: 200,
      body: { status: 'published', publishedVersion: 1, unpublishedChanges: false },
    });
    const first = await fill(form, { name: 'Mia', again: 'yes' });
    expect(first).toMatchObject({
      status: 201,
      body: { formVersion: 1, values: { name: 'Mia', again: 'yes' }, via: 'staff' },
    });
    const sections = [{ title: 'Short', fields: [field('name')] }];
    expect(await call('PATCH', form, { sections, rules: [] })).toMatchObject({
      status: 200,
      body: { status: 'published', publishedVersion: 1, unpublishedChanges: true },
    });
    expect(await fill(form, {})).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/values/name', code: 'required' }] },
    });
    await call('POST', `${form}/publish`);
    expect(await fill(form, {})).toMatchObject({
      status: 201,
      body: { formVersion: 2, values: {} },
    });
    const list = await call('GET', `${submissionsOf(form)}?sort=submittedAt`);
    expect((list.body.data as Body[]).map(({ formVersion }) => formVersion)).toEqual([1, 2]);
  });

  it('names what is missing, and neither demands nor keeps what is hidden', async () => {
    const form = await aForm();
    await call('POST', `${form}/publish`);
    expect(await fill(form, { again: 'no' })).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [
          { pointer: '/values/name', code: 'required' },
          { pointer: '/values/why', code: 'required' },
        ],
      },
    });
    const hidden = await fill(form, { name: 'Mia', again: 'yes', why: 'Because' });
    expect(hidden.body.values).toEqual({ name: 'Mia', again: 'yes' });
    const shown = await fill(form, { name: 'Mia', again: 'no', why: 'Because' });
    expect(shown.body.values).toEqual({ name: 'Mia', again: 'no', why: 'Because' });
  });

  const MOVES: readonly [state: string, move: string, answer: number, code: string | null][] = [
    ['draft', 'publish', 200, null],
    ['draft', 'archive', 200, null],
    ['draft', 'restore', 409, 'form_not_archived'],
    ['draft', 'edit', 200, null],
    ['draft', 'submit', 409, 'form_not_published'],
    ['draft', 'delete', 204, null],
    ['published', 'publish', 409, 'form_unchanged'],
    ['published', 'archive', 200, null],
    ['published', 'restore', 409, 'form_not_archived'],
    ['published', 'edit', 200, null],
    ['published', 'submit', 201, null],
    ['published', 'delete', 409, 'form_was_published'],
    ['archived', 'publish', 409, 'form_archived'],
    ['archived', 'archive', 409, 'form_archived'],
    ['archived', 'restore', 200, null],
    ['archived', 'edit', 409, 'form_archived'],
    ['archived', 'submit', 409, 'form_not_published'],
    ['archived', 'delete', 409, 'form_was_published'],
  ];
  it.each(MOVES)('that is %s answers %s with %i %s', async (state, move, status, code) => {
    const form = await aForm();
    if (state !== 'draft') await call('POST', `${form}/publish`);
    if (state === 'archived') await call('POST', `${form}/archive`);
    const answer =
      move === 'edit'
        ? await call('PATCH', form, { title: 'Other' })
        : move === 'submit'
          ? await fill(form, { name: 'Mia' })
          : move === 'delete'
            ? await call('DELETE', form)
            : await call('POST', `${form}/${move}`);
    expect(answer.status).toBe(status);
    if (code) expect(answer.body.code).toBe(code);
    else if (state === 'archived') expect(answer.body.status).toBe('draft');
  });

  it('that was restored is published anew, as the next version', async () => {
    const form = await aForm();
    for (const move of ['publish', 'archive', 'restore']) await call('POST', `${form}/${move}`);
    expect((await fill(form, { name: 'Mia' })).status).toBe(409);
    const again = await call('POST', `${form}/publish`);
    expect(again).toMatchObject({ status: 200, body: { publishedVersion: 2 } });
  });

  it('makes its record for who may make one, saying what is wrong in its own words', async () => {
    const sections = [
      { title: 'Lead', fields: [field('who'), field('mail', 'text', { settings: {} })] },
    ];
    const mapping = { object: 'lead', fields: { name: 'who', email: 'mail' } };
    const form = await aForm({ sections, rules: [], mapping });
    await call('POST', `${form}/publish`);
    expect(await fill(form, { who: 'Mia' })).toMatchObject({
      status: 403,
      body: { code: 'form_record_denied' },
    });
    const made = await fill(form, { who: 'Mia', mail: 'mia@example.com' }, api.admin);
    expect(made).toMatchObject({ status: 201, body: { recordObject: 'lead' } });
    const lead = await call('GET', `/leads/${String(made.body.recordId)}`);
    expect(lead.body).toMatchObject({ name: 'Mia', email: 'mia@example.com' });
    const wrong = await fill(form, { mail: 'nowhere' }, api.admin);
    expect(wrong).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect((wrong.body.errors as Body[]).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/values/who', '/values/mail']),
    );
    const list = await call('GET', submissionsOf(form));
    expect(list.body.total).toBe(1);
  });

  it('offers the active entries of a master, and takes no others', async () => {
    const entry = { code: `x${newId().slice(-8)}`, name: 'Farming' };
    await call('POST', '/masters/industry', entry);
    const sections = [
      { title: 'X', fields: [field('trade', 'picklist', { settings: { master: 'industry' } })] },
    ];
    const form = await aForm({ sections, rules: [] });
    await call('POST', `${form}/publish`);
    const path = form.replace('/customization', '');
    const offered = async () => {
      type Shown = { fields: { settings: { options: Body[] } }[] };
      const shown = (await call('GET', path, undefined, clerk)).body.sections as Shown[];
      const options = shown[0]?.fields[0]?.settings.options ?? [];
      return options.filter(({ code }) => code === entry.code);
    };
    expect(await offered()).toEqual([{ code: entry.code, label: 'Farming', active: true }]);
    expect((await fill(form, { trade: entry.code })).status).toBe(201);
    await call('PATCH', `/masters/industry/${entry.code}`, { active: false });
    expect(await offered()).toEqual([]);
    for (const trade of [entry.code, 'nothing', entry.code.toUpperCase()]) {
      expect(await fill(form, { trade })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/values/trade', code: 'enum' }] },
      });
    }
  });

  it('has conditions that are formulas, refused with their place where they are none', async () => {
    const rules = [
      { when: 'AND(again = "no", LEN(name) > 3)', actions: [{ action: 'show', field: 'why' }] },
    ];
    const form = await aForm({ rules });
    await call('POST', `${form}/publish`);
    expect((await fill(form, { name: 'Mia', again: 'no' })).status).toBe(201);
    expect(await fill(form, { name: 'Maria', again: 'no' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/values/why', code: 'required' }] },
    });
    const actions = [{ action: 'show', field: 'why' }];
    const wrong = [
      { when: 'again = ', actions },
      { when: 'gone', actions },
    ];
    expect(await call('PATCH', form, { rules: wrong })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/rules/0/when', code: 'formula_syntax' },
          { pointer: '/rules/1/when', code: 'formula_unknown_field' },
        ],
      },
    });
    expect((await call('PATCH', form, { rules: [{ when: 7, actions }] })).status).toBe(400);
  });

  it('is refused with everything that is wrong with it', async () => {
    const sections = [{ title: 'X', fields: [field('Bad name'), field('choice', 'picklist')] }];
    const rules = [
      { when: { field: 'gone', op: 'eq', value: 1 }, actions: [{ action: 'hide', field: 'gone' }] },
    ];
    const { status, body } = await call('POST', FORMS, { name: 'Bad', sections, rules });
    expect(status).toBe(422);
    expect((body.errors as Body[]).map(({ pointer }) => pointer)).toEqual([
      '/sections/0/fields/0/name',
      expect.stringMatching(/^\/sections\/0\/fields\/1\/settings/),
      '/rules/0/when/field',
      '/rules/0/actions/0/field',
    ]);
  });

  it('is edited by whoever may customize, and its submissions are read by them', async () => {
    const form = await aForm();
    await call('POST', `${form}/publish`);
    for (const [method, path] of [
      ['POST', `${form}/archive`],
      ['PATCH', form],
      ['GET', submissionsOf(form)],
      ['POST', `${form}/public-link`],
    ] as const) {
      expect(await call(method, path, method === 'PATCH' ? {} : undefined, clerk)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
    const shown = await call('GET', form.replace('/customization', ''), undefined, clerk);
    expect(shown).toMatchObject({ status: 200, body: { formVersion: 1, rules: RULES_SHOWN } });
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', form)).status).toBe(404);
    expect((await fill(form, { name: 'X' }, stranger)).status).toBe(404);
  });
  const RULES_SHOWN = [{ when: RULES[0]?.when }];
});
