import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { done, made, type Json, type Made } from '../objects/objects-support.js';

const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
const RULES = '/customization/duplicate-rules';

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

const without = (resource: string, ...names: string[]): Promise<StaffClient> =>
  memberWith(api, {
    matrix: EVERYTHING,
    grants: ['customization'],
    fields: { [resource]: Object.fromEntries(names.map((name) => [name, 'hidden'])) },
  });

const found = async (by: StaffClient, path: string) =>
  (await done<{ data: Json[] }>(by, 'GET', path)).data;

describe('what is like a lead', () => {
  it('is not told by a hidden field of what is like it, nor by one of its own', async () => {
    const email = `${newId()}@secret.example`;
    const contact = await made(api.admin, '/contacts', { lastName: 'Like', email });
    const lead = await made(api.admin, '/leads', { name: newId(), email });
    const path = `/leads/${lead.id}/matches`;
    expect((await found(api.admin, path)).map(({ id }) => id)).toEqual([contact.id]);
    for (const resource of ['contacts', 'leads']) {
      const by = await without(resource, 'email');
      expect([resource, await found(by, path)]).toEqual([resource, []]);
    }
    const by = await without('contacts', 'email');
    const seen = await done(by, 'POST', `/leads/${lead.id}/convert`, {});
    expect(seen).toMatchObject({ leadId: lead.id });
  });

  it('is still told by what is shown', async () => {
    const phone = '+4930987654';
    const [email] = [`${newId()}@secret.example`];
    const contact = await made(api.admin, '/contacts', { lastName: 'Like', email, phone });
    const lead = await made(api.admin, '/leads', { name: newId(), email, phone });
    const by = await without('contacts', 'email');
    const told = await found(by, `/leads/${lead.id}/matches`);
    expect(told).toMatchObject([{ id: contact.id, by: ['phone'] }]);
    expect(refusal(await by.call('POST', `/leads/${lead.id}/convert`, { body: {} }))).toEqual([
      409,
      'lead_duplicates_found',
    ]);
  });
});

describe('a duplicate rule', () => {
  it('that compares what is hidden tells of no record, and keeps what it forbids', async () => {
    const rule = (object: string, name: string, field: string, action: string) =>
      made(api.admin, RULES, {
        object,
        name,
        fields: [{ field, match: 'normalised' }],
        action,
      });
    await rule('lead', 'Same title', 'title', 'warn');
    await rule('account', 'Same phone', 'phone', 'block');
    const title = `Chief ${newId()}`;
    const [one, two] = [
      await made(api.admin, '/leads', { name: 'One', title }),
      await made(api.admin, '/leads', { name: 'Two', title }),
    ];
    const path = `/leads/${one.id}/duplicates`;
    expect(await found(api.admin, path)).toMatchObject([{ recordId: two.id }]);
    const by = await without('leads', 'title');
    expect(await found(by, path)).toEqual([]);
    const copy = (who: StaffClient) =>
      done(who, 'POST', `/leads/${one.id}/clone`, { name: 'Copy' });
    expect(JSON.stringify(await copy(api.admin))).toContain(String(two.id));
    expect(JSON.stringify(await copy(by))).not.toContain(String(two.id));

    const account = await made(api.admin, '/accounts', { name: 'Known', phone: '+4930111222' });
    const blind = await without('accounts', 'phone');
    const refused = await blind.call('POST', `/accounts/${account.id}/clone`, { body: {} });
    expect(refusal(refused)).toEqual([409, 'duplicate_record']);
    expect(JSON.stringify(refused.body)).not.toMatch(/Known|"message"/);
  });

  it('names a record by no title that is hidden', async () => {
    await made(api.admin, RULES, {
      object: 'product',
      name: 'Same SKU',
      fields: [{ field: 'description', match: 'normalised' }],
      action: 'warn',
    });
    const description = `Of ${newId()}`;
    await made(api.admin, '/products', { name: 'Unspeakable', sku: newId(), description });
    const second = await made(api.admin, '/products', { name: 'B', sku: newId(), description });
    const by = await without('products', 'name');
    const path = `/products/${second.id}/duplicates`;
    expect(await found(api.admin, path)).toMatchObject([{ title: 'Unspeakable' }]);
    expect(await found(by, path)).toMatchObject([{ title: null }]);
    const body = { sku: newId(), description };
    const copy = await done(by, 'POST', `/products/${second.id}/clone`, { sku: body.sku });
    expect(JSON.stringify(copy)).toContain('duplicate_record');
    expect(JSON.stringify(copy)).not.toContain('Unspeakable');
  });
});

