import { addAccount } from '@quittance/crm/host';
import { AccessTokens, PasswordHasher, type AccessClaims } from '@quittance/identity';
import { newId, systemClock, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PortalActorReader } from '../actors/portal-actor-reader.js';
import type { AccessLevel, PortalActor } from '../actors/portal-actor.js';
import { SignInPortal } from '../sign-in/sign-in-portal.js';
import { aPortalUser } from '../testing/a-portal-user.js';
import { testFactors } from '../testing/second-factors.js';
import { accountInReach, resolveScope } from './portal-scope.js';

const visitor = { requestId: 'r', ip: '127.0.0.1', locale: 'en', now: systemClock.now() };
const tokens = new AccessTokens({ host: 'portal', secret: 'p'.repeat(32) });

let t: TestDatabase;
let ctx: Ctx;
let signIn: SignInPortal;
let reader: PortalActorReader;
/** H above A above N above the rest of a long line; B beside them. */
const accounts = new Map<string, AccountId>();

async function account(name: string, parent?: string): Promise<AccountId> {
  const parentId = parent === undefined ? null : (accounts.get(parent) ?? null);
  const { id } = await t.db.write(ctx, (tx) => addAccount(tx, { name, parentId }));
  accounts.set(name, id);
  return id;
}

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  signIn = new SignInPortal(t.db, new PasswordHasher(), tokens, testFactors());
  reader = new PortalActorReader(t.db);
  await account('H');
  await account('A', 'H');
  await account('N', 'A');
  await account('S', 'H');
  await account('B');
  for (let n = 1; n <= 10; n += 1) await account(`N${n}`, n === 1 ? 'N' : `N${n - 1}`);
});
afterAll(() => t.close());

async function claimsOf(name: string, accessLevel: AccessLevel): Promise<AccessClaims> {
  const partyId = accounts.get(name) ?? '';
  const { email, password } = await aPortalUser(t.db, ctx, { partyId, accessLevel });
  const company = (await slugOf()) ?? null;
  const given = { name: email, password, company, directory: 'customer' as const };
  const session = { channel: 'program' as const, remembered: true, deviceToken: null };
  const answer = await signIn.execute(visitor, { ...given, ...session, anyDirectory: false });
  if (!('signedIn' in answer)) throw new Error('There is somebody to choose');
  const claims = tokens.verify(answer.signedIn.accessToken, 'customer', visitor.now);
  if (!claims) throw new Error('The token is none');
  return claims;
}

async function actorOf(name: string, accessLevel: AccessLevel): Promise<PortalActor> {
  const found = await reader.read(await claimsOf(name, accessLevel));
  if (!found) throw new Error('Nobody is behind the token');
  return found.actor;
}

const slugOf = async () =>
  (
    await t.db.read(ctx, (tx) =>
      tx.one<{ slug: string }>('select slug from company.company where id = $1', [ctx.companyId]),
    )
  ).slug;

const scopeOf = async (name: string, level: AccessLevel) => {
  const actor = await actorOf(name, level);
  return t.db.read(ctx, (tx) => resolveScope(tx, actor));
};
const namesOf = (ids: readonly string[]) =>
  [...accounts].filter(([, id]) => ids.includes(id)).map(([name]) => name);

it.each(['own', 'account'] as const)(
  'reaches the own account alone with level %s',
  async (level) => {
    const scope = await scopeOf('A', level);
    expect(namesOf(scope.accountIds)).toEqual(['A']);
    expect(scope).toMatchObject({ level, directory: 'customer', partyId: accounts.get('A') });
  },
);

it('reaches what is below with level tree, ten deep, and nothing above or beside', async () => {
  const { accountIds } = await scopeOf('A', 'account_tree');
  const below = Array.from({ length: 9 }, (_, n) => `N${n + 1}`);
  expect(namesOf(accountIds)).toEqual(['A', 'N', ...below]);
});

it('reads the tree at each request', async () => {
  const actor = await actorOf('S', 'account_tree');
  const reach = async () =>
    namesOf((await t.db.read(ctx, (tx) => resolveScope(tx, actor))).accountIds);
  expect(await reach()).toEqual(['S']);
  await account('S1', 'S');
  expect(await reach()).toEqual(['S', 'S1']);
});

it('takes an account beyond reach for one that is not there', async () => {
  const scope = await scopeOf('A', 'account');
  expect(accountInReach(scope, undefined)).toBe(accounts.get('A'));
  for (const name of ['H', 'N', 'B']) {
    expect(() => accountInReach(scope, accounts.get(name))).toThrow(
      expect.objectContaining({ code: 'reference_not_found', status: 422 }),
    );
  }
});

test('who was read is known as they were in that session, and not to a view', async () => {
  const claims = await claimsOf('A', 'account');
  expect(reader.last(claims)).toBeUndefined();
  const read = await reader.read(claims);
  const last = reader.last(claims);
  expect(last).toMatchObject({ ...read, askedAlong: { isOpen: true } });
  const others = [
    { act: newId<'user'>() },
    { aud: 'partner' as const },
    { sub: newId<'user'>() },
    { sid: newId<'session'>() },
  ];
  for (const other of others) expect(reader.last({ ...claims, ...other })).toBeUndefined();
});
