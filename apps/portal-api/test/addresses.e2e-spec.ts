import { newId } from '@quittance/kernel';
import { CustomerStage } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let north: string;
let ada: PortalClient;
let tess: PortalClient;
const others: Record<string, PortalClient> = {};
beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  north = await acme.account('Acme North', account);
  const rival = await acme.account('Rival');
  const foreign = await CustomerStage.of(stage);
  ada = await acme.person({ partyId: account, role: 'Admin' });
  tess = await acme.person({ partyId: account, role: 'Admin', accessLevel: 'account_tree' });
  others['a rival'] = await acme.person({ partyId: rival, role: 'Admin' });
  others['a child'] = await acme.person({ partyId: north, role: 'Admin' });
  others['another company'] = await foreign.person({
    partyId: await foreign.account('Acme'),
    role: 'Admin',
  });
});
afterAll(() => stage.close());

const YARD = { label: 'Yard', line1: '1 Quay', city: 'Riga', country: 'LV' };
const add = (by: PortalClient, more: object = {}) =>
  by.call('POST', '/addresses', { body: { ...YARD, ...more } });
const idOf = async (by: PortalClient, more: object = {}) =>
  ((await add(by, more)).body as { id: string }).id;
const listed = async (by: PortalClient, query = '') =>
  (await by.call('GET', `/addresses${query}`)).body as { id: string | null; kind: string }[];

test('an Admin adds, changes and takes away addresses to deliver to', async () => {
  const made = await add(ada, { recipient: 'Gate 3' });
  expect(made).toMatchObject({
    status: 201,
    body: { ...YARD, kind: 'delivery', accountId: account, recipient: 'Gate 3', version: 1 },
  });
  const { id } = made.body as { id: string };
  const patch = (body: object, headers = {}) =>
    ada.call('PATCH', `/addresses/${id}`, { body, headers });
  expect((await patch({ city: 'Tallinn', country: 'EE' })).body).toMatchObject({
    city: 'Tallinn',
    line1: '1 Quay',
    version: 2,
  });
  expect(codeOf(await patch({ city: 'Oslo' }, { 'if-match': '"1"' }))).toBe(
    '412 precondition_failed',
  );
  expect(codeOf(await patch({ country: 'XX' }))).toBe('422 validation_failed');
  expect((await ada.call('DELETE', `/addresses/${id}`)).status).toBe(204);
  expect(codeOf(await ada.call('DELETE', `/addresses/${id}`))).toBe('404 not_found');
  expect((await listed(ada)).map((each) => each.id)).not.toContain(id);
});

test('those that staff keep of the account are shown, and are nobody’s to change', async () => {
  const { id } = await acme.made('/accounts', {
    name: 'Kept',
    billingAddress: { line1: '2 Bill St', city: 'Bonn', country: 'DE' },
    shippingAddress: { line1: '3 Ship St', city: 'Köln', country: 'DE' },
  });
  const by = await acme.person({ partyId: id, role: 'Viewer' });
  expect(await listed(by)).toMatchObject([
    { kind: 'billing', id: null, line1: '2 Bill St' },
    { kind: 'shipping', id: null, line1: '3 Ship St' },
  ]);
});

test('everybody of the account sees them, and Admins alone change them', async () => {
  const id = await idOf(ada);
  const bo = await acme.person({ partyId: account, role: 'Buyer', accessLevel: 'own' });
  expect((await listed(bo)).map((each) => each.id)).toContain(id);
  for (const answer of [
    await add(bo),
    await bo.call('PATCH', `/addresses/${id}`, { body: { city: 'Oslo' } }),
    await bo.call('DELETE', `/addresses/${id}`),
  ]) {
    expect(codeOf(answer)).toBe('403 permission_denied');
  }
});

test('strangers find none of them, and name none of the accounts', async () => {
  const id = await idOf(ada);
  const found: string[] = [];
  for (const [who, by] of Object.entries(others)) {
    const codes = [
      codeOf(await by.call('PATCH', `/addresses/${id}`, { body: { city: 'Oslo' } })),
      codeOf(await by.call('DELETE', `/addresses/${id}`)),
      codeOf(await by.call('GET', `/addresses?accountId=${account}`)),
      codeOf(await add(by, { accountId: account })),
    ].join(' ');
    const expected = '404 not_found 404 not_found 422 reference_not_found 422 reference_not_found';
    if (codes !== expected) found.push(`${who}: ${codes}`);
    if ((await listed(by)).some((each) => each.id === id)) found.push(`${who} sees it`);
  }
  expect(found).toEqual([]);
  expect(codeOf(await ada.call('DELETE', `/addresses/${newId()}`))).toBe('404 not_found');
});

test('those of accounts below are reached by the level of the tree', async () => {
  expect(codeOf(await add(ada, { accountId: north }))).toBe('422 reference_not_found');
  const id = await idOf(tess, { accountId: north });
  expect((await listed(tess, `?accountId=${north}`)).map((each) => each.id)).toContain(id);
  expect((await listed(others['a child'] as PortalClient)).map((each) => each.id)).toContain(id);
});

test('an account that becomes part of another takes its addresses along', async () => {
  const [winner, loser] = [await acme.account('Winner'), await acme.account('Loser')];
  const by = await acme.person({ partyId: loser, role: 'Admin' });
  const id = await idOf(by);
  await acme.made(`/accounts/${winner}/merge`, { loserId: loser });
  const after = await acme.person({ partyId: winner, role: 'Admin' });
  expect((await listed(after)).map((each) => each.id)).toContain(id);
});
