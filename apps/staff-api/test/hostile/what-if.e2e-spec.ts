import { RouteTable } from '@quittance/http/host';
import { newId, type UserId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from '../access/members.js';

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

interface Right {
  readonly method: string;
  readonly path: string;
  readonly download: boolean;
  readonly resource: string | null;
}
interface Answer {
  readonly gained: readonly Right[];
  readonly lost: readonly Right[];
  readonly kept: number;
  readonly scopes: readonly object[];
  readonly grants: { readonly gained: string[]; readonly lost: string[] };
}

async function ask(body: object, by: StaffClient = api.admin): Promise<Answer> {
  const answer = await by.call('POST', '/roles/what-if', { body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return bodyOf<Answer>(answer);
}

const named = (rights: readonly Right[]) =>
  rights.filter(({ download }) => !download).map(({ method, path }) => `${method} ${path}`);

describe('POST /roles/what-if', () => {
  it('says which routes a changed matrix takes and gives, before it is saved', async () => {
    const matrix = { webhooks: ['view', 'create'] };
    const roleId = await newRole(api.admin, { matrix });
    const roles = [{ id: roleId, matrix: { webhooks: ['view', 'delete'] } }];
    const { gained, lost, kept, grants } = await ask({ roleId, roles });
    expect(named(gained)).toEqual(['DELETE /webhooks/:id']);
    expect(named(lost)).toEqual(['POST /webhooks']);
    expect(kept).toBeGreaterThan(2);
    expect(grants).toEqual({ gained: [], lost: [] });
    const { body } = await api.admin.call('GET', `/roles/${roleId}`);
    expect(body).toMatchObject({ matrix, version: 1 });
  });

  it('tells the truth: what it says is gained or lost is then allowed or refused', async () => {
    const roleId = await newRole(api.admin, { matrix: { webhooks: ['view'], roles: ['view'] } });
    const person = { email: `${newId()}@example.com`, name: 'Mia', roleIds: [roleId] };
    const made = await api.admin.call('POST', '/users', { body: person });
    const userId = bodyOf<{ id: UserId }>(made).id;
    const member = api.client(api.company.companyId, userId);
    const matrix = { emails: ['view', 'export'], roles: ['view', 'create', 'clone'] };
    const { gained, lost } = await ask({ userId, roles: [{ id: roleId, matrix }] });
    expect(gained.map(({ resource }) => resource)).not.toContain('roles');
    // Copying and making roles take the grant as well, which nobody gave.
    expect(named(gained)).toEqual(expect.arrayContaining(['GET /emails', 'GET /emails/:id']));
    expect(named(lost)).toEqual(expect.arrayContaining(['GET /webhooks', 'GET /events']));
    const denied = async ({ method, path, download }: Right) => {
      const accept = download ? 'text/csv' : 'application/json';
      const at = path.replace(/:\w+/g, () => newId());
      return (await member.call(method, at, { headers: { accept } })).status === 403;
    };
    const reads = (rights: readonly Right[]) => rights.filter(({ method }) => method === 'GET');
    const allDenied = async (rights: readonly Right[]) =>
      new Set(await Promise.all(reads(rights).map(denied)));
    expect([await allDenied(gained), await allDenied(lost)]).toEqual([
      new Set([true]),
      new Set([false]),
    ]);
    await api.admin.call('PATCH', `/roles/${roleId}`, { body: { matrix } });
    expect([await allDenied(gained), await allDenied(lost)]).toEqual([
      new Set([false]),
      new Set([true]),
    ]);
  });

  it('shows grants, and records reached where routes stay the same', async () => {
    const roleId = await newRole(api.admin, { matrix: { deals: ['view'] } });
    const roles = [{ id: roleId, scopes: { deals: 'own' }, grants: ['customization'] }];
    const { gained, lost, scopes, grants } = await ask({ roleId, roles });
    expect(lost).toEqual([]);
    expect(scopes).toEqual([{ resource: 'deals', before: 'all', after: 'own' }]);
    expect(grants).toEqual({ gained: ['customization'], lost: [] });
    expect(named(gained)).toContain('PUT /numbering/:type');
    expect(named(gained)).toContain('POST /masters/:type');
  });

  it('knows every guarded route of the host', async () => {
    const admin = await ask({ userId: api.admin.userId, roleIds: [] });
    const guarded = api.app
      .get(RouteTable)
      .all()
      .filter(({ policy, path }) => /grant|resource/.test(policy.kind) && !/:apiName/.test(path));
    const lost = new Set(named(admin.lost));
    expect(
      guarded.map(({ method, path }) => `${method} ${path}`).filter((r) => !lost.has(r)),
    ).toEqual([]);
    expect([admin.gained, admin.kept]).toEqual([[], 0]);
  });

  it('refuses what is unknown by its pointer, and whoever does not manage roles', async () => {
    const answer = await api.admin.call('POST', '/roles/what-if', {
      body: { userId: newId(), roles: [{ matrix: { ships: ['view'] } }] },
    });
    expect(answer.status).toBe(422);
    const { errors } = bodyOf<{ errors: { pointer: string }[] }>(answer);
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/roles/0/matrix/ships', '/userId']);
    const viewer = await memberWith(api, { matrix: { roles: ['view', 'create'] } });
    const refused = await viewer.call('POST', '/roles/what-if', { body: {} });
    expect(refusal(refused)).toEqual([403, 'permission_denied']);
    const manager = await memberWith(api, { grants: ['roles'] });
    expect((await manager.call('POST', '/roles/what-if', { body: {} })).status).toBe(200);
  });

  it('is blind to the users and roles of another company', async () => {
    const stranger = await api.newAdmin();
    const body = { roleId: await newRole(api.admin) };
    const answer = await stranger.call('POST', '/roles/what-if', { body });
    expect(bodyOf(answer).errors).toMatchObject([
      { pointer: '/roleId', code: 'reference_not_found' },
    ]);
  });
});

describe('custom objects', () => {
  let admin: StaffClient;
  beforeAll(async () => {
    admin = await api.newAdmin();
    const body = { name: 'ship__c', label: 'Ship', pluralLabel: 'Ships' };
    const made = await admin.call('POST', '/customization/objects', { body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  });

  async function sailor(matrix: Record<string, string[]>): Promise<StaffClient> {
    const body = { email: `${newId()}@example.com`, name: 'Sam Sailor' };
    const roleIds = [await newRole(admin, { matrix })];
    const made = await admin.call('POST', '/users', { body: { ...body, roleIds } });
    return api.client(admin.companyId, bodyOf<{ id: UserId }>(made).id);
  }

  it('stand in the navigation of their company, with what the caller may do', async () => {
    type Group = { key: string; resources: object[] };
    const groups = async (by: StaffClient) =>
      bodyOf<{ groups: Group[] }>(await by.call('GET', '/navigation')).groups;
    const by = await sailor({ 'objects/ship__c': ['view', 'create'] });
    const ship = {
      key: 'objects/ship__c',
      label: 'Ships',
      actions: ['view', 'create'],
      offered: ['view', 'create', 'update', 'delete', 'export', 'import', 'bulk_update', 'clone'],
      scoped: true,
    };
    expect((await groups(by)).at(-1)).toEqual({
      key: 'custom',
      label: 'Custom objects',
      resources: [ship],
    });
    expect((await groups(api.admin)).map(({ key }) => key)).not.toContain('custom');
  });

  it('are rows of the matrix that the guard asks by the name in the path', async () => {
    const by = await sailor({ 'objects/ship__c': ['view', 'create'] });
    const body = {};
    const said = await Promise.all([
      by.call('GET', '/objects/ship__c'),
      by.call('GET', '/objects/crew__c'),
      by.call('DELETE', `/objects/ship__c/${newId()}`),
      by.call('PATCH', `/objects/ship__c/${newId()}`, { body }),
      by.call('GET', '/objects/ship__c', { headers: { accept: 'text/csv' } }),
    ]);
    expect(
      said.map(({ status, body: answered }) => {
        const { resource, action } = (answered ?? {}) as Record<string, string>;
        return [status, resource, action].filter(Boolean).join(' ');
      }),
    ).toEqual([
      '200',
      '404',
      '403 objects/ship__c delete',
      '403 objects/ship__c update',
      '403 objects/ship__c export',
    ]);
    expect((await by.call('POST', '/objects/ship__c', { body })).status).not.toBe(403);
    expect((await by.call('GET', '/auth/permissions')).body).toMatchObject({
      resources: { 'objects/ship__c': ['view', 'create'] },
      scopes: { 'objects/ship__c': 'all' },
    });
    const admins = await admin.call('GET', '/objects/nothing__c');
    expect(refusal(admins)).toEqual([404, 'not_found']);
  });

  it('are thought through like any other resource', async () => {
    const roles = [{ matrix: { 'objects/ship__c': ['view'] } }];
    const { gained, scopes } = await ask({ roles }, admin);
    expect(named(gained)).toContain('GET /objects/ship__c/:id');
    expect(new Set(gained.map(({ resource }) => resource))).toEqual(new Set(['objects/ship__c']));
    expect(scopes).toEqual([{ resource: 'objects/ship__c', before: 'none', after: 'all' }]);
  });
});
