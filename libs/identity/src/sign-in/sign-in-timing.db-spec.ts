import { systemClock, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { TEST_PASSWORD, aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { SignIn } from './sign-in.js';

const visitor = { requestId: 'r', ip: null, locale: 'en', now: systemClock.now() };

const WRONG = 'not the right password';

let t: TestDatabase;
let ctx: Ctx;
let signIn: SignIn;
beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  const tokens = new AccessTokens({ host: 'staff', secret: 'a'.repeat(32) });
  signIn = new SignIn(t.db, new PasswordHasher(), tokens);
});
afterAll(() => t.close());

const anEmail = async (password: boolean) => (await aStaffUser(t.db, ctx, { password })).email;

const setFailures = (some: readonly string[], failures: number, lockedUntil: string | null) =>
  t.db.write(ctx, (tx) =>
    tx.run(
      `update identity.staff_user set failures = $2, locked_until = $3 where email = any ($1)`,
      [some, failures, lockedUntil],
    ),
  );

/** What an attempt asks of the database, in order, and how many passwords it compares. */
async function workOf(
  email: string,
  deviceToken: string | null = null,
): Promise<{ statements: string[]; comparisons: number }> {
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
    const attempt = signIn.execute(visitor, { email, password: WRONG, deviceToken });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' });
    return { statements, comparisons: compare.mock.calls.length };
  } finally {
    watch.mockRestore();
    compare.mockRestore();
  }
}

it('does the same for an unknown e-mail as for a wrong one, a lock and no password', async () => {
  const [wrong, locked, invited] = [await anEmail(true), await anEmail(true), await anEmail(false)];
  await setFailures([locked], 5, '2999-01-01T00:00:00Z');
  const work = await workOf(wrong);
  expect(work.comparisons).toBe(1);
  expect(work.statements.length).toBeGreaterThan(3);
  // A lock is met twice: only the first attempt at it is logged.
  for (const email of ['nobody@example.com', locked, locked, invited]) {
    expect(await workOf(email)).toEqual(work);
  }
});

it('does the same for who brings the token of a device, known there or not', async () => {
  const [mine, theirs] = [await anEmail(true), await anEmail(true)];
  const password = TEST_PASSWORD;
  const { deviceToken } = await signIn.execute(visitor, { email: mine, password });
  const work = await workOf(mine);
  for (const email of [mine, theirs, 'nobody@example.com']) {
    expect(await workOf(email, deviceToken)).toEqual(work);
  }
});
