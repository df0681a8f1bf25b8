import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable } from '@quittance/http/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { besidesIds } from '../../../../../test/support/texts/besides-ids.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../members.js';
import { pathWith, plantRecords, plantedAt } from '../../objects/records-support.js';

/** What nothing else says. */
const PRICE = '7351.37';
const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));

let t: TestDatabase;
let api: TestStaffApi;
let blind: StaffClient;
let quoteId: string;
let paths: readonly string[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const records = await plantRecords(t, api.admin);
  const account = { name: 'Text AG', email: 'text@example.com' };
  const { id: accountId } = await made('/accounts', account);
  const lines = [{ description: 'Work', quantity: '3', unitPrice: PRICE, taxRate: '19' }];
  quoteId = (await made('/quotes', { accountId, currency: 'EUR', lines })).id;
  for (const step of ['submit', 'approve', 'send']) await made(`/quotes/${quoteId}/${step}`);
  await made(`/quotes/${quoteId}/accept`, { name: 'Nora', evidence: 'Paper' });
  const at = plantedAt({ ...records, '/quotes/:id': quoteId });
  const routes = api.app.get(RouteTable).all();
  paths = routes
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'resource')
    .map(({ path }) => pathWith(path, at));
  const fields = { quotes: { unitPrice: 'hidden' } };
  blind = await memberWith(api, { matrix: EVERYTHING, fields });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function made(path: string, body: object = {}): Promise<{ id: string }> {
  const answer = await api.admin.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return bodyOf<{ id: string }>(answer);
}

const tells = async (by: StaffClient, path: string) =>
  besidesIds(JSON.stringify((await by.call('GET', path)).body ?? '')).includes(PRICE);

it('shows the receipt of a quote to nobody who is shown less than all of it', async () => {
  const path = `/quotes/${quoteId}/acceptance`;
  expect(await tells(api.admin, path)).toBe(true);
  expect(refusal(await blind.call('GET', path))).toEqual([403, 'fields_hidden']);
  const matrix = { quotes: ['view'] };
  const other = await memberWith(api, { matrix, fields: { quotes: { unitPrice: 'read_only' } } });
  expect(await tells(other, path)).toBe(true);
});

it('tells a hidden price within no text on any route that reads', async () => {
  const told: string[] = [];
  for (const path of paths) if (await tells(blind, path)) told.push(path);
  expect(told).toEqual([]);
});
