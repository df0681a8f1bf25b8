import { watchFailpoints } from '@quittance/config/host';
import { DomainError, newId, systemClock, type Ctx, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SignIn } from '../sign-in/sign-in.js';
import type { Visitor } from '../sign-in/visitor.js';
import { TEST_PASSWORD, aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { PurgeSessions } from './purge-sessions.js';
import { RefreshSession } from './refresh-session.js';
import { SignOut } from './sign-out.js';

const visitor: Visitor = { requestId: 'r', ip: null, locale: 'en', now: systemClock.now() };
const tokens = new AccessTokens({ host: 'staff', secret: 's'.repeat(32) });

let t: TestDatabase;
let refresh: RefreshSession;
let signOut: SignOut;
beforeAll(async () => {
  t = await testDatabase();
  refresh = new RefreshSession(t.db, tokens);
  signOut = new SignOut(t.db);
});
afterAll(() => t.close());

async function aSession(): Promise<{ ctx: Ctx; userId: UserId; token: string }> {
  const ctx = await t.newCompany();
  const user = await aStaffUser(t.db, ctx);
  const signIn = new SignIn(t.db, new PasswordHasher(), tokens);
  const pair = await signIn.execute(visitor, { email: user.email, password: TEST_PASSWORD });
  return { ctx, userId: user.id, token: pair.refreshToken };
}

const next = async (token: string) => (await refresh.execute(visitor, token)).refreshToken;

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'refreshed',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

/** Moves what happened in a company into the past, as waiting would. */
const age = (ctx: Ctx, seconds: number) =>
  t.db.write(ctx, (tx) =>
    tx.run(
      `update identity.refresh_token set spent_at =
         (spent_at at time zone 'UTC' - make_interval(secs => $1::int)) at time zone 'UTC'
       where company_id = $2`,
      [seconds, ctx.companyId],
    ),
  );

describe('RefreshSession', () => {
  it('spends a token for another that works', async () => {
    const { token } = await aSession();
    const child = await next(token);
    expect(child).not.toBe(token);
    expect(await next(child)).not.toBe(child);
  });

  it('leaves one live child after twenty parallel refreshes of one token', async () => {
    const { ctx, token } = await aSession();
    const children = await Promise.all(Array.from({ length: 20 }, () => next(token)));
    expect(new Set(children).size).toBe(1);
    const live = await t.db.read(ctx, (tx) =>
      tx.rows('select 1 from identity.refresh_token where spent_at is null'),
    );
    expect(live).toHaveLength(1);
    expect(await codeOf(next(children[0] ?? ''))).toBe('refreshed');
  });

  it('ends the family and logs it when a spent token comes back after ten seconds', async () => {
    const { ctx, userId, token } = await aSession();
    const child = await next(token);
    await age(ctx, 11);
    expect(await codeOf(next(token))).toBe('refresh_token_invalid');
    expect(await codeOf(next(child))).toBe('refresh_token_invalid');
    const logged = await t.db.read(ctx, (tx) =>
      tx.rows(`select 1 from audit.entry where action = 'auth.refresh_reused' and record_id = $1`, [
        userId,
      ]),
    );
    expect(logged).toHaveLength(1);
  });

  it('ends the family once under twenty parallel reuses', async () => {
    const { ctx, token } = await aSession();
    await next(token);
    await age(ctx, 11);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(next(token))));
    expect(new Set(codes)).toEqual(new Set(['refresh_token_invalid']));
  });

  it('ends thirty days after the sign-in, however often it was refreshed', async () => {
    const { ctx, token } = await aSession();
    const child = await next(token);
    await t.db.write(ctx, (tx) =>
      tx.run(`update identity.refresh_family set expires_at = now() where expires_at > now()`),
    );
    expect(await codeOf(next(child))).toBe('refresh_token_invalid');
  });

  it('refuses a user who was deactivated', async () => {
    const { ctx, token } = await aSession();
    await t.db.write(ctx, (tx) => tx.run('update identity.staff_user set active = false'));
    expect(await codeOf(next(token))).toBe('refresh_token_invalid');
  });

  it('repeats no child for a user who was deactivated since', async () => {
    const { ctx, token } = await aSession();
    await next(token);
    await t.db.write(ctx, (tx) => tx.run('update identity.staff_user set active = false'));
    expect(await codeOf(next(token))).toBe('refresh_token_invalid');
  });

  it.each(['', 'qr_', 'x'.repeat(20_000), `qr_${'0'.repeat(32)}${'A'.repeat(43)}`])(
    'refuses what is no token of ours: %#',
    async (text) => {
      expect(await codeOf(next(text))).toBe('refresh_token_invalid');
    },
  );

  it('finds no token under another company', async () => {
    const { token } = await aSession();
    const other = await t.newCompany();
    const moved = `qr_${other.companyId.replaceAll('-', '')}${token.slice(35)}`;
    expect(await codeOf(next(moved))).toBe('refresh_token_invalid');
    expect(await codeOf(next(token))).toBe('refreshed');
  });

  it('stores no token, only hashes', async () => {
    const { ctx, token } = await aSession();
    const stored = await t.db.read(ctx, (tx) =>
      tx.one<{ text: string }>(
        `select string_agg(encode(token_hash, 'base64') || encode(token_hash, 'escape'), '') as text
         from identity.refresh_token`,
      ),
    );
    expect(stored.text).not.toContain(token.slice(35));
  });
});

describe('SignOut', () => {
  it('ends the whole family and may be repeated', async () => {
    const { token } = await aSession();
    const child = await next(token);
    await signOut.execute(visitor, token);
    await signOut.execute(visitor, token);
    expect(await codeOf(next(child))).toBe('refresh_token_invalid');
  });
});

describe('PurgeSessions', () => {
  it('forgets what ended more than a day ago and nothing else', async () => {
    const { ctx, userId, token } = await aSession();
    await t.db.write(ctx, (tx) =>
      tx.run(
        `insert into identity.refresh_family (company_id, id, user_id, created_at, expires_at)
         values ($1, gen_random_uuid(), $2, now() - interval '40 days', now() - interval '2 days')`,
        [ctx.companyId, userId],
      ),
    );
    expect(await new PurgeSessions(t.db).execute(ctx)).toBe(1);
    expect(await codeOf(next(token))).toBe('refreshed');
  });

  it('does so in batches, so that what one has done stays done', async () => {
    const { ctx, userId } = await aSession();
    await t.db.write(ctx, (tx) =>
      tx.run(
        `insert into identity.refresh_family (company_id, id, user_id, created_at, expires_at)
         select k.id, n, $2, now() - interval '40 days', now() - interval '2 days'
         from company.pub_company k cross join unnest($3::uuid[]) n where k.id = $1`,
        [ctx.companyId, userId, Array.from({ length: 150 }, () => newId())],
      ),
    );
    let begun = 0;
    watchFailpoints((name) => {
      if (name === 'transaction.begun' && ++begun === 2) throw new Error('down');
    });
    const purge = () => new PurgeSessions(t.db).execute(ctx);
    await expect(purge().finally(() => watchFailpoints(undefined))).rejects.toThrow('down');
    expect(await purge()).toBe(50);
  });
});
