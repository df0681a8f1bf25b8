import { addAccount } from '@quittance/crm/host';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { DomainError, newId, systemClock, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PORTAL_PASSWORD, aPortalUser } from '../testing/a-portal-user.js';
import { testFactors } from '../testing/second-factors.js';
import { ChoosePortalUser } from './choose-portal-user.js';
import { SignInPortal } from './sign-in-portal.js';

const visitor = { requestId: 'r', ip: '127.0.0.1', locale: 'en', now: systemClock.now() };
const tokens = new AccessTokens({ host: 'portal', secret: 'p'.repeat(32) });
const WRONG = 'not the right password';

const nameOf = (asker: Parameters<PasswordHasher['matches']>[2] | undefined) =>
  asker && 'userId' in asker ? asker.userId : 'stranger';

let t: TestDatabase;
let ctx: Ctx;
let slug: string;
let signIn: SignInPortal;
let hasher: PasswordHasher;
beforeAll(async () => {
  t = await testDatabase();
  slug = `portal-${newId()}`;
  ctx = await t.newCompany({ slug });
  await t.newCompany();
  hasher = new PasswordHasher();
  signIn = new SignInPortal(t.db, hasher, tokens, testFactors());
});
afterAll(() => t.close());

const party = (of: Ctx = ctx) =>
  t.db.write(of, (tx) => addAccount(tx, { name: 'Acme' })).then(({ id }) => id);
const someone = async (input = {}, options = {}) =>
  aPortalUser(t.db, ctx, { partyId: await party(), ...input }, options);

interface Tried {
  readonly password?: string;
  readonly company?: string | null;
  readonly anyDirectory?: boolean;
  readonly deviceToken?: string | null;
}

const enter = (name: string, tried: Tried = {}) =>
  signIn.execute(visitor, {
    name,
    password: WRONG,
    company: slug,
    anyDirectory: false,
    deviceToken: null,
    directory: 'customer',
    channel: 'program',
    remembered: true,
    ...tried,
  });
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );

const countOf = (credentialId: string) =>
  t.db.read(ctx, (tx) =>
    tx.one<{ failures: number; tries: number; locked: boolean }>(
      `select failures, tries_in_lock as tries, locked_until > now() as locked
       from portal.credential where id = $1`,
      [credentialId],
    ),
  );

it('looks at five of 100 guesses at once, and at five more while it is locked', async () => {
  const { email, credentialId, id } = await someone();
  const guesses: Promise<string>[] = [];
  for (let wave = 0; wave < 2; wave += 1) {
    guesses.push(...Array.from({ length: 50 }, () => codeOf(enter(email))));
    await Promise.all(guesses);
  }
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['invalid_credentials']));
  expect(await countOf(credentialId)).toEqual({ failures: 5, tries: 5, locked: true });
  expect(await codeOf(enter(email, { password: PORTAL_PASSWORD }))).toBe('invalid_credentials');
  const locks = await t.db.read(ctx, (tx) =>
    tx.rows(`select 1 from audit.entry where action = 'portal_user.locked'`),
  );
  expect(locks).toHaveLength(1);
  // The five that locked it, and one of all those that met the lock.
  const failed = await t.db.read(ctx, (tx) =>
    tx.rows(
      `select 1 from audit.entry where action = 'portal_user.sign_in_failed' and record_id = $1`,
      [id],
    ),
  );
  expect(failed).toHaveLength(6);
});

it('tells five right ones of a lock until when it is, and lets them in behind it', async () => {
  const { email, credentialId } = await someone();
  const right = () => codeOf(enter(email, { password: PORTAL_PASSWORD }));
  for (let n = 0; n < 5; n += 1) await codeOf(enter(email));
  expect(await right()).toBe('account_locked');
  const until = await t.db.read(ctx, (tx) =>
    tx.one<{ seconds: number }>(
      `select round(extract(epoch from locked_until - last_failed_at))::int as seconds
       from portal.credential where id = $1`,
      [credentialId],
    ),
  );
  expect(until.seconds).toBe(15 * 60);
  await t.db.write(ctx, (tx) =>
    tx.run('update portal.credential set locked_until = now() where id = $1', [credentialId]),
  );
  expect(await right()).toBe('signed in');
  expect(await countOf(credentialId)).toMatchObject({ failures: 0, tries: 0 });
});

