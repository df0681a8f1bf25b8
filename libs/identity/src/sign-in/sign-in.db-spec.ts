import { DomainError, systemClock, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PasswordHasher, type Asker } from '../passwords/password-hasher.js';
import { TEST_PASSWORD, aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { SignIn } from './sign-in.js';
import type { Visitor } from './visitor.js';

const tokens = new AccessTokens({ host: 'staff', secret: 'a'.repeat(32) });
const visitor: Visitor = { requestId: 'r', ip: '127.0.0.1', locale: 'en', now: systemClock.now() };
const WRONG = 'not the right password';

const nameOf = (asker: Asker | undefined) =>
  asker && 'userId' in asker ? asker.userId : 'stranger';

let t: TestDatabase;
let signIn: SignIn;
let hasher: PasswordHasher;
beforeAll(async () => {
  t = await testDatabase();
  hasher = new PasswordHasher();
  signIn = new SignIn(t.db, hasher, tokens);
});
afterAll(() => t.close());

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

const attempt = (email: string, password: string, company?: string) =>
  signIn.execute(visitor, { email, password, company });

async function lockState(ctx: Ctx, id: string) {
  return t.db.read(ctx, (tx) =>
    tx.one<{ failures: number; locked: boolean }>(
      'select failures, locked_until > now() as locked from identity.staff_user where id = $1',
      [id],
    ),
  );
}

describe('SignIn', () => {
  it('answers a pair whose access token names user, company and audience', async () => {
    const ctx = await t.newCompany();
    const user = await aStaffUser(t.db, ctx);
    const pair = await attempt(user.email, TEST_PASSWORD);
    expect(pair).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600, user: { id: user.id } });
    expect(tokens.verify(pair.accessToken, 'staff', visitor.now)).toMatchObject({
      sub: user.id,
      cid: ctx.companyId,
      aud: 'staff',
    });
  });

  it('takes the e-mail in any case and with blanks around', async () => {
    const user = await aStaffUser(t.db, await t.newCompany());
    expect(await codeOf(attempt(` ${user.email.toUpperCase()} `, TEST_PASSWORD))).toBe('signed in');
  });

  it('answers an unknown e-mail, a wrong password, none and the deactivated alike', async () => {
    const ctx = await t.newCompany();
    const known = await aStaffUser(t.db, ctx);
    const invited = await aStaffUser(t.db, ctx, { password: false });
    const gone = await aStaffUser(t.db, ctx);
    await t.db.write(ctx, (tx) =>
      tx.run('update identity.staff_user set active = false where id = $1', [gone.id]),
    );
    const codes = await Promise.all([
      codeOf(attempt('nobody@example.com', TEST_PASSWORD)),
      codeOf(attempt(known.email, WRONG)),
      codeOf(attempt(invited.email, TEST_PASSWORD)),
      codeOf(attempt(gone.email, TEST_PASSWORD)),
    ]);
    expect(new Set(codes)).toEqual(new Set(['invalid_credentials']));
  });

  it('locks at exactly five under 100 parallel wrong guesses', async () => {
    const ctx = await t.newCompany();
    const user = await aStaffUser(t.db, ctx);
    const guesses: Promise<string>[] = [];
    for (let wave = 0; wave < 2; wave += 1) {
      guesses.push(...Array.from({ length: 50 }, () => codeOf(attempt(user.email, WRONG))));
      await Promise.all(guesses);
    }
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['invalid_credentials']));
    expect(await lockState(ctx, user.id)).toEqual({ failures: 5, locked: true });
    const locks = await t.db.read(ctx, (tx) =>
      tx.rows(`select 1 from audit.entry where action = 'auth.locked'`),
    );
    expect(locks).toHaveLength(1);
    // The five that locked it, and one of all those that met the lock.
    const failed = await t.db.read(ctx, (tx) =>
      tx.rows(`select 1 from audit.entry where action = 'auth.sign_in_failed'`),
    );
    expect(failed).toHaveLength(6);
  });

  it('tells only the right password that the account is locked, until that ends', async () => {
    const ctx = await t.newCompany();
    const user = await aStaffUser(t.db, ctx);
    for (let n = 0; n < 5; n += 1) await codeOf(attempt(user.email, WRONG));
    expect(await codeOf(attempt(user.email, WRONG))).toBe('invalid_credentials');
    await expect(attempt(user.email, TEST_PASSWORD)).rejects.toMatchObject({
      code: 'account_locked',
      options: { retryAfter: expect.any(Number) },
    });
    await t.db.write(ctx, (tx) =>
      tx.run('update identity.staff_user set locked_until = now() where id = $1', [user.id]),
    );
    expect(await codeOf(attempt(user.email, TEST_PASSWORD))).toBe('signed in');
    expect((await lockState(ctx, user.id)).failures).toBe(0);
  });

  it('lets the password decide between the companies of one e-mail, else the slug', async () => {
    const one = await t.newCompany({ slug: 'one' });
    const two = await t.newCompany({ slug: 'two' });
    const email = 'both@example.com';
    await aStaffUser(t.db, one, { email });
    const second = await aStaffUser(t.db, two, { email, password: false });
    expect((await attempt(email, TEST_PASSWORD)).user.companyId).toBe(one.companyId);
    const hash = await new PasswordHasher().hash(TEST_PASSWORD, null);
    await t.db.write(two, (tx) =>
      tx.run('update identity.staff_user set password_hash = $2 where id = $1', [second.id, hash]),
    );
    expect(await codeOf(attempt(email, TEST_PASSWORD))).toBe('invalid_credentials');
    expect((await attempt(email, TEST_PASSWORD, 'two')).user.companyId).toBe(two.companyId);
  });

  it('refuses rather than queue more than fifty passwords, and looks up no others', async () => {
    const lookedUp = vi.spyOn(t.db, 'door');
    const codes = await Promise.all(
      Array.from({ length: 80 }, (_, n) => codeOf(attempt(`storm-${n}@example.com`, WRONG))),
    );
    const busy = codes.filter((code) => code === 'sign_in_busy').length;
    expect(busy).toBeGreaterThan(0);
    const wrong = codes.filter((code) => code === 'invalid_credentials').length;
    expect(wrong).toBeGreaterThan(50);
    expect(lookedUp).toHaveBeenCalledTimes(wrong);
    lookedUp.mockRestore();
  });

  it('lets a device that is known in while strangers are turned away', async () => {
    const { email } = await aStaffUser(t.db, await t.newCompany());
    const { deviceToken } = await attempt(email, TEST_PASSWORD);
    const storm = Array.from({ length: 120 }, (_, n) =>
      codeOf(attempt(`gale-${n}@example.com`, WRONG)),
    );
    expect(await Promise.race(storm)).toBe('sign_in_busy');
    const mine = { email, password: TEST_PASSWORD, deviceToken };
    expect(await codeOf(signIn.execute(visitor, mine))).toBe('signed in');
    await Promise.all(storm);
  });

  it('knows a device by its token, at its account, and until it is locked', async () => {
    const ctx = await t.newCompany();
    const [one, two] = [await aStaffUser(t.db, ctx), await aStaffUser(t.db, ctx)];
    const { deviceToken } = await attempt(one.email, TEST_PASSWORD);
    const asked = vi.spyOn(hasher, 'matches');
    const askedAs = async (email: string, token: string | null, password = TEST_PASSWORD) => {
      await codeOf(signIn.execute(visitor, { email, password, deviceToken: token }));
      return nameOf(asked.mock.lastCall?.[2]);
    };
    expect(await askedAs(one.email, deviceToken)).toBe(one.id);
    expect(await askedAs(one.email, null)).toBe('stranger');
    expect(await askedAs(one.email, `${deviceToken.slice(0, -4)}AAAA`)).toBe('stranger');
    expect(await askedAs(two.email, deviceToken)).toBe('stranger');
    for (let n = 0; n < 5; n += 1) {
      expect(await askedAs(one.email, deviceToken, WRONG)).toBe(one.id);
    }
    expect(await askedAs(one.email, deviceToken)).toBe('stranger');
    asked.mockRestore();
  });

  it('compares all passwords of an e-mail for the account that knows the device', async () => {
    const [here, there] = [await t.newCompany(), await t.newCompany()];
    const { id, email } = await aStaffUser(t.db, here);
    await aStaffUser(t.db, there, { email, password: false });
    const { deviceToken } = await attempt(email, TEST_PASSWORD);
    const asked = vi.spyOn(hasher, 'matches');
    await signIn.execute(visitor, { email, password: TEST_PASSWORD, deviceToken });
    const own = { companyId: here.companyId, userId: id };
    expect(asked.mock.calls.map(([, , asker]) => asker)).toEqual([own, own]);
    asked.mockClear();
    await attempt(email, TEST_PASSWORD);
    expect(asked.mock.calls.map(([, , asker]) => nameOf(asker))).toEqual(['stranger', 'stranger']);
    asked.mockRestore();
  });
});
