import { ACTIONS, RESOURCES, hasOwners } from '@quittance/access/host';
import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { nameOf, operationOf, type OpenApi } from '../../../../test/support/watch/open-api.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { queryFor } from '../hostile/sample-body.js';
import type { Records } from './object-records.js';
import { made } from './objects-support.js';
import { plantRecords } from './records-support.js';
import { inBatches } from '../access/access-support.js';
import { bodyOf } from '../access/members.js';

const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** Does everything, with the own records of each resource that has owners. */
let by: StaffClient;
let document: OpenApi;
let records: Records;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  document = bodyOf<OpenApi & Record<string, unknown>>(await api.call('GET', '/openapi.json'));
  records = await plantRecords(t, admin);
  const scopes = Object.fromEntries(RESOURCES.filter(hasOwners).map((name) => [name, 'own']));
  const role = { name: newId(), matrix: EVERYTHING, scopes };
  const { id: roleId } = await made(admin, '/roles', role);
  const user = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [roleId] };
  by = api.client(admin.companyId, (await made(admin, '/users', user)).id as never);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Everything that is read without naming a record, downloads of it included. */
function read(): readonly Route[] {
  const routes = api.app.get(RouteTable).all();
  return routes.filter(({ method, path, policy }) => {
    const isOfAll = policy.kind === 'resource' && policy.wholeCompany !== undefined;
    return method === 'GET' && policy.kind === 'resource' && !isOfAll && !path.includes(':');
  });
}

/** Codes, places and rates of taxes are nobody's. */
const NOBODYS = /^\/tax\/(codes|jurisdictions|rates)\//;

/** Ids of what is somebody's, and of all that lists show beside it: none of them is Cleo's. */
function hidden(): readonly string[] {
  const owned = Object.entries(records).filter(
    ([path]) => hasOwners(path.slice(1).split('/')[0] ?? '') && !NOBODYS.test(path),
  );
  return [...new Set([...owned.map(([, id]) => id), 'Acme GmbH'])].filter((id) => id.length > 8);
}

const AMOUNTS = /"(\w*(?:amount|total|net|gross|tax|balance|mrr|value|open|paid))":"(-?[\d.]+)"/gi;

async function textOf(who: StaffClient, route: Route): Promise<string> {
  const path = `${route.path}${queryFor(operationOf(document, route), records)}`;
  const { status, body } = await who.call('GET', path);
  return status === 200 ? JSON.stringify(body ?? '') : '';
}

test('no list, report or download shows what is another’s, by id or by name', async () => {
  const words = hidden();
  expect(words.length).toBeGreaterThan(30);
  let told = 0;
  const found = await inBatches(read(), async (route) => {
    const [all, own] = await Promise.all([textOf(admin, route), textOf(by, route)]);
    if (words.some((word) => all.includes(word))) told += 1;
    const shown = words.filter((word) => own.includes(word));
    return shown.length > 0 ? [`${nameOf(route)}: ${shown.join()}`] : [];
  });
  expect(found).toEqual([]);
  expect(told).toBeGreaterThan(40);
});

test('no report and no statistics sum up what is another’s', async () => {
  const sums = read().filter(
    ({ path }) => path.startsWith('/reports/') || /statistics|forecast|utilisation/.test(path),
  );
  expect(sums.length).toBeGreaterThan(8);
  const found = await inBatches(sums, async (route) => {
    const text = await textOf(by, route);
    const amounts = [...text.matchAll(AMOUNTS)].filter(([, , amount]) => Number(amount) !== 0);
    return amounts.length > 0 ? [`${nameOf(route)}: ${amounts.map(String).join()}`] : [];
  });
  expect(found).toEqual([]);
});
