import { DomainError, newId, type Ctx, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { describePermissions } from '../actors/permissions.js';
import { aRole, aUser, anAdministrator } from '../testing/actors.js';
import { lockAdminRole } from '../users/holders.js';
import type { RoleId } from './role.js';
import { imagineRights, type WhatIfInput } from './what-if.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

async function imagine(ctx: Ctx, input: WhatIfInput) {
  const { before, after } = await t.db.read(ctx, (tx) => imagineRights(tx, input));
  return [describePermissions(before), describePermissions(after)].map(
    ({ resources, scopes, grants }) => ({ resources, scopes, grants }),
  );
}

async function pointers(ctx: Ctx, input: WhatIfInput): Promise<string[]> {
  try {
    await imagine(ctx, input);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.options.errors?.map(({ pointer }) => pointer ?? '?') ?? [error.code];
  }
}

const nothing = { resources: {}, scopes: {}, grants: [] };

describe('imagineRights', () => {
  it("compares a user's roles with another set", async () => {
    const ctx = await t.newCompany();
    const [one, two] = [
      await aRole(t.db, ctx, { matrix: { deals: ['view'] }, scopes: { deals: 'own' } }),
      await aRole(t.db, ctx, { matrix: { leads: ['view'] }, grants: ['roles'] }),
    ];
    const { id: userId } = await aUser(t.db, ctx, [one]);
    const was = { resources: { deals: ['view'] }, scopes: { deals: 'own' }, grants: [] };
    const is = { resources: { leads: ['view'] }, scopes: { leads: 'all' }, grants: ['roles'] };
    expect(await imagine(ctx, { userId, roleIds: [two] })).toEqual([was, is]);
    expect(await imagine(ctx, { userId })).toEqual([was, was]);
    expect(await imagine(ctx, { userId, roleIds: [] })).toEqual([was, nothing]);
  });

  it('puts a changed role in the place of the stored one, keeping what is not said', async () => {
    const ctx = await t.newCompany();
    const kept = await aRole(t.db, ctx, { matrix: { leads: ['view'] } });
    const role = await aRole(t.db, ctx, {
      matrix: { deals: ['view', 'update'] },
      grants: ['customization'],
    });
    const { id: userId } = await aUser(t.db, ctx, [kept, role]);
    const changed = { id: role, matrix: { deals: ['view'] } };
    const [, after] = await imagine(ctx, { userId, roles: [changed] });
    expect(after).toEqual({
      resources: { leads: ['view'], deals: ['view'] },
      scopes: { leads: 'all', deals: 'all' },
      grants: ['customization'],
    });
    const [before, alone] = await imagine(ctx, { roleId: role, roles: [changed] });
    expect([before?.resources, alone?.resources]).toEqual([
      { deals: ['view', 'update'] },
      { deals: ['view'] },
    ]);
  });

  it('compares new roles with nothing, and stores none', async () => {
    const ctx = await t.newCompany();
    const roles = [{ matrix: { deals: ['view'] } }, { grants: ['roles'] }];
    expect(await imagine(ctx, { roles })).toEqual([
      nothing,
      { resources: { deals: ['view'] }, scopes: { deals: 'all' }, grants: ['roles'] },
    ]);
    const stored = await t.db.read(ctx, (tx) => tx.rows('select 1 from access.role'));
    expect(stored).toEqual([]);
  });

  it('knows what the Admin role means, and changes it for nobody', async () => {
    const ctx = await t.newCompany();
    const userId = await anAdministrator(t.db, ctx);
    const admin = (await t.db.write(ctx, lockAdminRole)) as RoleId;
    const { before, after } = await t.db.read(ctx, (tx) =>
      imagineRights(tx, { userId, roleIds: [] }),
    );
    expect([before.all, after.all]).toEqual([true, false]);
    expect(await pointers(ctx, { roles: [{ id: admin, matrix: {} }] })).toEqual(['role_built_in']);
  });

  it('names everything that is unknown or of another company', async () => {
    const ctx = await t.newCompany();
    const other = await t.newCompany();
    const role = await aRole(t.db, ctx);
    const foreign = await aRole(t.db, other);
    const { id: stranger } = await aUser(t.db, other);
    const odd = { id: newId() as RoleId, matrix: { ships: ['view'] }, grants: ['all'] };
    expect(
      await pointers(ctx, { userId: stranger, roleIds: [role, foreign], roles: [{}, odd] }),
    ).toEqual([
      '/roles/1/matrix/ships',
      '/roles/1/grants/0',
      '/userId',
      '/roleIds/1',
      '/roles/1/id',
    ]);
    expect(await pointers(ctx, { roleId: foreign })).toEqual(['/roleId']);
    expect(await pointers(ctx, { roles: [{ id: role }, { id: role }] })).toEqual(['/roles']);
    const { id: userId } = await aUser(t.db, ctx);
    expect(await pointers(ctx, { userId: userId as UserId, roleId: role })).toEqual(['/roleId']);
  });
});
