import { readCompany } from '@quittance/company';
import { makeLink } from '@quittance/portal/host';
import { startPortalApi, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PREFIX, PortalClient, PortalPeople, codeOf, type Signed } from './portal-people.js';

const NEW = 'a new and longer password';
const AUTH = `${PREFIX.customer}/auth`;

let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
  people = await PortalPeople.of(t, api);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

type Person = Awaited<ReturnType<PortalPeople['user']>>;
const someone = async (input = {}, options = {}) =>
  people.user({ partyId: await people.account('Acme'), ...input }, options);
const link = ({ id, credentialId }: Person, purpose: 'invitation' | 'reset') =>
  t.db.write(people.ctx, (tx) =>
    makeLink(tx, { purpose, credentialId, portalUserId: purpose === 'invitation' ? id : null }),
  );
const post = (path: string, body: object, headers = {}) =>
  api.call('POST', `${AUTH}/${path}`, { body, headers });
const eventsOf = async (recordId: string) =>
  (
    await t.db.read(people.ctx, (tx) =>
      tx.rows<{ type: string }>('select type from outbox.event where record_id = $1 order by seq', [
        recordId,
      ]),
    )
  ).map(({ type }) => type);

describe('an invitation', () => {
  test('verifies, sets the password and signs in, once', async () => {
    const user = await someone({}, { verified: false });
    const token = await link(user, 'invitation');
    const weak = await post('invitation/accept', { token, password: 'short' });
    expect(codeOf(weak)).toBe('422 password_too_weak');
    const accepted = await post('invitation/accept', { token, password: NEW });
    expect(accepted).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    const client = new PortalClient(api, PREFIX.customer, accepted.body as Signed);
    expect((await client.call('GET', '/me')).status).toBe(200);
    expect((await people.login({ email: user.email, password: NEW })).status).toBe(200);
    const again = await post('invitation/accept', { token, password: NEW });
    expect(codeOf(again)).toBe('409 invitation_used');
    expect(await eventsOf(user.id)).toContain('portal_user.verified');
  });

  test('is over when it is old, replaced, of another portal or not known', async () => {
    const user = await someone({}, { verified: false });
    const [old, replaced, good] = [
      await link(user, 'invitation'),
      await link(user, 'invitation'),
      await link(user, 'invitation'),
    ];
    await t.db.write(people.ctx, async (tx) => {
      const links = await tx.rows<{ hash: Buffer }>(
        `select token_hash as hash from portal.secret_link where portal_user_id = $1
         order by created_at`,
        [user.id],
      );
      const set = 'update portal.secret_link set';
      await tx.run(`${set} expires_at = now() where token_hash = $1`, [links[0]?.hash]);
      await tx.run(`${set} ended_at = now() where token_hash = $1`, [links[1]?.hash]);
    });
    const accept = (token: string, prefix = AUTH) =>
      api.call('POST', `${prefix}/invitation/accept`, { body: { token, password: NEW } });
    expect(codeOf(await accept(old))).toBe('410 invitation_expired');
    expect(codeOf(await accept(replaced))).toBe('410 invitation_expired');
    expect(codeOf(await accept('qp_nonsense'))).toBe('410 invitation_expired');
    expect(codeOf(await accept(good, `${PREFIX.vendor}/auth`))).toBe('410 invitation_expired');
    expect((await accept(good)).status).toBe(200);
  });

  test('of an address with a password needs its owner, and sets none', async () => {
    const email = 'owner@example.com';
    const owner = await someone({ email });
    const partyId = await people.account('Other');
    const invited = await people.user({ partyId, email }, { verified: false });
    const token = await link(invited, 'invitation');
    const alone = await post('invitation/accept', { token, password: NEW });
    expect(codeOf(alone)).toBe('401 sign_in_required');
    const stranger = await people.enter(await someone());
    const theirs = { authorization: `Bearer ${stranger.signed.accessToken}` };
    const linked = await post('invitation/accept', { token, password: NEW }, theirs);
    expect(codeOf(linked)).toBe('401 sign_in_required');
    const own = await people.enter(owner);
    const headers = { authorization: `Bearer ${own.signed.accessToken}` };
    const accepted = await post('invitation/accept', { token }, headers);
    expect(accepted).toMatchObject({ status: 200, body: { user: { id: invited.id } } });
    expect((await people.login({ email, password: NEW })).status).toBe(401);
    const { body } = await people.login({ email, password: owner.password });
    expect((body as { choose: object[] }).choose).toHaveLength(2);
  });

  test('is renewed three times, to the same address, and says nothing of it', async () => {
    const user = await someone({}, { verified: false });
    const token = await link(user, 'invitation');
    for (let n = 0; n < 5; n += 1) {
      expect(await post('invitation/renew', { token })).toMatchObject({ status: 202 });
    }
    expect(await post('invitation/renew', { token: 'nonsense' })).toMatchObject({ status: 202 });
    const invited = (await eventsOf(user.id)).filter((type) => type === 'portal_user.invited');
    expect(invited).toHaveLength(4);
    expect(codeOf(await post('invitation/accept', { token, password: NEW }))).toBe(
      '410 invitation_expired',
    );
  });
});

