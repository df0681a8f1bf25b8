import { addSeconds } from '@quittance/kernel';
import { totpAt, type TestPortalUser } from '@quittance/portal/testing';
import { startPortalApi, type Answer, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PREFIX, PortalClient, PortalPeople, codeOf, type Signed } from './portal-people.js';

const WRONG = '000000';

let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
});
beforeEach(async () => {
  people = await PortalPeople.of(t, api);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Challenge {
  readonly mfaRequired: true;
  readonly mfaToken: string;
  readonly deviceToken?: string;
  readonly mfaSetUp?: { readonly secret: string; readonly uri: string };
}

/** What the authenticator shows, some steps of half a minute from now. */
const shows = (secret: string, steps = 0) => totpAt(secret, addSeconds(t.clock.now(), steps * 30));

const policy = (mfa: string) =>
  t.db.write(people.ctx, (tx) =>
    tx.run(
      `insert into portal.settings (company_id, admins_manage_users, mfa, updated_at)
       values ($1, true, $2, now())
       on conflict (company_id) do update set mfa = excluded.mfa`,
      [people.ctx.companyId, mfa],
    ),
  );

async function someone(input: object = {}): Promise<TestPortalUser> {
  return people.user({ partyId: await people.account('Acme'), ...input });
}

/** Somebody with an authenticator, who is signed in, and what it was given. */
async function armed(input: object = {}) {
  const user = await someone(input);
  const by = await people.enter(user);
  const { body } = await by.call('POST', '/me/mfa/start', { body: {} });
  const { secret } = body as { secret: string };
  const confirmed = await by.call('POST', '/me/mfa/confirm', { body: { code: shows(secret, -1) } });
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  return { user, by, secret, recoveryCodes };
}

const login = ({ email, password }: TestPortalUser, extra: object = {}) =>
  people.login({ email, password, ...extra });
const challenge = async (user: TestPortalUser, extra: object = {}) =>
  (await login(user, extra)).body as Challenge;
const verify = (mfaToken: string, code: string): Promise<Answer> =>
  api.call('POST', `${PREFIX.customer}/auth/mfa/verify`, { body: { mfaToken, code } });

describe('an authenticator', () => {
  test('is asked for behind the right password, once its first code was right', async () => {
    const { user, by, secret, recoveryCodes } = await armed();
    expect(recoveryCodes).toHaveLength(10);
    expect((await by.call('GET', '/me')).body).toMatchObject({
      mfa: { enabled: true, required: false, offered: true, recoveryCodesLeft: 10 },
    });
    const asked = await challenge(user);
    expect(Object.keys(asked).sort()).toEqual(['mfaRequired', 'mfaToken']);
    const answer = await verify(asked.mfaToken, shows(secret));
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    const next = new PortalClient(api, PREFIX.customer, answer.body as Signed);
    expect((await next.call('GET', '/me')).status).toBe(200);
    expect(codeOf(await verify(asked.mfaToken, shows(secret, 1)))).toBe('401 sign_in_step_expired');
  });

  test('that was not confirmed is asked of nobody', async () => {
    const user = await someone();
    const by = await people.enter(user);
    const started = await by.call('POST', '/me/mfa/start', { body: {} });
    expect(started.body).toMatchObject({ uri: expect.stringContaining('otpauth://totp/') });
    expect(codeOf(await by.call('POST', '/me/mfa/confirm', { body: { code: WRONG } }))).toBe(
      '401 mfa_code_invalid',
    );
    expect((await login(user)).body).toHaveProperty('accessToken');
  });

  test('ends the other sessions, which began by a password alone', async () => {
    const user = await someone();
    const [one, two] = [await people.enter(user), await people.enter(user)];
    const { secret } = (await one.call('POST', '/me/mfa/start', { body: {} })).body as {
      secret: string;
    };
    await one.call('POST', '/me/mfa/confirm', { body: { code: shows(secret) } });
    expect((await one.call('GET', '/me')).status).toBe(200);
    expect(codeOf(await two.call('GET', '/me'))).toBe('401 unauthenticated');
  });

  test('has each step taken once, though two ask at the same time', async () => {
    const { user, secret } = await armed();
    const steps = [await challenge(user), await challenge(user)];
    const code = shows(secret);
    const answers = await Promise.all(steps.map(({ mfaToken }) => verify(mfaToken, code)));
    expect(answers.map(codeOf).sort()).toEqual(['200', '401 mfa_code_invalid']);
  });

  test('is stored sealed, and its recovery codes hashed', async () => {
    const { user, secret, recoveryCodes } = await armed();
    const stored = await t.db.read(people.ctx, (tx) =>
      tx.one<{ text: string }>(
        `select (select m::text from portal.mfa m where m.credential_id = $1)
           || (select string_agg(c::text, '') from portal.mfa_recovery_code c
             where c.credential_id = $1) as text`,
        [user.credentialId],
      ),
    );
    for (const hidden of [secret, ...recoveryCodes]) expect(stored.text).not.toContain(hidden);
  });
});

describe('wrong codes', () => {
  test('end the step with the fifth and lock as wrong passwords do', async () => {
    const { user, secret } = await armed();
    const { mfaToken } = await challenge(user);
    const codes: string[] = [];
    for (let n = 0; n < 5; n += 1) codes.push(codeOf(await verify(mfaToken, WRONG)));
    expect(new Set(codes)).toEqual(new Set(['401 mfa_code_invalid']));
    expect(codeOf(await verify(mfaToken, shows(secret)))).toBe('401 sign_in_step_expired');
    expect(codeOf(await login(user))).toBe('401 account_locked');
  });

  test('add up over any number of right passwords', async () => {
    const { user } = await armed();
    for (let n = 0; n < 5; n += 1) {
      const { mfaToken, deviceToken } = await challenge(user);
      expect(deviceToken).toBeUndefined();
      expect(codeOf(await verify(mfaToken, WRONG))).toBe('401 mfa_code_invalid');
    }
    expect(codeOf(await login(user))).toBe('401 account_locked');
  });

  test('add up over steps at once: of 40 guesses five are looked at', async () => {
    const { user } = await armed();
    const steps = await Promise.all(Array.from({ length: 8 }, () => challenge(user)));
    const guesses = steps.flatMap(({ mfaToken }) => Array.from({ length: 5 }, () => mfaToken));
    const answers = await Promise.all(guesses.map((mfaToken) => verify(mfaToken, WRONG)));
    const looked = answers.filter((each) => codeOf(each) === '401 mfa_code_invalid');
    expect(looked).toHaveLength(5);
  });

  test('of a stranger leave the known device of the user alone', async () => {
    const { user, secret } = await armed();
    const first = await verify((await challenge(user)).mfaToken, shows(secret));
    const { deviceToken } = first.body as Signed;
    for (let n = 0; n < 5; n += 1) await verify((await challenge(user)).mfaToken, WRONG);
    const own = await challenge(user, { deviceToken });
    expect((await verify(own.mfaToken, shows(secret, 1))).status).toBe(200);
  });

  test('tell a guesser of passwords nothing: answers are alike with and without', async () => {
    const { user } = await armed();
    const plain = await someone();
    const wrong = { password: 'not the right password' };
    const [one, two, nobody] = [
      await people.login({ ...wrong, email: user.email }),
      await people.login({ ...wrong, email: plain.email }),
      await people.login({ ...wrong, email: 'nobody@example.com' }),
    ].map(({ body }) => {
      const { requestId: _, instance: __, ...rest } = body as Record<string, unknown>;
      return rest;
    });
    expect(one).toEqual(nobody);
    expect(two).toEqual(nobody);
  });
});

describe('a recovery code', () => {
  test('stands in for the authenticator once', async () => {
    const { user, recoveryCodes } = await armed();
    const [code = ''] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    expect((await verify((await challenge(user)).mfaToken, typed)).status).toBe(200);
    expect(codeOf(await verify((await challenge(user)).mfaToken, code))).toBe(
      '401 mfa_code_invalid',
    );
  });
});

describe('taking a second factor away', () => {
  test('asks for both of them', async () => {
    const { user, by, secret } = await armed();
    const { password } = user;
    const remove = (body: object) => by.call('DELETE', '/me/mfa', { body });
    const wrong = { password: 'not the right one', code: shows(secret) };
    expect(codeOf(await remove(wrong))).toBe('422 validation_failed');
    expect(codeOf(await remove({ password, code: WRONG }))).toBe('401 mfa_code_invalid');
    expect((await remove({ password, code: shows(secret) })).status).toBe(204);
    expect((await login(user)).body).toHaveProperty('accessToken');
    expect(codeOf(await remove({ password, code: shows(secret, 1) }))).toBe('404 not_found');
  });

  test('is refused where the company asks for one', async () => {
    const { user, by, secret } = await armed({ role: 'Admin' });
    await policy('admins');
    const body = { password: user.password, code: shows(secret) };
    expect(codeOf(await by.call('DELETE', '/me/mfa', { body }))).toBe('409 mfa_required_by_policy');
  });

  test('and replacing it ask alike, so that a stolen token does neither', async () => {
    const { user, by, secret } = await armed();
    const start = (body: object) => by.call('POST', '/me/mfa/start', { body });
    expect(codeOf(await start({}))).toBe('422 validation_failed');
    const proven = { password: user.password, code: shows(secret) };
    expect((await start(proven)).status).toBe(200);
  });
});

describe('new recovery codes', () => {
  test('take the place of the old ones, for who shows both factors', async () => {
    const { user, by, secret, recoveryCodes } = await armed();
    const renew = (body: object) => by.call('POST', '/me/mfa/recovery-codes', { body });
    const { password } = user;
    expect(codeOf(await renew({ password, code: WRONG }))).toBe('401 mfa_code_invalid');
    const given = await renew({ password, code: recoveryCodes[0] ?? '' });
    const { recoveryCodes: fresh } = given.body as { recoveryCodes: string[] };
    expect([given.status, fresh.length]).toEqual([200, 10]);
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const { mfaToken } = await challenge(user);
    expect(codeOf(await verify(mfaToken, recoveryCodes[1] ?? ''))).toBe('401 mfa_code_invalid');
    expect((await verify(mfaToken, fresh[0] ?? '')).status).toBe(200);
    expect((await verify((await challenge(user)).mfaToken, shows(secret))).status).toBe(200);
  });

  test('are there for nobody who has no authenticator', async () => {
    const user = await someone();
    const by = await people.enter(user);
    const body = { password: user.password, code: WRONG };
    expect(codeOf(await by.call('POST', '/me/mfa/recovery-codes', { body }))).toBe('404 not_found');
  });
});

describe('what a company says', () => {
  test('leads a user through who must have one and has none, and no further', async () => {
    await policy('admins');
    const admin = await someone({ role: 'Admin' });
    expect((await login(await someone())).body).toHaveProperty('accessToken');
    const asked = await challenge(admin);
    expect(asked).not.toHaveProperty('accessToken');
    const { secret = '' } = asked.mfaSetUp ?? {};
    expect(codeOf(await verify(asked.mfaToken, WRONG))).toBe('401 mfa_code_invalid');
    const entered = await verify(asked.mfaToken, shows(secret));
    expect(entered.status).toBe(200);
    expect((entered.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(await challenge(admin)).not.toHaveProperty('mfaSetUp');
  });

  test('holds for sessions at their next refresh', async () => {
    const { signed } = await people.enter(await someone());
    await policy('all');
    const { refreshToken } = signed;
    const answer = await api.call('POST', `${PREFIX.customer}/auth/refresh`, {
      body: { refreshToken },
    });
    expect(codeOf(answer)).toBe('401 refresh_token_invalid');
  });

  test('with off lets nobody set one up, and still asks who has one', async () => {
    const { user } = await armed();
    await policy('off');
    const by = await people.enter(await someone());
    expect(codeOf(await by.call('POST', '/me/mfa/start', { body: {} }))).toBe(
      '409 mfa_not_allowed',
    );
    expect(await challenge(user)).toHaveProperty('mfaRequired', true);
  });

  test('keeps who has none from going on as a user who must have one', async () => {
    const email = 'switcher@example.com';
    const [one, two] = [await people.account('One'), await people.account('Two')];
    const buyer = await people.user({ partyId: one, email });
    const admin = await people.user({ partyId: two, email, role: 'Admin' });
    await policy('admins');
    const { choose, chooseToken } = (await login(buyer)).body as {
      choose: { choice: string; party: { name: string } }[];
      chooseToken: string;
    };
    const choice = choose.find(({ party }) => party.name === 'One')?.choice;
    const chosen = await api.call('POST', `${PREFIX.customer}/auth/choose`, {
      body: { chooseToken, choice },
    });
    const by = new PortalClient(api, PREFIX.customer, chosen.body as Signed);
    const body = { portalUserId: admin.id };
    expect(codeOf(await by.call('POST', '/auth/switch', { body }))).toBe(
      '409 mfa_required_by_policy',
    );
  });

  test('is asked behind the choice of a user as well', async () => {
    const email = 'chooser@example.com';
    const { secret } = await armed({ email });
    const user = await someone({ email, partyId: await people.account('Two') });
    const answer = await people.login({ email, password: user.password });
    const { choose, chooseToken } = answer.body as {
      choose: { choice: string }[];
      chooseToken: string;
    };
    expect(answer.body).not.toHaveProperty('deviceToken');
    const chosen = await api.call('POST', `${PREFIX.customer}/auth/choose`, {
      body: { chooseToken, choice: choose[0]?.choice },
    });
    const { mfaToken } = chosen.body as Challenge;
    expect((await verify(mfaToken, shows(secret))).status).toBe(200);
  });
});