/** What an attempt asks of the database, in order, and how many passwords it compares. */
async function workOf(name: string, tried: Tried = {}) {
  const statements: string[] = [];
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  const watch = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }];
    const text = typeof first === 'string' ? first : first.text;
    // Only the company they are asked in differs.
    statements.push(text.replace(/'[0-9a-f-]{36}'/, 'a company'));
    return query.apply(this, args);
  } as never);
  const compare = vi.spyOn(PasswordHasher.prototype, 'matches');
  try {
    expect(await codeOf(enter(name, tried))).toBe('invalid_credentials');
    return { statements, comparisons: compare.mock.calls.length };
  } finally {
    watch.mockRestore();
    compare.mockRestore();
  }
}

it('does the same work for everybody who is not let in', async () => {
  const [wrong, unverified, gone, locked] = [
    await someone(),
    await someone({}, { verified: false }),
    await someone(),
    await someone(),
  ];
  await t.db.write(ctx, async (tx) => {
    await tx.run('update portal.portal_user set active = false where id = $1', [gone.id]);
    await tx.run(
      `update portal.credential set failures = 5, locked_until = '2999-01-01' where id = $1`,
      [locked.credentialId],
    );
  });
  const work = await workOf(wrong.email);
  expect(work.comparisons).toBe(1);
  expect(work.statements.length).toBeGreaterThan(4);
  expect(await workOf('nobody@example.com')).toEqual(work);
  expect(await workOf(unverified.email)).toEqual(work);
  expect(await workOf(gone.email, { password: PORTAL_PASSWORD })).toEqual(work);
  expect(await workOf(locked.email)).toEqual(work);
  expect(await workOf(wrong.email, { password: '' })).toEqual(work);
  expect(await workOf(wrong.email, { company: 'no-such-company' })).toEqual(work);
  const { deviceToken } = await enter(wrong.email, { password: PORTAL_PASSWORD });
  expect(await workOf(wrong.email, { deviceToken })).toEqual(work);
  expect(await workOf(unverified.email, { deviceToken })).toEqual(work);
});

it('compares three passwords where the company is not known, whoever is', async () => {
  const { email } = await someone();
  const nowhere = { company: null };
  expect((await workOf(email, nowhere)).comparisons).toBe(3);
  expect((await workOf('nobody@example.com', nowhere)).comparisons).toBe(3);
  expect((await workOf(email, { anyDirectory: true })).comparisons).toBe(3);
  expect(await codeOf(enter(email, { ...nowhere, password: PORTAL_PASSWORD }))).toBe('signed in');
});

it('compares all passwords for who knows the device, company named or not', async () => {
  const [one, two] = [await someone(), await someone()];
  const other = await t.newCompany({ slug: `namesake-${newId()}` });
  await aPortalUser(t.db, other, { partyId: await party(other), email: one.email });
  const { deviceToken } = await enter(one.email, { password: PORTAL_PASSWORD });
  const asked = vi.spyOn(hasher, 'matches');
  const askedAs = async (name: string, tried: Tried) => {
    asked.mockClear();
    await codeOf(enter(name, tried));
    return asked.mock.calls.map(([, , asker]) => nameOf(asker));
  };
  const nowhere = { company: null, deviceToken };
  const [id, own] = [one.credentialId, { companyId: ctx.companyId, userId: one.credentialId }];
  expect(await askedAs(one.email, { deviceToken })).toEqual([id]);
  expect(await askedAs(one.email, nowhere)).toEqual([id, id, id]);
  expect(asked.mock.calls.map(([, , asker]) => asker)).toEqual([own, own, own]);
  expect(await askedAs(one.email, { deviceToken, anyDirectory: true })).toEqual([id, id, id]);
  const strangers = ['stranger', 'stranger', 'stranger'];
  const madeUp = `${deviceToken?.slice(0, -4)}AAAA`;
  expect(await askedAs(one.email, { ...nowhere, deviceToken: madeUp })).toEqual(strangers);
  expect(await askedAs(one.email, { ...nowhere, deviceToken: null })).toEqual(strangers);
  expect(await askedAs(two.email, nowhere)).toEqual(strangers);
  expect(await askedAs('nobody@example.com', nowhere)).toEqual(strangers);
  for (let n = 0; n < 5; n += 1) await codeOf(enter(one.email, { deviceToken }));
  expect(await askedAs(one.email, nowhere)).toEqual(strangers);
  asked.mockRestore();
});

