import { systemClock, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { SignIn } from './sign-in.js';

const ROUNDS = 150;
const USERS = 10;
const visitor = { requestId: 'r', ip: null, locale: 'en', now: systemClock.now() };

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

async function emails(password: boolean): Promise<string[]> {
  const made = Array.from({ length: USERS }, () => aStaffUser(t.db, ctx, { password }));
  return (await Promise.all(made)).map(({ email }) => email);
}

const setFailures = (some: readonly string[], failures: number, lockedUntil: string | null) =>
  t.db.write(ctx, (tx) =>
    tx.run(
      `update identity.staff_user set failures = $2, locked_until = $3 where email = any ($1)`,
      [some, failures, lockedUntil],
    ),
  );

async function milliseconds(email: string): Promise<number> {
  const started = performance.now();
  await expect(
    signIn.execute(visitor, { email, password: 'not the right password' }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' });
  return performance.now() - started;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

it('takes as long for an unknown e-mail as for a wrong password, a lock and no password', async () => {
  const known = {
    wrong: await emails(true),
    locked: await emails(true),
    invited: await emails(false),
  };
  await setFailures(known.locked, 5, '2999-01-01T00:00:00Z');
  const times = { wrong: [], locked: [], invited: [], unknown: [] } as Record<string, number[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % USERS === 0) await setFailures([...known.wrong, ...known.invited], 0, null);
    const n = round % USERS;
    const tries = [
      ['wrong', known.wrong[n]],
      ['unknown', `nobody-${round}@example.com`],
      ['locked', known.locked[n]],
      ['invited', known.invited[n]],
    ] as const;
    // Turned round by round, so that what else the machine does falls on all alike.
    for (const i of tries.keys()) {
      const [kind, email] = tries[(i + round) % tries.length] ?? tries[0];
      times[kind]?.push(await milliseconds(email ?? ''));
    }
  }
  const medians = Object.values(times).map(median);
  expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(5);
}, 120_000);
