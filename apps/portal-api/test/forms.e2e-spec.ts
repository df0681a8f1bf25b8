import { newId } from '@quittance/kernel';
import { newFormToken } from './form-tokens.js';
import { PortalStage } from './portal-stage.js';

type Body = Record<string, unknown>;

let stage: PortalStage;
beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage?.close());

const OPTIONS = ['web', 'fair'].map((code) => ({ code, label: code, active: true }));
const SECTIONS = [
  {
    title: 'You',
    fields: [
      { name: 'family', label: 'Family name', type: 'text', required: true },
      { name: 'firm', label: 'Company', type: 'text', required: true },
      { name: 'mail', label: 'E-mail', type: 'email' },
      { name: 'from', label: 'Where from', type: 'picklist', settings: { options: OPTIONS } },
    ],
  },
];

async function staff(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await stage.staff.admin.call(method, path, { body });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body as Body;
}

async function aForm(more: object = {}) {
  const form = await staff('POST', '/customization/forms', {
    name: newId(),
    sections: SECTIONS,
    ...more,
  });
  const path = `/customization/forms/${String(form.id)}`;
  await staff('POST', `${path}/publish`, {});
  const { token, url } = await staff('POST', `${path}/public-link`, {});
  expect(new URL(String(url)).pathname).toBe(`/forms/${String(token)}`);
  return { path, link: `/forms/${String(token)}` };
}
const fill = (link: string, values: unknown) =>
  stage.portal.call('POST', `${link}/submissions`, { body: { values } });