it('looks nobody up for whom no place is left, and frees the place of who is refused', async () => {
  const { email } = await someone();
  const { deviceToken } = await enter(email, { password: PORTAL_PASSWORD });
  const places = [];
  while (!hasher.refusal) places.push(hasher.keepPlace(null));
  const lookedUp = vi.spyOn(t.db, 'door');
  expect(await codeOf(enter(email, { password: PORTAL_PASSWORD }))).toBe('sign_in_busy');
  expect(lookedUp).not.toHaveBeenCalled();
  lookedUp.mockRestore();
  const known = { password: PORTAL_PASSWORD, deviceToken };
  expect(await codeOf(enter(email, known))).toBe('signed in');
  places.pop()?.leave();
  for (const name of [email, 'nobody@example.com']) {
    expect(await codeOf(enter(name))).toBe('invalid_credentials');
    expect(hasher.refusal).toBeUndefined();
  }
  for (const place of places) place?.leave();
});

it('offers the users of two companies, one of which has the password as well', async () => {
  const email = `${newId()}@example.com`;
  await someone({ email });
  const other = await t.newCompany({ slug: `other-${newId()}` });
  await aPortalUser(t.db, other, { partyId: await party(other), email });
  const answer = await enter(email, { company: null, password: PORTAL_PASSWORD });
  expect('choose' in answer && answer.choose).toHaveLength(2);
  const alone = await enter(email, { password: PORTAL_PASSWORD });
  expect('signedIn' in alone && alone.signedIn.user.companyId).toBe(ctx.companyId);
});

it('has a choice between two companies made once, whichever is chosen', async () => {
  const email = `${newId()}@example.com`;
  await someone({ email });
  const other = await t.newCompany({ slug: `other-${newId()}` });
  await aPortalUser(t.db, other, { partyId: await party(other), email });
  const choosing = new ChoosePortalUser(t.db, tokens, testFactors());
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const answer = await enter(email, { company: null, password: PORTAL_PASSWORD });
    if (!('choose' in answer)) throw new Error('There is nobody to choose');
    const { chooseToken, choose } = answer;
    const pick = (which: number) => {
      const choice = choose[which]?.choice ?? '';
      return codeOf(choosing.execute(visitor, { chooseToken, choice }));
    };
    expect([await pick(first), await pick(second), await pick(first)]).toEqual([
      'signed in',
      'sign_in_step_expired',
      'sign_in_step_expired',
    ]);
  }
});

it('stores no token, only hashes', async () => {
  const { email } = await someone();
  const answer = await enter(email, { password: PORTAL_PASSWORD });
  if (!('signedIn' in answer)) throw new Error('There is somebody to choose');
  const stored = await t.db.read(ctx, (tx) =>
    tx.one<{ text: string }>(
      `select (select string_agg(encode(token_hash, 'base64') || encode(token_hash, 'escape'), '')
         from portal.refresh_token)
       || (select string_agg(encode(token_hash, 'base64') || encode(token_hash, 'escape'), '')
         from portal.known_device) as text`,
    ),
  );
  for (const token of [answer.signedIn.refreshToken, answer.deviceToken]) {
    expect(stored.text).not.toContain(token?.slice(35));
  }
});
