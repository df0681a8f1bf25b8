import { signInAt } from '@quittance/http/testing';
import { ChangePortalEmail, makeLink } from '@quittance/portal/host';
import { PORTAL_PASSWORD, type TestPortalUser } from '@quittance/portal/testing';
import { startPortalApi, startStaffApi, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PREFIX, PortalClient, PortalPeople, codeOf, type Signed } from './portal-people.js';

const WRONG = 'not the right password';

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

const partner = (name: string, kind: 'partner' | 'supplier') =>
  t.db
    .write(people.ctx, (tx) =>
      tx.one<{ id: string }>(
        `insert into crm.ledger_account (company_id, id, kind, name, default_currency, created_at,
           updated_at)
         values ($1, gen_random_uuid(), $2, $3, 'EUR', now(), now()) returning id`,
        [people.ctx.companyId, kind, name],
      ),
    )
    .then(({ id }) => id);

describe('signing in', () => {
  test('answers a pair, the user and what they may do, by e-mail and by user name', async () => {
    const partyId = await people.account('Acme');
    const user = await people.user({ partyId, role: 'Viewer', username: 'Di.Viewer' });
    for (const named of [{ email: user.email.toUpperCase() }, { username: 'di.viewer' }]) {
      const { status, body } = await people.login({ ...named, password: user.password });
      expect([status, body]).toMatchObject([
        200,
        {
          tokenType: 'Bearer',
          expiresIn: 3600,
          user: { id: user.id, directory: 'customer', party: { id: partyId, name: 'Acme' } },
          permissions: { seePricing: true, placeOrders: false, viewInvoices: true },
        },
      ]);
    }
  });

  test('gives equal bytes for all that is not a right password of who may act', async () => {
    const partyId = await people.account('Equal');
    const closed = await people.account('Closed');
    const known = await people.user({ partyId, role: 'Admin' });
    const [unverified, gone, locked, ofClosed] = [
      await people.user({ partyId }, { verified: false }),
      await people.user({ partyId }),
      await people.user({ partyId }),
      await people.user({ partyId: closed }),
    ];
    await t.db.write(people.ctx, async (tx) => {
      await tx.run('update portal.portal_user set active = false where id = $1', [gone.id]);
      await tx.run(`update portal.portal_user set locked_until = 'infinity' where id = $1`, [
        locked.id,
      ]);
      await tx.run(`update crm.account set status = 'inactive' where id = $1`, [closed]);
    });
    const { password } = known;
    const answers = [
      await people.login({ email: 'nobody@example.com', password }),
      await people.login({ email: known.email, password: WRONG }),
      await people.login({ email: known.email, password: '' }),
      await people.login({ email: unverified.email, password }),
      await people.login({ email: gone.email, password }),
      await people.login({ email: locked.email, password }),
      await people.login({ email: ofClosed.email, password }),
      await people.login({ email: known.email, password, company: 'no-such-company' }),
      await people.login({ email: known.email, password }, 'partner'),
    ];
    const plain = answers.map(({ status, body }) => {
      const { requestId: _, instance: __, ...rest } = body as Record<string, unknown>;
      return [status, rest];
    });
    expect(new Set(plain.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(plain[0]).toMatchObject([401, { code: 'invalid_credentials' }]);
  });

  test('opens the routes of its directory alone, and nothing of the staff host', async () => {
    const customer = await people.enter(
      await people.user({ partyId: await people.account('Audience') }),
    );
    const pax = await people.enter(
      await people.user({ directory: 'partner', partyId: await partner('Pax', 'partner') }),
      'partner',
    );
    const sue = await people.enter(
      await people.user({ directory: 'vendor', partyId: await partner('Sue', 'supplier') }),
      'vendor',
    );
    const tokens = { customer, partner: pax, vendor: sue };
    const staff = await startStaffApi(t);
    for (const [own, { signed }] of Object.entries(tokens)) {
      const headers = { authorization: `Bearer ${signed.accessToken}` };
      for (const [directory, prefix] of Object.entries(PREFIX)) {
        signInAt(api.app);
        const answer = await api.call('GET', `${prefix}/me`, { headers });
        expect([own, directory, codeOf(answer)]).toEqual([
          own,
          directory,
          own === directory ? '200' : '401 unauthenticated',
        ]);
      }
      signInAt(staff.app);
      expect(codeOf(await staff.call('GET', '/auth/me', { headers }))).toBe('401 unauthenticated');
    }
    const headers = { authorization: `Bearer ${staff.admin.token()}` };
    signInAt(api.app);
    const answer = await api.call('GET', `${PREFIX.customer}/me`, { headers });
    expect(codeOf(answer)).toBe('401 unauthenticated');
    await staff.close();
  });

  test('lets a credential with several users choose, once the password is right', async () => {
    const [one, two] = [await people.account('One'), await people.account('Two')];
    const email = 'both@example.com';
    const first = await people.user({ partyId: one, email });
    const second = await people.user({ partyId: two, email });
    const { password } = first;
    const answer = await people.login({ email, password });
    const { choose, chooseToken } = answer.body as {
      choose: { choice: string; party: { name: string } }[];
      chooseToken: string;
    };
    expect(choose.map(({ party }) => party.name).sort()).toEqual(['One', 'Two']);
    expect(answer.body).not.toHaveProperty('accessToken');
    const choice = choose.find(({ party }) => party.name === 'Two')?.choice;
    const pick = () =>
      api.call('POST', `${PREFIX.customer}/auth/choose`, { body: { chooseToken, choice } });
    expect(await pick()).toMatchObject({ status: 200, body: { user: { id: second.id } } });
    expect(codeOf(await pick())).toBe('401 sign_in_step_expired');
    const again = (await people.login({ email, password })).body as {
      choose: { party: { name: string } }[];
    };
    expect(again.choose[0]?.party.name).toBe('Two');
  });

  /** Somebody with two users; what a choice is worth once something has come between. */
  async function choiceAfter(
    event: (who: TestPortalUser, client: PortalClient) => Promise<unknown>,
  ): Promise<string> {
    const parties = [await people.account('O1'), await people.account('O2')] as const;
    const who = await people.user({ partyId: parties[0] });
    const { email, password } = who;
    await people.user({ partyId: parties[1], email });
    const begin = async () => {
      const { choose, chooseToken } = (await people.login({ email, password })).body as {
        choose: { choice: string }[];
        chooseToken: string;
      };
      const body = { chooseToken, choice: choose[0]?.choice };
      return () => api.call('POST', `${PREFIX.customer}/auth/choose`, { body });
    };
    const [open, used] = [await begin(), await begin()];
    await event(who, new PortalClient(api, PREFIX.customer, (await used()).body as Signed));
    return codeOf(await open());
  }

  test('an open choice ends with the password that it was let in by', async () => {
    expect(await choiceAfter(async () => undefined)).toBe('200');
    const body = { current: PORTAL_PASSWORD, password: 'another horse battery staple' };
    const changed = await choiceAfter(async (_, client) => {
      expect((await client.call('POST', '/auth/password/change', { body })).status).toBe(204);
    });
    const reset = await choiceAfter(async ({ credentialId }) => {
      const whose = { purpose: 'reset', credentialId, portalUserId: null } as const;
      const token = await t.db.write(people.ctx, (tx) => makeLink(tx, whose));
      const asked = { body: { token, password: body.password } };
      const answer = await api.call('POST', `${PREFIX.customer}/auth/password/reset`, asked);
      expect(answer.status).toBe(204);
    });
    const email = 'open.moved@example.com';
    const moved = await choiceAfter(async ({ id, credentialId }) => {
      await new ChangePortalEmail(t.db).execute(people.ctx, id, email);
      // The one that is offered first may be the other user: for neither is the choice good.
      await t.db.write(people.ctx, (tx) =>
        tx.run('update portal.portal_user set verified_at = now() where credential_id = $1', [
          credentialId,
        ]),
      );
    });
    const expired = '401 sign_in_step_expired';
    expect([changed, reset, moved]).toEqual([expired, expired, expired]);
  });

  test('guesses that lock end an open choice as they do a session', async () => {
    const guessed = await choiceAfter(async ({ email }) => {
      for (let n = 0; n < 5; n += 1) await people.login({ email, password: WRONG });
    });
    expect(guessed).toBe('401 sign_in_step_expired');
  });

  test('switches to another user of the credential and ends the session before', async () => {
    const [one, two] = [await people.account('S1'), await people.account('S2')];
    const email = 'switch@example.com';
    await people.user({ partyId: one, email });
    const second = await people.user({ partyId: two, email });
    const stranger = await people.user({ partyId: two });
    const { body } = await people.login({ email, password: second.password });
    const { choose, chooseToken } = body as { choose: { choice: string }[]; chooseToken: string };
    const picked = await api.call('POST', `${PREFIX.customer}/auth/choose`, {
      body: { chooseToken, choice: choose[0]?.choice },
    });
    const before = new PortalClient(api, PREFIX.customer, picked.body as Signed);
    const ask = (portalUserId: string) =>
      before.call('POST', '/auth/switch', { body: { portalUserId } });
    expect(codeOf(await ask(stranger.id))).toBe('404 not_found');
    const switched = await ask(second.id);
    expect(switched).toMatchObject({ status: 200, body: { user: { id: second.id } } });
    expect(codeOf(await before.call('GET', '/me'))).toBe('401 unauthenticated');
    const after = new PortalClient(api, PREFIX.customer, switched.body as Signed);
    expect((await after.call('GET', '/me')).status).toBe(200);
  });
});

describe('a lock', () => {
  const guess = async (email: string, times: number, more = {}) => {
    for (let n = 0; n < times; n += 1) await people.login({ email, password: WRONG, ...more });
  };

  test('comes at five guesses, refuses each request, and lets a known device in', async () => {
    const user = await people.user({ partyId: await people.account('Locked') });
    const { email, password } = user;
    const client = await people.enter(user);
    await guess(email, 4);
    expect((await client.call('GET', '/me')).status).toBe(200);
    await guess(email, 1);
    expect(codeOf(await client.call('GET', '/me'))).toBe('401 account_locked');
    const locked = await people.login({ email, password });
    expect(codeOf(locked)).toBe('401 account_locked');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    const { deviceToken } = client.signed;
    const back = await people.login({ email, password, deviceToken });
    expect(back.status).toBe(200);
    const returned = new PortalClient(api, PREFIX.customer, back.body as Signed);
    expect((await returned.call('GET', '/me')).status).toBe(200);
    expect(codeOf(await client.call('GET', '/me'))).toBe('401 account_locked');
  });

  test('looks at five passwords more: behind those a right one is as a wrong one', async () => {
    const { email, password } = await people.user({ partyId: await people.account('Looked') });
    await guess(email, 9);
    expect(codeOf(await people.login({ email, password }))).toBe('401 account_locked');
    expect(codeOf(await people.login({ email, password }))).toBe('401 invalid_credentials');
  });
});
