import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith, refusal } from '../access/members.js';
import { done, made } from '../objects/objects-support.js';
import { END_CUSTOMER, partnerDesk, registration } from './partner-support.js';

let t: TestDatabase;
let api: TestStaffApi;
/** Reaches what is of their own partners. */
let by: StaffClient;
const partners = { mine: '', theirs: '' };
const registrations = { mine: '', theirs: '' };
const commissions = { mine: '', theirs: '' };

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const desk = partnerDesk(t, api);
  const all = ['view', 'create', 'update', 'approve', 'export'] as const;
  by = await memberWith(api, {
    matrix: {
      'deal-registrations': [...all],
      commissions: [...all],
      'portal-users': [...all],
      'ledger-accounts': ['view'],
    },
    scopes: { 'deal-registrations': 'own', commissions: 'own', 'portal-users': 'own' },
  });
  for (const whose of ['mine', 'theirs'] as const) {
    const id = await desk.partner();
    partners[whose] = id;
    if (whose === 'mine')
      await done(api.admin, 'PATCH', `/ledger-accounts/${id}`, { ownerId: by.userId });
    const body = registration(id, { endCustomer: END_CUSTOMER });
    registrations[whose] = (await made(api.admin, '/deal-registrations', body)).id;
    const entry = { partnerId: id, currency: 'EUR', amount: '10.00', reason: 'Kind' };
    commissions[whose] = (await made(api.admin, '/commissions/adjust', entry)).id;
    await done(api.admin, 'PATCH', `/partner-members/${id}`, { tier: 'gold' });
  }
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const text = async (path: string, accept = 'application/json') =>
  JSON.stringify((await by.call('GET', path, { headers: { accept } })).body);

test.each([
  ['/deal-registrations', registrations],
  ['/commissions', commissions],
  ['/partner-members', partners],
])('what is of a partner of somebody else is not in %s', async (path, ids) => {
  for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
    const told = await text(path, accept);
    expect([told.includes(ids.mine), told.includes(ids.theirs)]).toEqual([true, false]);
  }
  const { total } = (await by.call('GET', path)).body as { total: number };
  expect(total).toBe(1);
});

test('nor is it read, changed, decided or pointed at', async () => {
  const beyond = [
    ['GET', `/deal-registrations/${registrations.theirs}`],
    ['GET', `/deal-registrations/${registrations.theirs}/conflicts`],
    ['PATCH', `/deal-registrations/${registrations.theirs}`],
    ['POST', `/deal-registrations/${registrations.theirs}/approve`],
    ['GET', `/commissions/${commissions.theirs}`],
    ['POST', `/commissions/${commissions.theirs}/hold`],
    ['GET', `/commissions/${newId()}`],
  ] as const;
  for (const [method, path] of beyond) {
    const answer = await by.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([path, ...refusal(answer)]).toEqual([path, 404, 'not_found']);
  }
  const entry = { partnerId: partners.theirs, currency: 'EUR', amount: '1.00', reason: 'Mine' };
  const adjusted = await by.call('POST', '/commissions/adjust', { body: entry });
  expect(adjusted).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/partnerId', code: 'reference_not_found' }] },
  });
  const said = registration(partners.theirs, { endCustomer: { name: 'Other', country: 'DE' } });
  expect((await by.call('POST', '/deal-registrations', { body: said })).status).toBe(422);
  const tier = { body: { tier: 'silver' } };
  const members = ['mine', 'theirs'] as const;
  const statuses = members.map((whose) =>
    by.call('PATCH', `/partner-members/${partners[whose]}`, tier),
  );
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 404]);
  expect((await by.call('POST', `/commissions/${commissions.mine}/hold`)).status).not.toBe(404);
  expect((await by.call('GET', `/deal-registrations/${registrations.mine}`)).status).toBe(200);
});

test('the registration that one meets is told of to who reaches it', async () => {
  const path = `/deal-registrations/${registrations.mine}/conflicts`;
  const met = async (who: StaffClient) =>
    ((await who.call('GET', path)).body as { data: { id: string }[] }).data.map(({ id }) => id);
  expect(await met(api.admin)).toEqual([registrations.theirs]);
  expect(await met(by)).toEqual([]);
});

test('a user who sees the partners below is made by who reaches those', async () => {
  const add = (who: StaffClient) => {
    const partner = { directory: 'partner', partyId: partners.mine, name: 'Pax', role: 'Admin' };
    const email = `${newId()}@example.com`;
    const body = { ...partner, email, accessLevel: 'account_tree' };
    return who.call('POST', '/portal-users', { body });
  };
  expect((await add(by)).status).toBe(201);
  const below = { parentId: partners.mine };
  await done(api.admin, 'PATCH', `/partner-members/${partners.theirs}`, below);
  expect(refusal(await add(by))).toEqual([403, 'right_beyond_own']);
  expect((await add(api.admin)).status).toBe(201);
});

test('statements are drawn up by who reaches all partners', async () => {
  const answer = await by.call('POST', '/commission-statements', { body: {} });
  expect(refusal(answer)).toEqual([403, 'scope_too_narrow']);
  expect((await by.call('GET', '/commissions/waiting')).status).toBe(200);
});