describe('a password', () => {
  test('is asked for with the same answer, whoever has the address', async () => {
    const user = await someone();
    const unverified = await someone({}, { verified: false });
    const asked = ['nobody@example.com', user.email, unverified.email].map((email) =>
      post('password/forgot', { email, company: people.slug }),
    );
    const answers = (await Promise.all(asked)).map(({ status, body }) => ({ status, body }));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toEqual({ status: 202, body: undefined });
    expect(await eventsOf(user.id)).toContain('portal_user.password_reset_requested');
    expect(await eventsOf(unverified.id)).not.toContain('portal_user.password_reset_requested');
  });

  test('is set by a link once, which ends every session and opens a lock', async () => {
    const user = await someone();
    const client = await people.enter(user);
    for (let n = 0; n < 5; n += 1) {
      await people.login({ email: user.email, password: 'a wrong password' });
    }
    const token = await link(user, 'reset');
    const elsewhere = { body: { token, password: NEW } };
    const other = await api.call('POST', `${PREFIX.partner}/auth/password/reset`, elsewhere);
    expect(codeOf(other)).toBe('422 password_token_invalid');
    expect((await post('password/reset', { token, password: NEW })).status).toBe(204);
    expect(codeOf(await client.call('GET', '/me'))).toBe('401 unauthenticated');
    expect((await people.login({ email: user.email, password: NEW })).status).toBe(200);
    const again = await post('password/reset', { token, password: NEW });
    expect(codeOf(again)).toBe('422 password_token_invalid');
  });

  test('of who was put out is set by no link', async () => {
    const user = await someone();
    const token = await link(user, 'reset');
    await t.db.write(people.ctx, (tx) =>
      tx.run('update portal.portal_user set active = false where id = $1', [user.id]),
    );
    const refused = await post('password/reset', { token, password: NEW });
    expect(codeOf(refused)).toBe('422 password_token_invalid');
  });

  test('is changed with the current one, which ends the other sessions alone', async () => {
    const user = await someone();
    const [here, there] = [await people.enter(user), await people.enter(user)];
    const change = (current: string, password = NEW) =>
      here.call('POST', '/auth/password/change', { body: { current, password } });
    expect(codeOf(await change('not the current one'))).toBe('422 validation_failed');
    expect(codeOf(await change(user.password, 'short'))).toBe('422 password_too_weak');
    expect((await change(user.password)).status).toBe(204);
    expect((await here.call('GET', '/me')).status).toBe(200);
    expect(codeOf(await there.call('GET', '/me'))).toBe('401 unauthenticated');
    expect((await people.login({ email: user.email, password: NEW })).status).toBe(200);
  });

  test('is not to be guessed by who has a token: five wrong ones lock the device', async () => {
    const user = await someone();
    const client = await people.enter(user);
    const change = (current: string) =>
      client.call('POST', '/auth/password/change', { body: { current, password: NEW } });
    for (let n = 0; n < 5; n += 1) {
      expect(codeOf(await change('not the current one'))).toBe('422 validation_failed');
    }
    expect(codeOf(await change(user.password))).toBe('401 account_locked');
  });
});

test('the page behind the links of e-mails runs its own script and no other', async () => {
  const { status, headers, body } = await api.call('GET', '/portal/password');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'; connect-src/);
  expect(body).toContain('invitation/accept');
});

test('the page names the company of the link, in the language of its user', async () => {
  const { legalName } = await t.db.read(people.ctx, readCompany);
  const of = (query: string) => api.call('GET', `/portal/password?${query}`);
  const { headers, body } = await of(`company=${people.slug}&language=he`);
  expect(headers.get('content-language')).toBe('he');
  expect(body).toMatch(/<html lang="he" dir="rtl">/);
  expect(body).toContain(`dir="auto">${legalName}</p>`);
  expect((await of('company=nobody-there')).body).not.toContain('class="company"');
  expect((await of('language=tlh')).status).toBe(422);
});

test.each(['/portal/password', '/portal/view-as'])(
  '%s is in the language asked for',
  async (at) => {
    const asked = { headers: { 'accept-language': 'de-AT,en;q=0.5' } };
    const { headers, body } = await api.call('GET', at, asked);
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([
      'de',
      'accept-language',
    ]);
    expect(body).toMatch(/<html lang="de" dir="ltr">[^]*<h1>(Passwort festlegen|Das Portal aus)/);
  },
);

test('so does the page on which staff look on', async () => {
  const { status, headers, body } = await api.call('GET', '/portal/view-as');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'; connect-src/);
  expect(body).toContain('/auth/view-as');
});
