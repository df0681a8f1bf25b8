import { bumpMetadata } from '@quittance/company';
import type { Database, Sql } from '@quittance/database';
import { startSession } from '@quittance/identity/host';
import { newId, type Ctx, type SessionId, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateApiKey } from '../api-keys/create-api-key.js';
import { RevokeApiKey } from '../api-keys/revoke-api-key.js';
import { UpdateRole } from '../roles/update-role.js';
import { aRole, aUser, anAdministrator } from '../testing/actors.js';
import type { RoleId } from '../roles/role.js';
import { UpdateUser } from '../users/update-user.js';
import { ActorReader, type Claimant } from './actor-reader.js';
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

async function aSession(ctx: Ctx, userId: UserId): Promise<SessionId> {
  return (await t.db.write(ctx, (tx) => startSession(tx, userId))).sessionId;
}

/** A user with these roles who is signed in. */
async function aClaimant(ctx: Ctx, roles: readonly RoleId[] = []): Promise<Claimant> {
  const { id: userId } = await aUser(t.db, ctx, roles);
  return { userId, sessionId: await aSession(ctx, userId) };
}

describe('ActorReader', () => {
  it('answers a user with the union of their roles', async () => {
    const ctx = await t.newCompany();
    const views = await aRole(t.db, ctx, { matrix: { invoices: ['view'] } });
    const writes = await aRole(t.db, ctx, { matrix: { invoices: ['update'] }, grants: ['roles'] });
    const user = await aUser(t.db, ctx, [views, writes]);
    const sessionId = await aSession(ctx, user.id);
    const actor = await reader.read(ctx.companyId, { userId: user.id, sessionId });
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
    const users = await Promise.all(Array.from({ length: 10 }, () => aClaimant(ctx)));
    const actors = await Promise.all(users.map((user) => reader.read(ctx.companyId, user)));
    expect(actors.map((actor) => actor?.userId)).toEqual(users.map(({ userId }) => userId));
    expect(asked).toBe(1);
  });

  it('has those asked for meanwhile share the next statement, which sees what is new', async () => {
    const ctx = await t.newCompany();
    const users = await Promise.all(Array.from({ length: 4 }, () => aClaimant(ctx)));
    const [first, ...later] = users;
    const before = reader.read(ctx.companyId, first as Claimant);
    await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = later.map((user) => reader.read(ctx.companyId, user));
    expect(asked).toBe(1);
    const actors = await Promise.all([before, ...meanwhile]);
    expect(actors.map((actor) => actor?.userId)).toEqual(users.map(({ userId }) => userId));
    expect(asked).toBe(2);
  });

  it('does not wait long for a statement that does not come back', async () => {
    const ctx = await t.newCompany();
    const [one, two] = await Promise.all([aClaimant(ctx), aClaimant(ctx)]);
    const never = new Promise<never>(() => undefined);
    let asks = 0;
    const stuck = Object.create(t.db) as Database;
    stuck.door = (statement: Sql, params?: readonly unknown[]) => {
      asks += 1;
      return asks === 1 ? never : t.db.door(statement, params);
    };
    const patient = new ActorReader(stuck, new PermissionCache(t.db));
    void patient.read(ctx.companyId, one);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await patient.read(ctx.companyId, two)).toMatchObject({ userId: two.userId });
  });

  it('finds no user under another company', async () => {
    const ctx = await t.newCompany();
    const other = await t.newCompany();
    const user = await aClaimant(ctx);
    const found = await Promise.all([
      reader.read(other.companyId, user),
      reader.read(ctx.companyId, user),
      reader.read(ctx.companyId, { ...user, userId: newId<'user'>() }),
    ]);
    expect(found.map((actor) => actor?.userId)).toEqual([undefined, user.userId, undefined]);
  });

  it('finds nobody by the session of somebody else, nor by one that is none', async () => {
    const ctx = await t.newCompany();
    const [one, two] = await Promise.all([aClaimant(ctx), aClaimant(ctx)]);
    const { userId } = one;
    expect(await reader.read(ctx.companyId, { ...two, userId })).toBeUndefined();
    const sessionId = newId<'session'>();
    expect(await reader.read(ctx.companyId, { userId, sessionId })).toBeUndefined();
  });

  it('refuses at once whose session was ended or is over, and nobody else', async () => {
    const ctx = await t.newCompany();
    const [one, two] = await Promise.all([aClaimant(ctx), aClaimant(ctx)]);
    const again = { ...one, sessionId: await aSession(ctx, one.userId) };
    const acting = async () => {
      const actors = [one, again, two].map((each) => reader.read(ctx.companyId, each));
      return (await Promise.all(actors)).map((actor) => actor !== undefined);
    };
    expect(await acting()).toEqual([true, true, true]);
    const end = `update identity.refresh_family set revoked_at = now(), revoked_reason = 'ended'`;
    await set(ctx, `${end} where id = $1`, [one.sessionId]);
    expect(await acting()).toEqual([false, true, true]);
    const expire = `update identity.refresh_family set expires_at = now() where id = $1`;
    await set(ctx, expire, [again.sessionId]);
    expect(await acting()).toEqual([false, false, true]);
  });

  it('refuses who is deactivated or of a closed company, not whom guesses locked', async () => {
    const ctx = await t.newCompany();
    const claimant = await aClaimant(ctx);
    const acts = async () => (await reader.read(ctx.companyId, claimant)) !== undefined;
    await set(ctx, `update identity.staff_user set locked_until = now() + interval '1 minute'`);
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
    const claimant = await aClaimant(ctx, [role]);
    const can = async (action: string) =>
      (await reader.read(ctx.companyId, claimant))?.permissions.can('invoices', action);
    expect([await can('view'), await can('delete')]).toEqual([true, false]);
    await new UpdateRole(t.db).execute(ctx, role, { matrix: { invoices: ['delete'] } });
    expect([await can('view'), await can('delete')]).toEqual([false, true]);
    await new UpdateUser(t.db).execute(ctx, claimant.userId, { roleIds: [] });
    expect(await can('delete')).toBe(false);
  });

  it("brings the version of the company's metadata along, in the same statement", async () => {
    const ctx = await t.newCompany();
    const roleId = await aRole(t.db, ctx);
    const user = await aClaimant(ctx, [roleId]);
    const { key } = await new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId });
    const versions = async () => {
      const actors = [await reader.read(ctx.companyId, user), await reader.readKey(key)];
      return actors.map((actor) => actor?.metadataVersion);
    };
    expect(await versions()).toEqual([1, 1]);
    await t.db.write(ctx, bumpMetadata);
    expect(await versions()).toEqual([2, 2]);
    expect(asked).toBe(4);
  });

  it('gives an administrator everything', async () => {
    const ctx = await t.newCompany();
    const userId = await anAdministrator(t.db, ctx);
    const sessionId = await aSession(ctx, userId);
    const actor = await reader.read(ctx.companyId, { userId, sessionId });
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

  it('are not found with a changed character, in another company or as another kind', async () => {
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
