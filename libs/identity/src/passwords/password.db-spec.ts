import { DomainError, systemClock, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { SignIn } from '../sign-in/sign-in.js';
import { RefreshSession } from '../sessions/refresh-session.js';
import type { Visitor } from '../sign-in/visitor.js';
import { TEST_PASSWORD, aStaffUser } from '../testing/users.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { startSession } from '../sessions/session.js';
import { ChangePassword } from './change-password.js';
import { IssuePasswordToken } from './issue-password-token.js';
import { PasswordHasher } from './password-hasher.js';
import { RequestPasswordReset } from './request-password-reset.js';
import { ResetPassword } from './reset-password.js';
import type { ShownLinks } from './shown-links.port.js';

const visitor: Visitor = { requestId: 'r', ip: null, locale: 'en', now: systemClock.now() };
const tokens = new AccessTokens({ host: 'staff', secret: 's'.repeat(32) });
const hasher = new PasswordHasher();
const NEW = 'a new and longer password';

/** An operator's token was shown to nobody who could be asked about. */
const NO_LINKS: ShownLinks = {
  areGood: () => Promise.reject(new Error('no link was shown to anybody')),
};

let t: TestDatabase;
let issue: IssuePasswordToken;
let reset: ResetPassword;
let signIn: SignIn;
beforeAll(async () => {
  t = await testDatabase();
  issue = new IssuePasswordToken(t.db);
  reset = new ResetPassword(t.db, hasher, NO_LINKS);
  signIn = new SignIn(t.db, hasher, tokens);
});
afterAll(() => t.close());

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : `unexpected: ${error}`),
  );
}

const set = (token: string, password = NEW) => reset.execute(visitor, { token, password });
const enter = (email: string, password: string) => signIn.execute(visitor, { email, password });

async function events(ctx: Ctx): Promise<{ type: string; data: unknown }[]> {
  return t.db.read(ctx, (tx) =>
    tx.rows(`select type, data from outbox.event where object = 'user' order by seq`),
  );
}

describe('a password token', () => {
  it('sets the password once, ends the sessions and opens a locked account', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const session = await enter(email, TEST_PASSWORD);
    for (let n = 0; n < 5; n += 1) await codeOf(enter(email, 'wrong password'));
    const { token } = await issue.execute(ctx, email);
    await set(token);
    expect(await codeOf(set(token))).toBe('password_token_invalid');
    expect(await codeOf(enter(email, NEW))).toBe('done');
    const refreshed = new RefreshSession(t.db, tokens).execute(visitor, session.refreshToken);
    expect(await codeOf(refreshed)).toBe('refresh_token_invalid');
  });

  it('is used by one of ten at once', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { token } = await issue.execute(ctx, email);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(set(token))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });

  it('ends after an hour, an invitation after 72', async () => {
    const ctx = await t.newCompany();
    const known = await aStaffUser(t.db, ctx);
    const invited = await aStaffUser(t.db, ctx, { password: false });
    const hours = async (email: string) => {
      const { expiresAt } = await issue.execute(ctx, email);
      return Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000);
    };
    expect([await hours(known.email), await hours(invited.email)]).toEqual([1, 72]);
    const { token } = await issue.execute(ctx, known.email);
    await t.db.write(ctx, (tx) => tx.run('update identity.password_token set expires_at = now()'));
    expect(await codeOf(set(token))).toBe('password_token_invalid');
  });

  it('makes the earlier one of the same user worthless', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const first = await issue.execute(ctx, email);
    await issue.execute(ctx, email);
    expect(await codeOf(set(first.token))).toBe('password_token_invalid');
  });

  it.each(['short', 'password1234', 'aaaaaaaaaaaaaa', 'x'.repeat(1025)])(
    'refuses a poor password and stays usable: %#',
    async (password) => {
      const ctx = await t.newCompany();
      const { email } = await aStaffUser(t.db, ctx);
      const { token } = await issue.execute(ctx, email);
      expect(await codeOf(set(token, password))).toBe('validation_failed');
      expect(await codeOf(set(token))).toBe('done');
    },
  );

  it('takes the same characters however they were typed', async () => {
    const ctx = await t.newCompany();
    const { email } = await aStaffUser(t.db, ctx);
    const { token } = await issue.execute(ctx, email);
    await set(token, 'pâté en croûte, señor'.normalize('NFD'));
    expect(await codeOf(enter(email, 'pâté en croûte, señor'.normalize('NFC')))).toBe('done');
  });
});

describe('RequestPasswordReset', () => {
  it('announces the request without a token and says nothing about an unknown e-mail', async () => {
    const ctx = await t.newCompany();
    const { id, email } = await aStaffUser(t.db, ctx);
    const request = new RequestPasswordReset(t.db);
    expect(await codeOf(request.execute(visitor, { email: email.toUpperCase() }))).toBe('done');
    expect(await codeOf(request.execute(visitor, { email: 'nobody@example.com' }))).toBe('done');
    expect(await events(ctx)).toEqual([
      { type: 'user.password_reset_requested', data: { id, email } },
    ]);
  });
});

describe('ChangePassword', () => {
  /** A user who is about to change their password, in a session of their own. */
  async function aChange() {
    const ctx = await t.newCompany();
    const { id, email } = await aStaffUser(t.db, ctx);
    const { sessionId } = await t.db.write(ctx, (tx) => startSession(tx, id));
    const own = { ...ctx, userId: id, sessionId };
    const input = { currentPassword: TEST_PASSWORD, password: NEW };
    const change = () => new ChangePassword(t.db, hasher, tokens).execute(own, input);
    return { ctx, email, sessionId, change };
  }

  const liveSessions = (ctx: Ctx) =>
    t.db.read(ctx, (tx) =>
      tx.rows<{ id: string }>('select id from identity.refresh_family where revoked_at is null'),
    );

  it('replaces the session that asks by one other', async () => {
    const { ctx, email, sessionId, change } = await aChange();
    const pair = await change();
    const live = await liveSessions(ctx);
    expect(live).toHaveLength(1);
    expect(live[0]?.id).not.toBe(sessionId);
    expect(tokens.verify(pair.accessToken, 'staff', ctx.now)?.sid).toBe(live[0]?.id);
    expect(await codeOf(enter(email, NEW))).toBe('done');
  });

  it.each([
    ['ended', `update identity.refresh_family set revoked_at = now(), revoked_reason = 'ended'`],
    ['deactivated', 'update identity.staff_user set active = false'],
  ])('replaces none that was %s since the request was let in', async (_, statement) => {
    const { ctx, email, change } = await aChange();
    await t.db.write(ctx, (tx) => tx.run(statement));
    const before = await liveSessions(ctx);
    expect(await codeOf(change())).toBe('invalid_credentials');
    expect(await liveSessions(ctx)).toEqual(before);
    await t.db.write(ctx, (tx) => tx.run('update identity.staff_user set active = true'));
    expect(await codeOf(enter(email, TEST_PASSWORD))).toBe('done');
  });

  it('happens once when it is asked for ten times at once', async () => {
    const { ctx, change } = await aChange();
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(change())));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await liveSessions(ctx)).toHaveLength(1);
  });
});
