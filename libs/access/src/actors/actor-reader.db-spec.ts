import { bumpMetadata } from '@quittance/company';
import type { Database, Sql } from '@quittance/database';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateApiKey } from '../api-keys/create-api-key.js';
import { RevokeApiKey } from '../api-keys/revoke-api-key.js';
import { UpdateRole } from '../roles/update-role.js';
import { aRole, aUser, anAdministrator } from '../testing/actors.js';
import { UpdateUser } from '../users/update-user.js';
import { ActorReader } from './actor-reader.js';
import { PermissionCache } from './permission-cache.js';

let t: TestDatabase;
let reader: ActorReader;
let asked: number;
beforeAll(async () => {
  t = await testDatabase();
  const counted = Object.create(t.db) as Database;
  counted.door = (statement: Sql, params?: readonly unknown[]) => {
    asked += 1;
    return t.db.door(statement, params);
  };
  reader = new ActorReader(counted, new PermissionCache(t.db));
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => t.close());

const set = (ctx: Ctx, text: string, params: unknown[] = []) =>
  t.db.write(ctx, (tx) => tx.run(text, params));

describe('ActorReader', () => {
  it('answers a user with the union of their roles', async () => {
    const ctx = await t.newCompany();
    const views = await aRole(t.db, ctx, { matrix: { invoices: ['view'] } });
    const writes = await aRole(t.db, ctx, { matrix: { invoices: ['update'] }, grants: ['roles'] });
    const user = await aUser(t.db, ctx, [views, writes]);
    const actor = await reader.read(ctx.companyId, user.id);
    expect(actor).toMatchObject({ userId: user.id, email: user.email });
    const { permissions } = actor ?? {};
    expect([
      permissions?.can('invoices', 'view'),
      permissions?.can('invoices', 'update'),
      permissions?.can('invoices', 'delete'),
      permissions?.granted('roles'),
    ]).toEqual([true, true, false, true]);
  });

  it('shares one statement among the users of a company asked for in the same turn', async () => {
    const ctx = await t.newCompany();
    const users = await Promise.all(Array.from({ length: 10 }, () => aUser(t.db, ctx)));
    const actors = await Promise.all(users.map(({ id }) => reader.read(ctx.companyId, id)));
    expect(actors.map((actor) => actor?.userId)).toEqual(users.map(({ id }) => id));
    expect(asked).toBe(1);
  });

  it('lets those asked for meanwhile share the next statement, which sees what is true then', async () => {
    const ctx = await t.newCompany();
    const users = await Promise.all(Array.from({ length: 4 }, () => aUser(t.db, ctx)));
    const [first, ...later] = users.map(({ id }) => id);
    const before = reader.read(ctx.companyId, first as UserId);
    await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = later.map((id) => reader.read(ctx.companyId, id));
    expect(asked).toBe(1);
    const actors = await Promise.all([before, ...meanwhile]);
    expect(actors.map((actor) => actor?.userId)).toEqual([first, ...later]);
    expect(asked).toBe(2);
  });

  it('does not wait long for a statement that does not come back', async () => {
    const ctx = await t.newCompany();
    const [one, two] = await Promise.all([aUser(t.db, ctx), aUser(t.db, ctx)]);
    const never = new Promise<never>(() => undefined);
    let asks = 0;
    const stuck = Object.create(t.db) as Database;
    stuck.door = (statement: Sql, params?: readonly unknown[]) => {
      asks += 1;
      return asks === 1 ? never : t.db.door(statement, params);
    };
    const patient = new ActorReader(stuck, new PermissionCache(t.db));
    void patient.read(ctx.companyId, one.id);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await patient.read(ctx.companyId, two.id)).toMatchObject({ userId: two.id });
  });

  it('finds no user under another company', async () => {
    const ctx = await t.newCompany();
    const other = await t.newCompany();
    const user = await aUser(t.db, ctx);
    const found = await Promise.all([
      reader.read(other.companyId, user.id),
      reader.read(ctx.companyId, user.id),
      reader.read(ctx.companyId, newId<'user'>()),
    ]);
    expect(found.map((actor) => actor?.userId)).toEqual([undefined, user.id, undefined]);
  });

  it('refuses at once whoever is deactivated or locked, and everybody of a closed company', async () => {
    const ctx = await t.newCompany();
    const { id } = await aUser(t.db, ctx);
    const acts = async () => (await reader.read(ctx.companyId, id)) !== undefined;
    expect(await acts()).toBe(true);
    await set(ctx, `update identity.staff_user set locked_until = now() + interval '1 minute'`);
    expect(await acts()).toBe(false);
    await set(ctx, `update identity.staff_user set locked_until = now()`);
    expect(await acts()).toBe(true);
    await set(ctx, `update identity.staff_user set active = false`);
    expect(await acts()).toBe(false);
    await set(ctx, `update identity.staff_user set active = true`);
    await set(ctx, `update company.company set active = false`);
    expect(await acts()).toBe(false);
  });

  it('applies a changed role and changed role holdings at once', async () => {
    const ctx = await t.newCompany();
    const role = await aRole(t.db, ctx, { matrix: { invoices: ['view'] } });
    const { id } = await aUser(t.db, ctx, [role]);
    const can = async (action: string) =>
      (await reader.read(ctx.companyId, id))?.permissions.can('invoices', action);
    expect([await can('view'), await can('delete')]).toEqual([true, false]);
    await new UpdateRole(t.db).execute(ctx, role, { matrix: { invoices: ['delete'] } });
    expect([await can('view'), await can('delete')]).toEqual([false, true]);
    await new UpdateUser(t.db).execute(ctx, id, { roleIds: [] });
    expect(await can('delete')).toBe(false);
  });

  it("brings the version of the company's metadata along, for users and keys, in no other statement", async () => {
    const ctx = await t.newCompany();
    const roleId = await aRole(t.db, ctx);
    const user = await aUser(t.db, ctx, [roleId]);
    const { key } = await new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId });
    const versions = async () => {
      const actors = [await reader.read(ctx.companyId, user.id), await reader.readKey(key)];
      return actors.map((actor) => actor?.metadataVersion);
    };
    expect(await versions()).toEqual([1, 1]);
    await t.db.write(ctx, bumpMetadata);
    expect(await versions()).toEqual([2, 2]);
    expect(asked).toBe(4);
  });

  it('gives an administrator everything', async () => {
    const ctx = await t.newCompany();
    const actor = await reader.read(ctx.companyId, await anAdministrator(t.db, ctx));
    expect(actor?.permissions.all).toBe(true);
  });
});

