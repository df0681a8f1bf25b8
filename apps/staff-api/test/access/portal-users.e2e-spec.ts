import { newId } from '@quittance/kernel';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { SignInPortal } from '@quittance/portal/host';
import { PortalActorReader } from '@quittance/portal';
import { PORTAL_PASSWORD, aPortalUser, testFactors } from '@quittance/portal/testing';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

const tokens = new AccessTokens({ host: 'portal', secret: 'p'.repeat(32) });

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const codeOf = ({ status, body }: Answer) =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();
const call = (method: string, path: string, body?: object) =>
  api.admin.call(method, path, body ? { body } : {});
const made = async (path: string, body: object) =>
  (await call('POST', path, body)).body as { id: string; version: number };
const account = () => made('/accounts', { name: `Acme ${newId()}` });
const ledger = (kind: string) =>
  made('/ledger-accounts', { kind, name: `Party ${newId()}`, defaultCurrency: 'EUR' });
const user = (partyId: string, more: object = {}) =>
  call('POST', '/portal-users', {
    directory: 'customer',
    partyId,
    email: `${newId()}@example.com`,
    name: 'Ada',
    role: 'Buyer',
    ...more,
  });
const events = async (recordId: string) =>
  (
    await t.db.read(api.company, (tx) =>
      tx.rows<{ type: string }>('select type from outbox.event where record_id = $1 order by seq', [
        recordId,
      ]),
    )
  ).map(({ type }) => type);

/** Somebody of a customer who is signed in at the portal. */
async function signedIn(input: object = {}) {
  const { id: partyId } = await account();
  const person = await aPortalUser(t.db, api.company, { partyId, role: 'Admin', ...input });
  const { slug } = await t.db.read(api.company, (tx) =>
    tx.one<{ slug: string }>('select slug from company.company where id = $1', [
      api.company.companyId,
    ]),
  );
  const visitor = { requestId: newId(), ip: null, locale: 'en', now: t.clock.now() };
  const signIn = new SignInPortal(t.db, new PasswordHasher(), tokens, testFactors());
  const enter = () =>
    signIn.execute(visitor, {
      name: person.email,
      password: PORTAL_PASSWORD,
      directory: 'customer',
      anyDirectory: false,
      company: slug,
      deviceToken: null,
      channel: 'program',
      remembered: true,
    });
  const answer = await enter();
  if (!('signedIn' in answer)) throw new Error('There is somebody to choose');
  const claims = tokens.verify(answer.signedIn.accessToken, 'customer', visitor.now);
  const reader = new PortalActorReader(t.db);
  const asks = async () =>
    claims &&
    reader.read(claims).then(
      (found) => (found ? 'let in' : 'unauthenticated'),
      (error: { code: string }) => error.code,
    );
  const outcome = () =>
    enter().then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    );
  return { ...person, partyId, asks, enter: outcome };
}

test('a user is made of each directory, for a party of its kind, and invited', async () => {
  const parties = {
    customer: await account(),
    partner: await ledger('partner'),
    vendor: await ledger('supplier'),
  };
  for (const [directory, { id }] of Object.entries(parties)) {
    const answer = await user(id, { directory, role: 'Viewer' });
    expect([directory, answer.status, answer.body]).toMatchObject([
      directory,
      201,
      {
        directory,
        partyId: id,
        isActive: true,
        isVerified: false,
        approvalLimit: '0.00',
        currency: 'EUR',
        limitPeriod: 'order',
        permissions: { seePricing: true, viewInvoices: true, placeOrders: false },
      },
    ]);
    const made = answer.body as { id: string };
    expect(await events(made.id)).toEqual(['portal_user.invited', 'record.created']);
    const others = Object.entries(parties).filter(([name]) => name !== directory);
    for (const [, other] of others) {
      expect(codeOf(await user(other.id, { directory }))).toBe('422 reference_not_found');
    }
  }
  const list = await call(
    'GET',
    `/portal-users?filter=${encodeURIComponent(
      JSON.stringify({ field: 'directory', op: 'eq', value: 'partner' }),
    )}`,
  );
  expect(list.body).toMatchObject({ data: [{ directory: 'partner' }] });
});

