import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

type Body = Record<string, unknown>;

interface Resolved {
  readonly layoutName: string;
  readonly title: string;
  readonly sections: readonly {
    readonly title: string;
    readonly columns: number;
    readonly fields: readonly Body[];
  }[];
  readonly skippedFields: readonly Body[];
  readonly panels: readonly { readonly name: string; readonly data: unknown }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let clerk: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const matrix = { leads: ['view', 'create'] } as const;
  const role = await new CreateRole(t.db).execute(api.company, {
    name: 'Clerk',
    matrix,
    scopes: { leads: 'own' },
  });
  const person = { email: 'mia@example.com', name: 'Mia', roleIds: [role.id] };
  const user = await new CreateUser(t.db).execute(api.company, person);
  clerk = api.client(api.company.companyId, user.id);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function call(method: string, path: string, body?: unknown, as = api.admin) {
  const answer = await as.call(method, path, { body });
  return { ...answer, body: answer.body as Body };
}

const LAYOUTS = '/customization/objects/lead/layouts';
const FIELDS = '/customization/objects/lead/fields';
const section = (title: string, fields: string[], columns = 2) => ({ title, columns, fields });
const aLead = async (more = {}, as = api.admin) => {
  const { status, body } = await call('POST', '/leads', { name: 'Mia Meyer', ...more }, as);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return `/leads/${String(body.id)}`;
};
const layoutOf = async (lead: string, query = '', as = api.admin) => {
  const { status, body } = await call('GET', `${lead}/layout${query}`, undefined, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as Resolved;
};

describe('the layout of a record', () => {
  it('is generated until there is one, and then the default or the first', async () => {
    const lead = await aLead();
    const generated = await layoutOf(lead);
    expect(generated).toMatchObject({
      layoutId: null,
      layoutName: 'Generated',
      title: 'Mia Meyer',
    });
    expect(generated.sections.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual(
      expect.arrayContaining(['name', 'email', 'status', 'createdAt']),
    );
    await call('POST', LAYOUTS, { name: 'B', sections: [section('Two', ['name'])] });
    const first = await call('POST', LAYOUTS, {
      name: 'A',
      sections: [section('One', ['name'], 4)],
    });
    expect(first).toMatchObject({ status: 201, body: { object: 'lead', isDefault: false } });
    expect((await layoutOf(lead)).layoutName).toBe('A');
    const other = await call('POST', LAYOUTS, { name: 'C', sections: [], isDefault: true });
    expect((await layoutOf(lead)).layoutName).toBe('C');
    await call('PATCH', `${LAYOUTS}/${String(first.body.id)}`, { isDefault: true });
    expect((await layoutOf(lead)).layoutName).toBe('A');
    expect((await call('GET', `${LAYOUTS}/${String(other.body.id)}`)).body.isDefault).toBe(false);
    await call('DELETE', `${LAYOUTS}/${String(first.body.id)}`);
    expect((await layoutOf(lead)).layoutName).toBe('B');
  });

  it('has labels, values, what they name, and formulas', async () => {
    const plain = { settings: {}, label: 'Shout', type: 'formula' };
    const settings = { formula: 'UPPER(name)', resultType: 'text' };
    const made = await call('POST', FIELDS, { ...plain, name: 'shout__c', settings });
    expect(made.status).toBe(201);
    const lead = await aLead();
    const names = ['name', 'status', 'ownerId', 'shout__c'];
    await call('POST', LAYOUTS, {
      name: 'Full',
      sections: [section('All', names)],
      isDefault: true,
    });
    const [shown] = (await layoutOf(lead)).sections;
    expect(shown?.fields).toEqual([
      expect.objectContaining({ name: 'name', label: 'Name', value: 'Mia Meyer', display: null }),
      expect.objectContaining({ name: 'status', value: 'new', display: 'New' }),
      expect.objectContaining({ name: 'ownerId', value: api.admin.userId, display: 'Ada Admin' }),
      expect.objectContaining({ name: 'shout__c', label: 'Shout', value: 'MIA MEYER' }),
    ]);
    expect(shown?.fields.at(-1)).toMatchObject({ readOnly: true });
  });

  it('skips fields that are gone, and lists them', async () => {
    const field = { name: 'hobby__c', label: 'Hobby', type: 'text' };
    await call('POST', FIELDS, field);
    const sections = [section('Free time', ['hobby__c', 'name'])];
    await call('POST', LAYOUTS, { name: 'Gone', sections, isDefault: true });
    const lead = await aLead({ hobby__c: 'Chess' });
    expect((await layoutOf(lead)).sections[0]?.fields[0]).toMatchObject({ value: 'Chess' });
    expect((await call('DELETE', `${FIELDS}/hobby__c`)).status).toBeLessThan(300);
    const resolved = await layoutOf(lead);
    expect(resolved.sections[0]?.fields.map(({ name }) => name)).toEqual(['name']);
    expect(resolved.skippedFields).toEqual([{ section: 'Free time', field: 'hobby__c' }]);
  });

  it('always has the panels that are made for their purpose', async () => {
    const lead = await aLead({ address: { city: 'Berlin', country: 'DE' } });
    const { panels } = await layoutOf(lead);
    const names = panels.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['leadScore', 'addresses']));
    const addresses = panels.find(({ name }) => name === 'addresses')?.data;
    expect(addresses).toMatchObject([{ field: 'address', value: { city: 'Berlin' } }]);
    const account = await call('POST', '/accounts', { name: 'Meyer Ltd' });
    const page = await layoutOf(`/accounts/${String(account.body.id)}`);
    const related = page.panels.find(({ name }) => name === 'relatedLists')?.data as Body[];
    const fields = related.map(({ object, field }) => `${String(object)}.${String(field)}`);
    expect(fields).toEqual(expect.arrayContaining(['contact.accountId', 'account.parentId']));
    expect(fields).not.toContain('account.id');
  });

  it('shows entries of a master by their names', async () => {
    const settings = { master: 'industry' };
    const field = { name: 'trades__c', label: 'Trades', type: 'multi_select', settings };
    expect((await call('POST', FIELDS, field)).status).toBe(201);
    const lead = await aLead({ trades__c: ['technology', 'banking'] });
    const sections = [section('Trades', ['trades__c'])];
    await call('POST', LAYOUTS, { name: 'Trades', sections, isDefault: true });
    const [shown] = (await layoutOf(lead)).sections;
    expect(shown?.fields).toMatchObject([{ display: 'Banking, Technology' }]);
  });

  const fieldOf = ({ sections }: Resolved, name: string) =>
    sections.flatMap(({ fields }) => fields).find((each) => each.name === name);

  it('offers to change what this caller may change, and nothing else', async () => {
    const deal = await call('POST', '/deals', { name: 'Big' });
    const page = await layoutOf(`/deals/${String(deal.body.id)}`);
    const [name, pipelineId, status] = ['name', 'pipelineId', 'status'].map((each) =>
      fieldOf(page, each),
    );
    expect([name?.readOnly, pipelineId?.readOnly, status?.readOnly]).toEqual([false, true, true]);
    const own = await layoutOf(await aLead({}, clerk), '', clerk);
    const fields = own.sections.flatMap((each) => each.fields);
    expect(fields.map(({ readOnly }) => readOnly)).not.toContain(false);
  });

  it('requires of a record what its condition says of it', async () => {
    const given = { label: 'Why', type: 'text', requiredWhen: `status = "unqualified"` };
    const made = await call('POST', FIELDS, { ...given, name: 'why__c' });
    expect(made.status).toBe(201);
    const sections = [section('Why', ['name', 'why__c'])];
    await call('POST', LAYOUTS, { name: 'Why', sections, isDefault: true });
    const lead = await aLead();
    expect(fieldOf(await layoutOf(lead), 'why__c')).toMatchObject({ required: false });
    const changed = await call('PATCH', lead, { status: 'unqualified', why__c: 'Too small' });
    expect(changed.status).toBe(200);
    expect(fieldOf(await layoutOf(lead), 'why__c')).toMatchObject({ required: true });
    expect(fieldOf(await layoutOf(lead), 'name')).toMatchObject({ required: true });
  });

  it('shows a record to whoever may see it only', async () => {
    const [theirs, own] = [await aLead(), await aLead({}, clerk)];
    expect((await call('GET', `${theirs}/layout`, undefined, clerk)).status).toBe(404);
    expect((await layoutOf(own, '', clerk)).title).toBe('Mia Meyer');
    const stranger = await api.newAdmin();
    expect((await call('GET', `${own}/layout`, undefined, stranger)).status).toBe(404);
  });
});

describe('a layout', () => {
  it('is refused with everything that is wrong with it', async () => {
    const sections = [section('One', ['name', 'nothing']), section('Two', ['name', '__proto__'])];
    const { status, body } = await call('POST', LAYOUTS, { name: 'Bad', sections });
    expect(status).toBe(422);
    expect((body.errors as Body[]).map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/sections/0/fields/1', 'unknown_field'],
      ['/sections/1/fields/0', 'duplicate'],
      ['/sections/1/fields/1', 'unknown_field'],
    ]);
    const wide = await call('POST', LAYOUTS, { name: 'Wide', sections: [section('X', [], 5)] });
    expect(wide.status).toBe(422);
  });

  it('stays as it is where a change changes nothing', async () => {
    const sections = [section('One', ['name'])];
    const made = await call('POST', LAYOUTS, { name: 'Still', sections });
    const path = `${LAYOUTS}/${String(made.body.id)}`;
    expect(await call('PATCH', path, { sections })).toMatchObject({ body: { version: 1 } });
    expect(await call('PATCH', path, {})).toMatchObject({ body: { version: 1 } });
    expect(await call('PATCH', path, { name: 'Moved' })).toMatchObject({ body: { version: 2 } });
    const logged = await call('GET', '/audit-log?sort=-occurredAt');
    const mine = (logged.body.data as Body[]).filter(({ recordId }) => recordId === made.body.id);
    expect(mine.map(({ action }) => action).sort()).toEqual(['layout.created', 'layout.updated']);
  });

  it('is taken away only in the version that one has seen', async () => {
    const made = await call('POST', LAYOUTS, { name: 'Seen', sections: [] });
    const path = `${LAYOUTS}/${String(made.body.id)}`;
    const away = (version: number) =>
      api.admin.call('DELETE', path, { headers: { 'if-match': `"${version}"` } });
    expect(await away(7)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    expect((await away(1)).status).toBe(204);
  });

  it('has a name of its own and an object there is', async () => {
    const layout = { name: newId(), sections: [] };
    expect((await call('POST', LAYOUTS, layout)).status).toBe(201);
    expect(await call('POST', LAYOUTS, layout)).toMatchObject({
      status: 409,
      body: { code: 'layout_name_taken' },
    });
    for (const object of ['nothing', '%00', '__proto__', '..%2f', 'x'.repeat(300)]) {
      const path = `/customization/objects/${object}/layouts`;
      expect((await call('POST', path, layout)).status).toBeLessThan(500);
      expect((await call('POST', path, layout)).status).not.toBe(201);
      expect((await call('GET', path)).status).toBeLessThan(500);
    }
  });
});