describe('API keys', () => {
  it('act with their role until they are revoked or expire', async () => {
    const ctx = await t.newCompany();
    const roleId = await aRole(t.db, ctx, { matrix: { invoices: ['view'] } });
    const create = new CreateApiKey(t.db);
    const made = await create.execute(ctx, { name: 'Shop', roleId });
    expect(made.key).toMatch(/^qk_[\w-]{75}$/);
    const actor = await reader.readKey(made.key);
    expect(actor).toMatchObject({ id: made.id, name: 'Shop', companyId: ctx.companyId });
    expect(actor?.permissions.can('invoices', 'view')).toBe(true);
    await set(ctx, 'update access.api_key set expires_at = now()');
    expect(await reader.readKey(made.key)).toBeUndefined();
    await set(ctx, 'update access.api_key set expires_at = null');
    await new RevokeApiKey(t.db).execute(ctx, made.id);
    expect(await reader.readKey(made.key)).toBeUndefined();
  });

  it('are not found with a changed character, under another company or as text of another kind', async () => {
    const ctx = await t.newCompany();
    const other = await t.newCompany();
    const roleId = await aRole(t.db, ctx);
    const { key } = await new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId });
    const moved = `qk_${other.companyId.replaceAll('-', '')}${key.slice(35)}`;
    const changed = `${key.slice(0, 40)}${key[40] === 'A' ? 'B' : 'A'}${key.slice(41)}`;
    const tries = [moved, changed, `qr_${key.slice(3)}`, `${key}A`, 'qk_', ''];
    const found = await Promise.all(tries.map((text) => reader.readKey(text)));
    expect(found.every((actor) => actor === undefined)).toBe(true);
  });

  it('are made by administrators only, and the secret is stored nowhere', async () => {
    const ctx = await t.newCompany();
    const roleId = await aRole(t.db, ctx);
    const { key } = await new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId });
    const tables = ['access.api_key', 'audit.entry', 'outbox.event'];
    const texts = await Promise.all(
      tables.map((table) =>
        t.db.read(ctx, (tx) => tx.rows<{ text: string }>(`select x::text as text from ${table} x`)),
      ),
    );
    expect(JSON.stringify(texts)).not.toContain(key.slice(35));
  });
});