test('an address is of one user of a party; of another party it is another user', async () => {
  const [one, two] = [await account(), await account()];
  const email = `${newId()}@example.com`;
  expect((await user(one.id, { email, username: `n${newId()}` })).status).toBe(201);
  expect(codeOf(await user(one.id, { email: email.toUpperCase() }))).toBe('409 portal_user_taken');
  expect((await user(two.id, { email })).status).toBe(201);
  const username = `name-${newId()}`;
  expect((await user(two.id, { username })).status).toBe(201);
  expect(codeOf(await user(one.id, { username }))).toBe('409 portal_user_taken');
});

test('a contact of another account, or none at all, is not there', async () => {
  const [one, two] = [await account(), await account()];
  const contact = await made('/contacts', { lastName: 'Moreau', accountId: two.id });
  for (const contactId of [contact.id, newId()]) {
    expect(codeOf(await user(one.id, { contactId }))).toBe('422 reference_not_found');
  }
  expect((await user(two.id, { contactId: contact.id })).status).toBe(201);
});

test('34: a deactivated user is refused at the very next request', async () => {
  const ada = await signedIn();
  expect(await ada.asks()).toBe('let in');
  expect((await call('POST', `/portal-users/${ada.id}/deactivate`)).status).toBe(200);
  expect(await ada.asks()).toBe('portal_user_deactivated');
  expect(await ada.enter()).toBe('invalid_credentials');
  expect((await call('POST', `/portal-users/${ada.id}/reactivate`)).status).toBe(200);
  expect(await ada.asks()).toBe('unauthenticated');
  expect(await ada.enter()).toBe('signed in');
  expect(await events(ada.id)).toContain('portal_user.deactivated');
});

test('a lock that a person sets stops everything until it is opened', async () => {
  const ada = await signedIn();
  await call('PATCH', '/portal-settings', { lockEndsSessions: { customer: false } });
  const lockedUntil = '2999-01-01T00:00:00.000Z';
  const locked = await call('PATCH', `/portal-users/${ada.id}`, { lockedUntil });
  expect(locked.body).toMatchObject({ lockedUntil });
  expect(await ada.asks()).toBe('account_locked');
  expect(await ada.enter()).toBe('invalid_credentials');
  expect((await call('POST', `/portal-users/${ada.id}/unlock`)).status).toBe(200);
  expect(await ada.asks()).toBe('let in');
  await call('PATCH', '/portal-settings', { lockEndsSessions: { customer: true } });
});

test('a party that is not dealt with any more takes its users with it', async () => {
  const ada = await signedIn();
  await call('PATCH', `/accounts/${ada.partyId}`, { status: 'inactive' });
  expect(await ada.asks()).toBe('party_not_active');
  expect(await ada.enter()).toBe('invalid_credentials');
});

test('another address knows nothing of the one before', async () => {
  const ada = await signedIn();
  const email = `${newId()}@example.com`;
  const changed = await call('POST', `/portal-users/${ada.id}/change-email`, { email });
  expect(changed).toMatchObject({ status: 200, body: { email, isVerified: false } });
  expect(await ada.asks()).toBe('portal_user_unverified');
  expect(await ada.enter()).toBe('invalid_credentials');
  const taken = await user(ada.partyId);
  const other = (taken.body as { id: string }).id;
  const refused = await call('POST', `/portal-users/${other}/change-email`, { email });
  expect(codeOf(refused)).toBe('409 portal_user_taken');
});

test('nobody is invited more than five times in a day, to whichever address', async () => {
  const { id } = (await user((await account()).id)).body as { id: string };
  const path = `/portal-users/${id}`;
  const again = () => call('POST', `${path}/invite`);
  // Four of many at once are sent, behind the one that came with the user.
  const many = await Promise.all(Array.from({ length: 6 }, again));
  const statuses = many.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const elsewhere = { email: `${newId()}@example.com` };
  const refused = await call('POST', `${path}/change-email`, elsewhere);
  expect(codeOf(refused)).toBe('429 invitation_sent_lately');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
});

test('sessions are shown and ended', async () => {
  const ada = await signedIn();
  const shown = await call('GET', `/portal-users/${ada.id}/sessions`);
  expect(shown.body).toMatchObject([{ channel: 'program', current: false }]);
  expect((await call('POST', `/portal-users/${ada.id}/end-sessions`)).status).toBe(200);
  expect(await ada.asks()).toBe('unauthenticated');
});

