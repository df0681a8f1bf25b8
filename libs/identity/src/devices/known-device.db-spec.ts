import { DomainError, systemClock, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { PurgeSessions } from '../sessions/purge-sessions.js';
import { SignIn } from '../sign-in/sign-in.js';
import type { Visitor } from '../sign-in/visitor.js';
import { TEST_PASSWORD, aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { MOST_DEVICES } from './device-store.js';
import { runs } from '../../../../test/support/tier.js';

const tokens = new AccessTokens({ host: 'staff', secret: 'a'.repeat(32) });
const visitor: Visitor = { requestId: 'r', ip: '127.0.0.1', locale: 'en', now: systemClock.now() };
const WRONG = 'not the right password';

let t: TestDatabase;
let signIn: SignIn;
beforeAll(async () => {
  t = await testDatabase();
  signIn = new SignIn(t.db, new PasswordHasher(), tokens);
});
afterAll(() => t.close());

const enter = (email: string, deviceToken?: string) =>
  signIn.execute(visitor, { email, password: TEST_PASSWORD, deviceToken: deviceToken ?? null });

const guess = (email: string, deviceToken?: string) =>
  signIn
    .execute(visitor, { email, password: WRONG, deviceToken: deviceToken ?? null })
    .catch((error: DomainError) => error.code);

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

/** Failures of the account's own count, then those of its devices from the oldest on. */
async function counts(ctx: Ctx): Promise<number[]> {
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ failures: number }>(
      `select failures from (
         select failures, '-infinity'::timestamptz as at, id from identity.staff_user
         union all select failures, created_at, id from identity.known_device) c order by at, id`,
    ),
  );
  return rows.map(({ failures }) => failures);
}

const change = (ctx: Ctx, text: string, params: unknown[] = []) =>
  t.db.write(ctx, (tx) => tx.run(text, params));

/** Of guesses: each costs a hash that is slow on purpose. */
const WAVES = runs(3, 3);

describe('a count of failures', () => {
  it('takes exactly five of many parallel guesses, each of two devices and others', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const [one, two] = [(await enter(email)).deviceToken, (await enter(email)).deviceToken];
    const guessers = [undefined, one, two];
    const answers: unknown[] = [];
    // In waves that the queue of passwords to check has room for.
    for (let wave = 0; wave < WAVES; wave += 1) {
      const some = Array.from({ length: 38 }, (_, n) => guess(email, guessers[n % 3]));
      answers.push(...(await Promise.all(some)));
    }
    expect(answers).toHaveLength(WAVES * 38);
    expect(new Set(answers)).toEqual(new Set(['invalid_credentials']));
    expect(await counts(ctx)).toEqual([5, 5, 5]);
    const locks = await t.db.read(ctx, (tx) =>
      tx.rows<{ after: object }>(
        `select after from audit.entry where action = 'auth.locked'
          order by after ->> 'knownDevice'`,
      ),
    );
    expect(locks.map(({ after }) => after)).toEqual([
      { knownDevice: false },
      { knownDevice: true },
      { knownDevice: true },
    ]);
    const right = [undefined, one, two].map((token) => codeOf(enter(email, token)));
    expect(new Set(await Promise.all(right))).toEqual(new Set(['account_locked']));
  });

  it('is forgotten by a right password of its own and touched by no other', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { deviceToken } = await enter(email);
    for (let n = 0; n < 3; n += 1) await guess(email);
    for (let n = 0; n < 2; n += 1) await guess(email, deviceToken);
    expect(await counts(ctx)).toEqual([3, 2]);
    await enter(email, deviceToken);
    expect(await counts(ctx)).toEqual([3, 0]);
    await guess(email, deviceToken);
    await enter(email);
    expect(await counts(ctx)).toEqual([0, 1, 0]);
  });

  it('opens again when the lock of the device ends', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { deviceToken } = await enter(email);
    for (let n = 0; n < 5; n += 1) await guess(email, deviceToken);
    expect(await codeOf(enter(email, deviceToken))).toBe('account_locked');
    await change(ctx, 'update identity.known_device set locked_until = now()');
    expect(await codeOf(enter(email, deviceToken))).toBe('signed in');
  });
});

describe('a known device', () => {
  it('stays the same through every sign-in and is stored as a hash', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { deviceToken } = await enter(email);
    expect((await enter(email, deviceToken)).deviceToken).toBe(deviceToken);
    const stored = await t.db.read(ctx, (tx) =>
      tx.rows<{ text: string }>(
        `select d::text || encode(token_hash, 'base64') as text from identity.known_device d`,
      ),
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(deviceToken.slice(35));
  });

  it('is known to one user of one company', async () => {
    const [ctx, other] = [await t.newCompany(), await t.newCompany()];
    const email = 'twice@example.com';
    const here = await aStaffUser(t.db, ctx, { email });
    const colleague = await aStaffUser(t.db, ctx);
    await aStaffUser(t.db, other, { email, password: false });
    const { deviceToken } = await enter(here.email);
    for (const each of [email, colleague.email]) await guess(each, deviceToken);
    // The own device was mistaken once; the colleague and the other company were met by a stranger.
    expect((await counts(ctx)).sort()).toEqual([0, 1, 1]);
    expect(await counts(other)).toEqual([1]);
  });

  it('is not known any longer when its time is over', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { deviceToken } = await enter(email);
    await change(ctx, 'update identity.known_device set expires_at = now()');
    await guess(email, deviceToken);
    expect(await counts(ctx)).toEqual([1, 0]);
    expect((await enter(email, deviceToken)).deviceToken).not.toBe(deviceToken);
  });

  it('is one of twenty at most, and those stay that come again', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { deviceToken: laptop } = await enter(email);
    await enter(email, laptop);
    const { deviceToken: once } = await enter(email);
    let last = '';
    for (let n = 0; n < MOST_DEVICES; n += 1) last = (await enter(email)).deviceToken;
    const known = await t.db.read(ctx, (tx) =>
      tx.rows('select 1 from identity.known_device where expires_at > now()'),
    );
    expect(known).toHaveLength(MOST_DEVICES);
    for (const token of [laptop, last]) expect((await enter(email, token)).deviceToken).toBe(token);
    expect((await enter(email, once)).deviceToken).not.toBe(once);
  });

  it('is forgotten a day after its end, once no session names it', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    await enter(email);
    const { deviceToken } = await enter(email);
    const longAgo = `now() - interval '2 days'`;
    const first = '(select id from identity.known_device order by created_at, id limit 1)';
    await change(
      ctx,
      `update identity.known_device set expires_at = ${longAgo} where id = ${first}`,
    );
    const purge = new PurgeSessions(t.db);
    expect(await purge.execute(ctx)).toBe(0);
    const over = `update identity.refresh_family set expires_at = ${longAgo}
      where device_id = ${first}`;
    await change(ctx, over);
    expect(await purge.execute(ctx)).toBeGreaterThan(0);
    await purge.execute(ctx);
    expect(await counts(ctx)).toEqual([0, 0]);
    expect((await enter(email, deviceToken)).deviceToken).toBe(deviceToken);
  });
});
