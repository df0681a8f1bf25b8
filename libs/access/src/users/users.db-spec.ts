import { DomainError, type Ctx, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateApiKey } from '../api-keys/create-api-key.js';
import { CloneRole } from '../roles/clone-role.js';
import { CreateRole } from '../roles/create-role.js';
import { DeleteRole } from '../roles/delete-role.js';
import { UpdateRole } from '../roles/update-role.js';
import { aRole, aUser, actingWith, anAdministrator } from '../testing/actors.js';
import { CreateUser } from './create-user.js';
import { DeactivateUser } from './deactivate-user.js';
import { ensureAdminRole, rolesOf } from './holders.js';
import { InviteUser } from './invite-user.js';
import { UpdateUser } from './update-user.js';

let t: TestDatabase;
let update: UpdateUser;
let deactivate: DeactivateUser;
beforeAll(async () => {
  t = await testDatabase();
  update = new UpdateUser(t.db);
  deactivate = new DeactivateUser(t.db);
});
afterAll(() => t.close());

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

const adminRoleOf = (ctx: Ctx) => t.db.write(ctx, (tx) => ensureAdminRole(tx));

async function activeAdministrators(ctx: Ctx): Promise<number> {
  const { count } = await t.db.read(ctx, (tx) =>
    tx.one<{ count: number }>(
      `select count(*)::int as count from access.user_role h
       join access.role r on r.company_id = h.company_id and r.id = h.role_id and r.built_in
       join identity.staff_user u on u.company_id = h.company_id and u.id = h.user_id and u.active`,
    ),
  );
  return count;
}

describe('the last administrator', () => {
  it.each([
    ['losing the role', (ctx: Ctx, id: UserId) => update.execute(ctx, id, { roleIds: [] })],
    ['a deactivation', (ctx: Ctx, id: UserId) => deactivate.execute(ctx, id)],
    ['active: false', (ctx: Ctx, id: UserId) => update.execute(ctx, id, { active: false })],
  ])('survives %s', async (_, lose) => {
    const ctx = await t.newCompany();
    const admin = await anAdministrator(t.db, ctx);
    expect(await codeOf(lose(ctx, admin))).toBe('last_administrator');
    expect(await activeAdministrators(ctx)).toBe(1);
  });

  it('is not a user who is deactivated already', async () => {
    const ctx = await t.newCompany();
    const [first, second] = [await anAdministrator(t.db, ctx), await anAdministrator(t.db, ctx)];
    await deactivate.execute(ctx, first);
    expect(await codeOf(update.execute(ctx, first, { roleIds: [] }))).toBe('done');
    expect(await codeOf(deactivate.execute(ctx, second))).toBe('last_administrator');
  });

  it('remains when ten administrators go at once', async () => {
    const ctx = await t.newCompany();
    const admins = await Promise.all(Array.from({ length: 10 }, () => anAdministrator(t.db, ctx)));
    const codes = await Promise.all(
      admins.map((id, n) =>
        codeOf(n % 2 ? deactivate.execute(ctx, id) : update.execute(ctx, id, { roleIds: [] })),
      ),
    );
    expect(codes.filter((code) => code === 'last_administrator')).toHaveLength(1);
    expect(await activeAdministrators(ctx)).toBe(1);
  });
});

describe('the Admin role', () => {
  it('is one, also when it is made ten times at once', async () => {
    for (let n = 0; n < 20; n += 1) {
      const ctx = await t.newCompany();
      const ids = await Promise.all(Array.from({ length: 10 }, () => adminRoleOf(ctx)));
      expect(new Set(ids).size).toBe(1);
    }
  });

  it('can be neither changed, deleted nor cloned', async () => {
    const ctx = await t.newCompany();
    const admin = await adminRoleOf(ctx);
    const codes = await Promise.all([
      codeOf(new UpdateRole(t.db).execute(ctx, admin, { name: 'Boss' })),
      codeOf(new DeleteRole(t.db).execute(ctx, admin)),
      codeOf(new CloneRole(t.db).execute(ctx, admin, { name: 'Admin 2' })),
    ]);
    expect(codes).toEqual(['role_built_in', 'role_built_in', 'role_built_in']);
  });

  it('is given, taken and led into an account by administrators only', async () => {
    const ctx = await t.newCompany();
    const admin = await anAdministrator(t.db, ctx);
    const role = await adminRoleOf(ctx);
    const { id } = await aUser(t.db, ctx);
    const manager = actingWith(ctx, { grants: ['roles'] });
    const create = new CreateUser(t.db);
    const newcomer = { email: 'x@example.com', name: 'X', roleIds: [role] };
    expect([
      await codeOf(update.execute(manager, id, { roleIds: [role] })),
      await codeOf(create.execute(manager, newcomer)),
      await codeOf(update.execute(manager, admin, { email: 'mine@example.com' })),
      await codeOf(deactivate.execute(manager, admin)),
      await codeOf(new InviteUser(t.db).execute(manager, admin)),
    ]).toEqual(Array.from({ length: 5 }, () => 'administrator_required'));
  });
});

