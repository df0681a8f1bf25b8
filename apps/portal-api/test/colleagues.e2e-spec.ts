import type { AccountId } from '@quittance/kernel';
import { startPortalApi, type Answer, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { comesToWait, waitingFor } from '../../../test/support/waiting.js';
import { PREFIX, PortalPeople, codeOf, type PortalClient } from './portal-people.js';

/** Holding H above Acme A above Acme North N; B is a rival. */
let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
let H: AccountId;
let A: AccountId;
let N: AccountId;
let B: AccountId;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
});
beforeEach(async () => {
  people = await PortalPeople.of(t, api);
  H = await people.account('Holding');
  A = await people.account('Acme', H);
  N = await people.account('Acme North', A);
  B = await people.account('Rival');
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const admin = (partyId: string, input = {}) => people.user({ partyId, role: 'Admin', ...input });
const buyer = (partyId: string, input = {}) => people.user({ partyId, role: 'Buyer', ...input });
const patch = (by: PortalClient, id: string, body: object) =>
  by.call('PATCH', `/colleagues/${id}`, { body });
const move = (by: PortalClient, id: string, verb: string) =>
  by.call('POST', `/colleagues/${id}/${verb}`);

test('an Admin manages those of the account, and with level tree those below', async () => {
  const [ada, bo, nia, rex] = [await admin(A), await buyer(A), await buyer(N), await buyer(B)];
  const above = await buyer(H);
  const own = await people.enter(ada);
  const list = async (by: PortalClient) =>
    ((await by.call('GET', '/colleagues')).body as { data: { id: string }[] }).data.map(
      ({ id }) => id,
    );
  expect((await list(own)).sort()).toEqual([ada.id, bo.id].sort());
  const tree = await people.enter(await admin(A, { accessLevel: 'account_tree' }));
  expect(await list(tree)).toEqual(expect.arrayContaining([ada.id, bo.id, nia.id]));
  expect(await list(tree)).not.toContain(above.id);
  for (const id of [nia.id, rex.id, above.id]) {
    expect(codeOf(await own.call('GET', `/colleagues/${id}`))).toBe('404 not_found');
    expect(codeOf(await move(own, id, 'deactivate'))).toBe('404 not_found');
    expect(codeOf(await patch(own, id, { name: 'Nobody' }))).toBe('404 not_found');
  }
  expect((await tree.call('GET', `/colleagues/${nia.id}`)).status).toBe(200);
  const invite = (by: PortalClient, accountId: string) =>
    by.call('POST', '/colleagues', {
      body: { email: `new-${accountId}@example.com`, name: 'New', role: 'Buyer', accountId },
    });
  expect(codeOf(await invite(own, N))).toBe('422 reference_not_found');
  expect(codeOf(await invite(own, B))).toBe('422 reference_not_found');
  expect(await invite(own, A)).toMatchObject({
    status: 201,
    body: { isVerified: false, accessLevel: 'account', permissions: { placeOrders: true } },
  });
  expect((await invite(tree, N)).status).toBe(201);
});

test('nobody but an Admin manages colleagues', async () => {
  const bo = await buyer(A);
  const client = await people.enter(bo);
  const refused = await client.call('GET', '/colleagues');
  expect([codeOf(refused), refused.body]).toEqual([
    '403 permission_denied',
    expect.objectContaining({
      permission: 'Admin',
      detail: 'Only Admins of the portal may do this.',
    }),
  ]);
  expect(codeOf(await move(client, bo.id, 'unlock'))).toBe('403 permission_denied');
});

test('23: nobody changes their own limit, level, rights or role', async () => {
  const ada = await admin(A);
  await admin(A);
  const client = await people.enter(ada);
  for (const body of [
    { approvalLimit: '9000.00' },
    { accessLevel: 'own' },
    { permissions: { seePricing: false } },
    { role: 'Buyer' },
    { limitPeriod: 'month' },
  ]) {
    expect(codeOf(await patch(client, ada.id, body))).toBe('403 own_rights');
  }
  expect(codeOf(await move(client, ada.id, 'deactivate'))).toBe('403 own_rights');
  expect((await patch(client, ada.id, { name: 'Ada Again' })).status).toBe(200);
});

test('an Admin who reaches their own alone manages no colleagues', async () => {
  const [narrow, bo] = [await admin(A, { accessLevel: 'own' }), await buyer(A)];
  const own = await people.enter(narrow);
  const invited = { email: 'new@example.com', name: 'New', role: 'Buyer' };
  const answers = [
    await own.call('GET', '/colleagues'),
    await own.call('GET', `/colleagues/${bo.id}`),
    await own.call('POST', '/colleagues', { body: invited }),
    await patch(own, bo.id, { name: 'Nobody' }),
    await move(own, bo.id, 'deactivate'),
  ];
  expect(answers.map(codeOf)).toEqual(answers.map(() => '403 access_level_too_low'));
});

test('24: nobody gives a limit, level or right beyond their own', async () => {
  const ada = await admin(A, {
    approvalLimit: '5000.00',
    limitPeriod: 'month',
    permissions: { viewInvoices: false },
  });
  const bo = await buyer(A, { approvalLimit: '100.00', limitPeriod: 'month' });
  const client = await people.enter(ada);
  for (const body of [
    { approvalLimit: null },
    { approvalLimit: '5000.01' },
    { approvalLimit: '5000.00', limitPeriod: 'week' },
    { accessLevel: 'account_tree' },
    { permissions: { viewInvoices: true } },
  ]) {
    expect([body, codeOf(await patch(client, bo.id, body))]).toEqual([
      body,
      '403 right_beyond_own',
    ]);
  }
  for (const body of [
    { approvalLimit: '5000.00', limitPeriod: 'month' },
    { approvalLimit: '5000.00', limitPeriod: 'year' },
    { approvalLimit: '0' },
    { permissions: { approveQuotes: true } },
    { accessLevel: 'own' },
  ]) {
    expect([body, (await patch(client, bo.id, body)).status]).toEqual([body, 200]);
  }
  const invited = { email: 'mighty@example.com', name: 'Mighty', role: 'Admin' };
  const refused = await client.call('POST', '/colleagues', { body: invited });
  expect(codeOf(refused)).toBe('403 right_beyond_own');
  const mighty = await buyer(A, { approvalLimit: null });
  expect((await move(client, mighty.id, 'deactivate')).status).toBe(200);
  expect(codeOf(await move(client, mighty.id, 'reactivate'))).toBe('403 right_beyond_own');
});

test('the last Admin stays while there are colleagues', async () => {
  const [ada, ann] = [await admin(A), await admin(A)];
  await buyer(A);
  const client = await people.enter(ada);
  expect((await move(client, ann.id, 'deactivate')).status).toBe(200);
  expect((await move(client, ann.id, 'reactivate')).status).toBe(200);
  const two = await people.enter(ann);
  const both = await Promise.all([
    move(client, ann.id, 'deactivate'),
    move(two, ada.id, 'deactivate'),
  ]);
  // Whoever comes second is put out already, or finds that one Admin is left.
  expect(both.map(codeOf).sort()[0]).toBe('200');
  expect(['401 portal_user_deactivated', '409 last_portal_admin']).toContain(
    both.map(codeOf).sort()[1],
  );
});

test.each([
  ['active = false', '401 portal_user_deactivated', '401 portal_user_deactivated'],
  [`role = 'Buyer'`, '403 administrator_required', '403 administrator_required'],
  [`locked_until = now() + interval '1 hour'`, '401 account_locked', '401 account_locked'],
  ['view_invoices = false', '403 right_beyond_own', '200'],
])('an Admin who is changed while they ask (%s) acts as changed', async (to, giving, putting) => {
  const [ada, bo] = [await admin(A), await buyer(A, { permissions: { viewInvoices: false } })];
  const client = await people.enter(ada);
  const meanwhile = (ask: () => Promise<Answer>) => {
    const asked = t.db.write(people.ctx, async (tx) => {
      await tx.run(`update portal.portal_user set ${to} where company_id = $1 and id = $2`, [
        people.ctx.companyId,
        ada.id,
      ]);
      const answer = ask();
      expect(await comesToWait(t, answer)).toBe(true);
      return { answer };
    });
    return asked.then(async ({ answer }) => codeOf(await answer));
  };
  const email = `cy-${ada.id}@example.com`;
  const body = { email, name: 'Cy', role: 'Buyer', permissions: { viewInvoices: true } };
  const asAdmin = () =>
    t.db.write(people.ctx, (tx) =>
      tx.run(
        `update portal.portal_user set active = true, role = 'Admin', locked_until = null,
           view_invoices = true where company_id = $1 and id = $2`,
        [people.ctx.companyId, ada.id],
      ),
    );
  expect(await meanwhile(() => client.call('POST', '/colleagues', { body }))).toBe(giving);
  await asAdmin();
  const right = { permissions: { viewInvoices: true } };
  expect(await meanwhile(() => patch(client, bo.id, right))).toBe(giving);
  await asAdmin();
  expect(await meanwhile(() => move(client, bo.id, 'deactivate'))).toBe(putting);
});

test('of two Admins alone who put each other out one stays', async () => {
  const [ada, ann] = [await admin(A), await admin(A)];
  const [client, two] = [await people.enter(ada), await people.enter(ann)];
  const both = await t.db
    .write(people.ctx, async (tx) => {
      await tx.rows(
        `select 1 from portal.portal_user where company_id = $1 and account_id = $2 for update`,
        [people.ctx.companyId, A],
      );
      const first = move(client, ann.id, 'deactivate');
      expect(await comesToWait(t, first)).toBe(true);
      const second = move(two, ada.id, 'deactivate');
      while ((await waitingFor(t)) < 2);
      return [first, second];
    })
    .then((asked) => Promise.all(asked));
  expect(both.map(codeOf).sort()).toEqual(['200', '401 portal_user_deactivated']);
});

test('puts a colleague out at once, and lets them in again', async () => {
  const [ada, bo] = [await admin(A), await buyer(A)];
  const [client, other] = [await people.enter(ada), await people.enter(bo)];
  expect((await move(client, bo.id, 'end-sessions')).status).toBe(200);
  expect(codeOf(await other.call('GET', '/me'))).toBe('401 unauthenticated');
  const again = await people.enter(bo);
  expect((await move(client, bo.id, 'deactivate')).status).toBe(200);
  expect(codeOf(await again.call('GET', '/me'))).toBe('401 portal_user_deactivated');
  expect((await move(client, bo.id, 'reactivate')).status).toBe(200);
  expect(codeOf(await again.call('GET', '/me'))).toBe('401 unauthenticated');
  expect((await (await people.enter(bo)).call('GET', '/me')).status).toBe(200);
});

test('opens what guesses have locked', async () => {
  const [ada, bo] = [await admin(A), await buyer(A)];
  const client = await people.enter(ada);
  const guess = { email: bo.email, password: 'a wrong password' };
  for (let n = 0; n < 5; n += 1) await people.login(guess);
  expect(codeOf(await people.login({ email: bo.email, password: bo.password }))).toBe(
    '401 account_locked',
  );
  expect(await move(client, bo.id, 'unlock')).toMatchObject({ body: { lockedUntil: null } });
  expect((await people.login({ email: bo.email, password: bo.password })).status).toBe(200);
});

test('an invitation is sent again while it was not accepted', async () => {
  const client = await people.enter(await admin(A));
  const [invited, verified] = [
    await people.user({ partyId: A }, { verified: false }),
    await buyer(A),
  ];
  expect((await move(client, invited.id, 'resend')).status).toBe(200);
  expect(codeOf(await move(client, verified.id, 'resend'))).toBe('409 portal_user_not_invitable');
});

test('a company manages its portal users itself where it says so', async () => {
  const client = await people.enter(await admin(A));
  await t.db.write(people.ctx, (tx) =>
    tx.run(
      `insert into portal.settings (company_id, admins_manage_users, updated_at)
       values ($1, false, now())`,
      [people.ctx.companyId],
    ),
  );
  expect(codeOf(await client.call('GET', '/colleagues'))).toBe('403 colleagues_not_managed');
});

test('of a vendor there are no colleagues to manage', async () => {
  const client = await people.enter(await admin(A));
  const { signed } = client;
  const headers = { authorization: `Bearer ${signed.accessToken}` };
  const answer = await api.call('GET', `${PREFIX.vendor}/colleagues`, { headers });
  expect(codeOf(answer)).toBe('404 route_not_found');
});

test('of who has not accepted yet an Admin learns nothing that another party knows', async () => {
  const [email, username] = ['victim@example.com', 'victim.of.b'];
  const victim = await people.user({ partyId: B, email, username });
  const client = await people.enter(await admin(A));
  const invited = await client.call('POST', '/colleagues', {
    body: { email, name: 'Victim', role: 'Viewer' },
  });
  expect(invited).toMatchObject({ status: 201, body: { username: null, lockedUntil: null } });
  const { id } = invited.body as { id: string };
  for (let n = 0; n < 5; n += 1) await people.login({ email, password: 'a wrong password' });
  expect((await client.call('GET', `/colleagues/${id}`)).body).toMatchObject({
    username: null,
    lockedUntil: null,
  });
  const { data } = (await client.call('GET', '/colleagues?search=victim.of')).body as {
    data: object[];
  };
  expect(data).toEqual([]);
  for (const field of ['username', 'lockedUntil']) {
    const sorted = await client.call('GET', `/colleagues?sort=${field}`);
    expect(sorted.status).toBe(400);
  }
  expect((await move(client, id, 'unlock')).status).toBe(200);
  const still = await people.login({ email, password: victim.password });
  expect(codeOf(still)).toBe('401 account_locked');
});

test('an invitation tells neither whose address nor whose user name is known', async () => {
  const [email, username] = ['known@example.com', 'known.of.b'];
  const victim = await people.user({ partyId: B, email, username });
  const names = [username, 'chosen.by.a', null];
  const answers = new Set<string>();
  for (const [n, party] of [A, N, H].entries()) {
    const client = await people.enter(await admin(party));
    for (const to of [email, `new-${n}@example.com`]) {
      const body = { email: to, username: names[n], name: 'New', role: 'Viewer' };
      const { status, body: told } = await client.call('POST', '/colleagues', { body });
      const said = JSON.stringify([status, told], (name, value: unknown) =>
        ['id', 'partyId', 'partyName', 'createdAt'].includes(name) ? undefined : value,
      );
      answers.add(said.replaceAll(to, 'to'));
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^\[201,.*"username":null/)]);
  const stored = await t.db.read(people.ctx, (tx) =>
    tx.rows(
      `select email, username from portal.credential
       where company_id = $1 and (email = $2 or email like 'new-_@%') order by email`,
      [people.ctx.companyId, email],
    ),
  );
  expect(stored).toEqual([
    { email, username },
    { email: 'new-0@example.com', username: null },
    { email: 'new-1@example.com', username: 'chosen.by.a' },
    { email: 'new-2@example.com', username: null },
  ]);
  expect((await people.login({ email, password: victim.password })).status).toBe(200);
});

test('no Admin opens what staff have locked, nor the count of a rival', async () => {
  const client = await people.enter(await admin(A));
  const bo = await buyer(A);
  const lockedUntil = '2999-01-01T00:00:00.000Z';
  await t.db.write(people.ctx, (tx) =>
    tx.run('update portal.portal_user set locked_until = $2 where id = $1', [bo.id, lockedUntil]),
  );
  expect(await move(client, bo.id, 'unlock')).toMatchObject({ status: 200, body: { lockedUntil } });
  expect(codeOf(await people.login({ email: bo.email, password: bo.password }))).toBe(
    '401 invalid_credentials',
  );
  const rick = await buyer(B, { email: 'rick@example.com' });
  const ours = await buyer(A, { email: 'rick@example.com' });
  const { email, password } = rick;
  for (let n = 0; n < 5; n += 1) await people.login({ email, password: 'a wrong password' });
  expect((await move(client, ours.id, 'unlock')).status).toBe(200);
  expect(codeOf(await people.login({ email, password }))).toBe('401 account_locked');
});