describe('what was filled into a form', () => {
  const SECRET = 'told-in-confidence@example.com';
  const question = (name: string) => ({ name, label: name, type: 'text' });
  let form: Made;
  let submission: Made;

  beforeAll(async () => {
    form = await made(api.admin, '/customization/forms', {
      name: newId(),
      sections: [{ title: 'You', fields: ['who', 'mail'].map(question) }],
      mapping: { object: 'lead', fields: { name: 'who', email: 'mail' } },
    });
    await done(api.admin, 'POST', `/customization/forms/${form.id}/publish`);
    const values = { who: 'Zoe', mail: SECRET };
    submission = await made(api.admin, `/forms/${form.id}/submissions`, { values });
  });

  it('is told without what became a hidden field', async () => {
    const by = await without('leads', 'email');
    const at = `/forms/${form.id}/submissions`;
    for (const path of [at, `${at}/${submission.id}`, '/events?pageSize=200']) {
      for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
        const asked = { headers: { accept } };
        const { body } = await by.call('GET', path, asked);
        expect([path, accept, JSON.stringify(body ?? '').includes(SECRET)]).toEqual([
          path,
          accept,
          false,
        ]);
      }
      const { body } = await api.admin.call('GET', path);
      expect(JSON.stringify(body)).toContain(SECRET);
    }
    const [all, some] = await Promise.all(
      [api.admin, by].map((who) => done<Made>(who, 'GET', `${at}/${submission.id}`)),
    );
    expect([all?.values, some?.values]).toEqual([{ who: 'Zoe', mail: SECRET }, { who: 'Zoe' }]);
  });

  it('is told to who may view what it became, and by file to who may export it', async () => {
    const at = `/forms/${form.id}/submissions`;
    const closed = { values: {}, recordObject: 'lead', recordId: null };
    const open = { values: { who: 'Zoe', mail: SECRET }, recordId: submission.recordId };
    const member = (leads: readonly string[], scope: 'all' | 'own' = 'all') =>
      memberWith(api, {
        matrix: { leads },
        grants: ['customization'],
        scopes: { leads: scope },
      });
    const lines = async (by: StaffClient): Promise<Json> => {
      const headers = { accept: 'application/x-ndjson' };
      return JSON.parse(String((await by.call('GET', at, { headers })).body)) as Json;
    };
    for (const by of [await member([]), await member(['view'], 'own')]) {
      expect(await found(by, at)).toMatchObject([closed]);
      expect(await done(by, 'GET', `${at}/${submission.id}`)).toMatchObject(closed);
      expect(await lines(by)).toMatchObject({ values: {}, recordId: null });
    }
    const viewer = await member(['view']);
    expect(await found(viewer, at)).toMatchObject([open]);
    expect(await done(viewer, 'GET', `${at}/${submission.id}`)).toMatchObject(open);
    expect(await lines(viewer)).toMatchObject({ values: {}, recordId: null });
    const taker = await member(['view', 'export']);
    expect(await lines(taker)).toMatchObject({ values: { who: 'Zoe', mail: '•••' } });
    expect(await lines(await member(['view', 'export', 'update']))).toMatchObject(open);
  });

  it.each(['hidden', 'read_only'])('writes no field that is %s', async (limit) => {
    const by = await memberWith(api, {
      matrix: EVERYTHING,
      fields: { leads: { email: limit } },
    });
    const path = `/forms/${form.id}/submissions`;
    const values = { who: 'Zoe', mail: 'mine@example.com' };
    const answer = await by.call('POST', path, { body: { values } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(bodyOf(answer).errors).toMatchObject([
      { pointer: '/values/mail', code: limit === 'hidden' ? 'unknown_field' : 'read_only' },
    ]);
  });
});