describe('a public form', () => {
  it('is shown and filled in by whoever has its link', async () => {
    const { path, link } = await aForm();
    const shown = await stage.portal.call('GET', link);
    expect(shown).toMatchObject({
      status: 200,
      body: { formVersion: 1, sections: [{ title: 'You' }] },
    });
    expect(shown.body).not.toHaveProperty('id');
    const taken = await fill(link, { family: 'Meyer', firm: 'Acme', mail: 'a@example.com' });
    expect(taken).toMatchObject({ status: 201, body: { formVersion: 1 } });
    expect(Object.keys(taken.body as Body).sort()).toEqual(['formVersion', 'id', 'submittedAt']);
    const list = await staff('GET', `${path.replace('/customization', '')}/submissions`);
    expect(list.data).toMatchObject([
      { via: 'public', submittedBy: null, values: { firm: 'Acme' } },
    ]);
    expect(await fill(link, { mail: 'no' })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/values/family', code: 'required' },
          { pointer: '/values/firm', code: 'required' },
          { pointer: '/values/mail' },
        ],
      },
    });
  });

  it('makes the record that it is to make, by the rules of its object', async () => {
    const fields = { name: 'family', companyName: 'firm', email: 'mail' };
    const { path, link } = await aForm({ mapping: { object: 'lead', fields } });
    const mail = `${newId()}@example.com`;
    expect((await fill(link, { family: 'Meyer', firm: 'Acme', mail })).status).toBe(201);
    const list = await staff('GET', `${path.replace('/customization', '')}/submissions`);
    const [submission] = list.data as Body[];
    expect(submission).toMatchObject({ recordObject: 'lead', via: 'public' });
    const lead = await staff('GET', `/leads/${String(submission?.recordId)}`);
    expect(lead).toMatchObject({ name: 'Meyer', companyName: 'Acme', email: mail });
  });

  it('offers the entries of masters, and only those', async () => {
    const { link } = await aForm({
      sections: [
        {
          title: 'Place',
          fields: [
            { name: 'land', label: 'Country', type: 'picklist', settings: { master: 'country' } },
            {
              name: 'part',
              label: 'State',
              type: 'picklist',
              settings: {
                master: 'state',
                dependsOn: { field: 'land', allowed: { AT: ['AT-1'], DE: ['DE-BE', 'DE-BY'] } },
              },
            },
          ],
        },
      ],
    });
    const shown = (await stage.portal.call('GET', link)).body as Body;
    const [section] = shown.sections as { fields: { settings: { options: Body[] } }[] }[];
    const [land = [], part = []] = section?.fields.map(({ settings }) => settings.options) ?? [];
    expect(land.length).toBeGreaterThan(200);
    expect(land).toContainEqual({ code: 'DE', label: 'Germany', active: true });
    expect(part.map(({ code }) => code).sort()).toEqual(['AT-1', 'DE-BE', 'DE-BY']);
    expect((await fill(link, { land: 'DE', part: 'DE-BY' })).status).toBe(201);
    expect(await fill(link, { land: 'XX', part: 'DE-BY' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/values/land', code: 'enum' }] },
    });
    expect(await fill(link, { land: 'AT', part: 'DE-BY' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/values/part', code: 'dependency' }] },
    });
  });

  it('tells whoever fills it in of no record that is there already', async () => {
    const unique = { name: 'once__c', label: 'Once', type: 'text', unique: true };
    await staff('POST', '/customization/objects/lead/fields', unique);
    const { path, link } = await aForm({
      mapping: { object: 'lead', fields: { name: 'firm', email: 'mail', once__c: 'family' } },
    });
    const fields = [{ field: 'email', match: 'exact' }];
    const rule = { object: 'lead', name: 'Once', fields, action: 'block', among: 'all' };
    await staff('POST', '/customization/duplicate-rules', rule);
    const mail = `${newId()}@example.com`;
    await staff('POST', '/leads', { name: 'Classified', email: mail, once__c: 'Taken' });
    const submissions = `${path.replace('/customization', '')}/submissions`;
    for (const [family, sent, isMade] of [
      ['Meyer', `${newId()}@example.com`, true],
      ['Huber', mail, false],
      ['Taken', `${newId()}@example.com`, false],
    ] as const) {
      const taken = await fill(link, { family, firm: 'Acme', mail: sent });
      expect(taken).toMatchObject({ status: 201, body: { formVersion: 1 } });
      expect(Object.keys(taken.body as Body).sort()).toEqual(['formVersion', 'id', 'submittedAt']);
      const [last] = (await staff('GET', submissions)).data as Body[];
      expect(last).toMatchObject({
        values: { family },
        recordId: isMade ? expect.any(String) : null,
      });
    }
  });

  it('without a link that lives is none', async () => {
    const { path, link } = await aForm();
    const gone = { status: 404, body: { code: 'not_found' } };
    const made = newFormToken(stage.staff.company.companyId);
    for (const token of [made, 'qf_', 'nonsense', encodeURIComponent('../../health/live')]) {
      expect(await stage.portal.call('GET', `/forms/${token}`)).toMatchObject(gone);
    }
    await staff('POST', `${path}/public-link`, {});
    expect(await stage.portal.call('GET', link)).toMatchObject(gone);
    const { token } = await staff('POST', `${path}/public-link`, {});
    await staff('POST', `${path}/archive`, {});
    expect(await fill(`/forms/${String(token)}`, {})).toMatchObject({
      status: 409,
      body: { code: 'form_not_published' },
    });
    await stage.staff.admin.call('DELETE', `${path}/public-link`);
    expect(await fill(`/forms/${String(token)}`, {})).toMatchObject(gone);
  });

  it('keeps no secret in the database', async () => {
    const { link } = await aForm();
    const rows = await stage.t.db.read(stage.staff.company, (tx) =>
      tx.rows<{ row: string }>(`select f::text as row from customization.form f`),
    );
    const token = link.slice('/forms/'.length);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('a form that is sent twice', () => {
  const VALUES = { family: 'Meyer', firm: 'Acme' };
  const send = (link: string, key: string, values: object = VALUES) =>
    stage.portal.call('POST', `${link}/submissions`, {
      body: { values },
      headers: { 'idempotency-key': key },
    });
  const countOf = async (path: string) =>
    (await staff('GET', `${path.replace('/customization', '')}/submissions`)).total;

  it('is one submission under one key, however close they follow', async () => {
    const { path, link } = await aForm();
    const key = newId();
    const both = await Promise.all([send(link, key), send(link, `"${key}"`)]);
    const again = await send(link, key);
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([...both, again].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await countOf(path)).toBe(1);
  });

  it('is refused under the key of another, and two without one', async () => {
    const { path, link } = await aForm();
    const key = newId();
    await send(link, key);
    const other = await send(link, key, { ...VALUES, firm: 'Other' });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await countOf(path)).toBe(1);
    await fill(link, VALUES);
    await fill(link, VALUES);
    expect(await countOf(path)).toBe(3);
  });

  it('is another of another form', async () => {
    const [one, two] = [await aForm(), await aForm()];
    const key = newId();
    const [a, b] = [await send(one.link, key), await send(two.link, key)];
    expect([a.status, b.status]).toEqual([201, 201]);
    expect((b.body as Body).id).not.toBe((a.body as Body).id);
  });

  it('says which key is none', async () => {
    const { link } = await aForm();
    const answer = await send(link, 'a b');
    expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } });
  });
});