test('the last Admin stays while there are others, and rights change at once', async () => {
  const ada = await signedIn();
  const bo = (await user(ada.partyId)).body as { id: string };
  for (const path of ['deactivate']) {
    const refused = await call('POST', `/portal-users/${ada.id}/${path}`);
    expect(codeOf(refused)).toBe('409 last_portal_admin');
  }
  const demoted = await call('PATCH', `/portal-users/${ada.id}`, { role: 'Buyer' });
  expect(codeOf(demoted)).toBe('409 last_portal_admin');
  await call('POST', `/portal-users/${bo.id}/deactivate`);
  expect((await call('PATCH', `/portal-users/${ada.id}`, { role: 'Buyer' })).status).toBe(200);
  expect(await events(ada.id)).toContain('portal_user.rights_changed');
});

test('a lost update is refused', async () => {
  const { id, version } = (await user((await account()).id)).body as {
    id: string;
    version: number;
  };
  const headers = { 'if-match': `"${version}"` };
  const path = `/portal-users/${id}`;
  const first = await api.admin.call('PATCH', path, { headers, body: { name: 'One' } });
  expect(first.status).toBe(200);
  const second = await api.admin.call('PATCH', path, { headers, body: { name: 'Two' } });
  expect(codeOf(second)).toBe('412 precondition_failed');
});

test('of a merged account the users act for the one that stays', async () => {
  const ada = await signedIn();
  const winner = await account();
  const both = `${newId()}@example.com`;
  await user(winner.id, { email: both });
  const doubled = (await user(ada.partyId, { email: both })).body as { id: string };
  const merged = await call('POST', `/accounts/${winner.id}/merge`, { loserId: ada.partyId });
  expect(merged.status).toBe(200);
  expect((await call('GET', `/portal-users/${ada.id}`)).body).toMatchObject({
    partyId: winner.id,
    isActive: true,
  });
  expect((await call('GET', `/portal-users/${doubled.id}`)).body).toMatchObject({
    isActive: false,
  });
  expect(await ada.asks()).toBe('let in');
});

/** Staff of own records alone, with an account of theirs. */
async function deskOfOwn() {
  const role = await made('/roles', {
    name: `Portal desk ${newId()}`,
    matrix: { 'portal-users': ['view', 'create', 'update'], accounts: ['view'] },
    scopes: { 'portal-users': 'own', accounts: 'own' },
  });
  const email = `${newId()}@example.com`;
  const staff = await made('/users', { email, name: 'Sam', roleIds: [role.id] });
  const theirs = await made('/accounts', { name: `Own ${newId()}`, ownerId: staff.id });
  return { client: api.client(api.company.companyId, staff.id as never), theirs };
}

test('whoever names a stranger of another party changes nothing of theirs', async () => {
  const { client, theirs } = await deskOfOwn();
  const victim = await signedIn();
  const { email } = victim;
  const planted = (await user(theirs.id, { email })).body as { id: string };
  const path = `/portal-users/${planted.id}`;
  const renamed = await client.call('PATCH', path, { body: { username: `n${newId()}` } });
  expect(codeOf(renamed)).toBe('403 right_beyond_own');
  const inLock = async () => {
    await client.call('POST', `${path}/unlock`);
    return victim.enter();
  };
  await t.db.write(api.company, (tx) =>
    tx.run(
      `update portal.credential set failures = 5, tries_in_lock = 5,
         locked_until = now() + interval '15 minutes' where id = $1`,
      [victim.credentialId],
    ),
  );
  expect(await inLock()).toBe('invalid_credentials');
  await call('POST', `/portal-users/${victim.id}/unlock`);
  expect(await victim.enter()).toBe('signed in');
  const other = `${newId()}@example.com`;
  const moved = await client.call('POST', `${path}/change-email`, { body: { email: other } });
  expect(moved).toMatchObject({ status: 200, body: { email: other, isVerified: false } });
  expect((await call('GET', `/portal-users/${victim.id}`)).body).toMatchObject({
    email,
    isVerified: true,
  });
  expect([await victim.asks(), await victim.enter()]).toEqual(['let in', 'signed in']);
});