describe('roles', () => {
  it('are given and managed with the grant only', async () => {
    const ctx = await t.newCompany();
    const role = await aRole(t.db, ctx);
    const { id } = await aUser(t.db, ctx);
    const clerk = actingWith(ctx, { matrix: { users: ['update'], roles: ['create'] } });
    expect([
      await codeOf(update.execute(clerk, id, { roleIds: [role] })),
      await codeOf(update.execute(clerk, id, { name: 'New name' })),
      await codeOf(new CreateRole(t.db).execute(clerk, { name: 'Mine' })),
      await codeOf(new DeleteRole(t.db).execute(clerk, role)),
      await codeOf(new InviteUser(t.db).execute(clerk, id)),
    ]).toEqual(['grant_required', 'done', 'grant_required', 'grant_required', 'grant_required']);
  });

  it('carry grants that only administrators hand out', async () => {
    const ctx = await t.newCompany();
    const manager = actingWith(ctx, { grants: ['roles'] });
    const granted = await aRole(t.db, ctx, { grants: ['customization'] });
    const change = new UpdateRole(t.db);
    expect([
      await codeOf(new CreateRole(t.db).execute(manager, { name: 'A', grants: ['roles'] })),
      await codeOf(new CreateRole(t.db).execute(manager, { name: 'B' })),
      await codeOf(change.execute(manager, granted, { grants: [] })),
      await codeOf(change.execute(manager, granted, { grants: ['customization'], name: 'C' })),
      await codeOf(new CloneRole(t.db).execute(manager, granted, { name: 'D' })),
    ]).toEqual([
      'administrator_required',
      'done',
      'administrator_required',
      'done',
      'administrator_required',
    ]);
  });

  it('are deleted when nobody holds them', async () => {
    const ctx = await t.newCompany();
    const role = await aRole(t.db, ctx);
    const { id } = await aUser(t.db, ctx, [role]);
    const remove = new DeleteRole(t.db);
    expect(await codeOf(remove.execute(ctx, role))).toBe('role_in_use');
    await update.execute(ctx, id, { roleIds: [] });
    await new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId: role });
    expect(await codeOf(remove.execute(ctx, role))).toBe('role_in_use');
    await t.db.write(ctx, (tx) => tx.run('update access.api_key set revoked_at = now()'));
    expect(await codeOf(remove.execute(ctx, role))).toBe('done');
    expect(await codeOf(remove.execute(ctx, role))).toBe('not_found');
  });

  it('are never left dangling by giving and deleting at once', async () => {
    const ctx = await t.newCompany();
    const { id } = await aUser(t.db, ctx);
    for (let n = 0; n < 10; n += 1) {
      const role = await aRole(t.db, ctx);
      const codes = await Promise.all([
        codeOf(update.execute(ctx, id, { roleIds: [role] })),
        codeOf(new DeleteRole(t.db).execute(ctx, role)),
      ]);
      expect([
        ['done', 'role_in_use'],
        ['reference_not_found', 'done'],
      ]).toContainEqual(codes);
    }
  });

  it('have names of their own, whatever their case', async () => {
    const ctx = await t.newCompany();
    const create = new CreateRole(t.db);
    await create.execute(ctx, { name: 'Billing' });
    expect(await codeOf(create.execute(ctx, { name: 'billing' }))).toBe('role_name_taken');
    const other = await aRole(t.db, ctx);
    const renamed = new UpdateRole(t.db).execute(ctx, other, { name: 'BILLING' });
    expect(await codeOf(renamed)).toBe('role_name_taken');
  });
});

describe('a user', () => {
  it('gets no role of another company and no unknown one', async () => {
    const ctx = await t.newCompany();
    const theirs = await aRole(t.db, await t.newCompany());
    const ours = await aRole(t.db, ctx);
    const { id } = await aUser(t.db, ctx);
    await expect(update.execute(ctx, id, { roleIds: [ours, theirs] })).rejects.toMatchObject({
      code: 'reference_not_found',
      options: { errors: [{ pointer: expect.stringMatching(/^\/roleIds\/[01]$/) }] },
    });
    expect(await t.db.read(ctx, (tx) => rolesOf(tx, id))).toEqual([]);
  });

  it('has an e-mail of their own within the company', async () => {
    const ctx = await t.newCompany();
    const create = new CreateUser(t.db);
    const person = { email: 'Ana@Example.com', name: 'Ana' };
    expect((await create.execute(ctx, person)).email).toBe('ana@example.com');
    expect(await codeOf(create.execute(ctx, person))).toBe('email_taken');
    expect(await codeOf(create.execute(await t.newCompany(), person))).toBe('done');
  });

  it('is out of reach of another company', async () => {
    const { id } = await aUser(t.db, await t.newCompany());
    const stranger = await t.newCompany();
    expect(await codeOf(update.execute(stranger, id, { name: 'Mine' }))).toBe('not_found');
    expect(await codeOf(new InviteUser(t.db).execute(stranger, id))).toBe('not_found');
  });

  it('is not changed by who saw an older version', async () => {
    const ctx = await t.newCompany();
    const { id } = await aUser(t.db, ctx);
    const changed = await update.execute(ctx, id, { name: 'Second' }, 1);
    expect(changed.version).toBe(2);
    expect(await codeOf(update.execute(ctx, id, { name: 'Third' }, 1))).toBe('precondition_failed');
  });

  it('is logged with what changed and nothing else', async () => {
    const ctx = await t.newCompany();
    const { id } = await aUser(t.db, ctx);
    await update.execute(ctx, id, { team: 'North', name: 'Ana' });
    const [entry] = await t.db.read(ctx, (tx) =>
      tx.rows<{ before: object; after: object }>(
        `select before, after from audit.entry where action = 'user.updated' and record_id = $1`,
        [id],
      ),
    );
    expect(entry?.after).toEqual({ team: 'North', name: 'Ana' });
    expect(Object.keys(entry?.before ?? {}).sort()).toEqual(['name', 'team']);
  });
});
