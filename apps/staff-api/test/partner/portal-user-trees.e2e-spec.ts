import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { made } from '../objects/objects-support.js';
import { memberWith, refusal } from '../access/members.js';

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

const codeOf = (answer: Answer) => refusal(answer).join(' ');
const call = (method: string, path: string, body: object) => api.admin.call(method, path, { body });
/** Somebody who reaches their own accounts, and one of those. */
async function deskOfOwn() {
  const client = await memberWith(api, {
    matrix: { 'portal-users': ['view', 'create', 'update'], accounts: ['view'] },
    scopes: { 'portal-users': 'own', accounts: 'own' },
  });
  const own = { name: `Own ${newId()}`, ownerId: client.userId };
  return { client, theirs: await made(api.admin, '/accounts', own) };
}

test('nobody lets a user see accounts below that they do not reach themselves', async () => {
  const { client, theirs } = await deskOfOwn();
  const tree = { accessLevel: 'account_tree' };
  const add = (body: object = {}) => {
    const who = { directory: 'customer', partyId: theirs.id, name: 'Tess', role: 'Buyer' };
    const email = `${newId()}@example.com`;
    return client.call('POST', '/portal-users', { body: { ...who, email, ...body } });
  };
  // Of a tree that is all their own they give all.
  expect((await add(tree)).status).toBe(201);
  const below = await made(api.admin, '/accounts', {
    name: `Below ${newId()}`,
    parentId: theirs.id,
  });
  expect(codeOf(await add(tree))).toBe('403 right_beyond_own');
  const { id } = (await add()).body as { id: string };
  const change = (body: object) => client.call('PATCH', `/portal-users/${id}`, { body });
  expect(codeOf(await change(tree))).toBe('403 right_beyond_own');
  expect((await call('PATCH', `/portal-users/${id}`, tree)).status).toBe(200);
  expect(codeOf(await change({ permissions: { approveQuotes: true } }))).toBe(
    '403 right_beyond_own',
  );
  expect((await change({ permissions: { seePricing: false } })).status).toBe(200);
  const email = `${newId()}@example.com`;
  const path = `/portal-users/${id}`;
  const moved = await client.call('POST', `${path}/change-email`, { body: { email } });
  expect(codeOf(moved)).toBe('403 right_beyond_own');
  expect((await client.call('POST', `${path}/deactivate`)).status).toBe(200);
  expect(codeOf(await client.call('POST', `${path}/reactivate`))).toBe('403 right_beyond_own');
  await call('PATCH', `/accounts/${below.id}`, { parentId: null });
  expect((await client.call('POST', `${path}/reactivate`)).status).toBe(200);
  // What belongs to nobody is within nobody's reach.
  await call('PATCH', `/accounts/${below.id}`, { parentId: theirs.id, ownerId: null });
  expect(codeOf(await add(tree))).toBe('403 right_beyond_own');
});