test('an invitation that was not accepted moves alone, although all are reached', async () => {
  const victim = await signedIn();
  const planted = (await user((await account()).id, { email: victim.email })).body as {
    id: string;
  };
  const again = await user((await account()).id);
  const { email } = again.body as { email: string };
  const path = `/portal-users/${planted.id}/change-email`;
  expect((await call('POST', path, { email })).body).toMatchObject({ email });
  expect(await victim.asks()).toBe('let in');
  const twice = await user(victim.partyId);
  const both = (await user(victim.partyId, { email: `${newId()}@example.com` })).body as {
    id: string;
  };
  const { email: taken } = twice.body as { email: string };
  const refused = await call('POST', `/portal-users/${both.id}/change-email`, { email: taken });
  expect(codeOf(refused)).toBe('409 portal_user_taken');
});

test('who acts for another party too takes another address for the reached one', async () => {
  const { client, theirs } = await deskOfOwn();
  const victim = await signedIn();
  const mine = await aPortalUser(t.db, api.company, { partyId: theirs.id, email: victim.email });
  const email = `${newId()}@example.com`;
  const path = `/portal-users/${mine.id}/change-email`;
  const moved = await client.call('POST', path, { body: { email } });
  expect(moved.body).toMatchObject({ email, isVerified: false });
  expect([await victim.asks(), await victim.enter()]).toEqual(['let in', 'signed in']);
});

test('whoever sees own records alone sees the users of own accounts alone', async () => {
  const role = await made('/roles', {
    name: `Portal desk ${newId()}`,
    matrix: { 'portal-users': ['view', 'create', 'update'], accounts: ['view'] },
    scopes: { 'portal-users': 'own', accounts: 'own' },
  });
  const staff = await made('/users', {
    email: `${newId()}@example.com`,
    name: 'Sam',
    roleIds: [role.id],
  });
  const client = api.client(api.company.companyId, staff.id as never);
  const theirs = await made('/accounts', { name: `Own ${newId()}`, ownerId: staff.id });
  const seen = (await user(theirs.id)).body as { id: string };
  const unseen = (await user((await account()).id)).body as { id: string };
  expect((await client.call('GET', `/portal-users/${seen.id}`)).status).toBe(200);
  expect(codeOf(await client.call('GET', `/portal-users/${unseen.id}`))).toBe('404 not_found');
  const refused = await client.call('POST', `/portal-users/${unseen.id}/deactivate`);
  expect(codeOf(refused)).toBe('404 not_found');
  const email = `${newId()}@example.com`;
  const mine = (await user(theirs.id, { email })).body as { id: string };
  const elsewhere = {
    directory: 'customer',
    partyId: (await account()).id,
    email: `${newId()}@example.com`,
    name: 'Nobody',
    role: 'Buyer',
  };
  const beyond = await client.call('POST', '/portal-users', { body: elsewhere });
  expect(codeOf(beyond)).toBe('422 reference_not_found');
  const { data } = (await client.call('GET', '/portal-users')).body as { data: { id: string }[] };
  expect(data.map(({ id }) => id).sort()).toEqual([mine.id, seen.id].sort());
  const ofDirectory = async (directory: string) => {
    const answer = await client.call('GET', `/portal-users?directory=${directory}`);
    return [answer.status, (answer.body as { data?: object[] }).data?.length];
  };
  expect(await ofDirectory('customer')).toEqual([200, 2]);
  expect(await ofDirectory('partner')).toEqual([200, 0]);
  expect((await ofDirectory('nobody'))[0]).toBe(422);
});

test('a second factor that is lost is taken away by staff, and every session ends', async () => {
  const person = await signedIn();
  await t.db.write(api.company, (tx) =>
    tx.run(
      `insert into portal.mfa (company_id, credential_id, secret, confirmed_at, used_step,
         updated_at)
       values ($1, $2, '{}', now(), 1, now())`,
      [api.company.companyId, person.credentialId],
    ),
  );
  expect((await call('POST', `/portal-users/${person.id}/reset-mfa`)).status).toBe(200);
  expect(await person.asks()).toBe('unauthenticated');
  const left = await t.db.read(api.company, (tx) =>
    tx.rows('select 1 from portal.mfa where credential_id = $1', [person.credentialId]),
  );
  expect(left).toEqual([]);
  expect(await events(person.id)).toContain('portal_user.security_changed');
});
