import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { made, type Json, type Made } from '../objects/objects-support.js';
import { anAccount, aPlan } from '../sales/sales-support.js';
import { bodyOf, memberWith } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let plan: Made;
/** Sees the accounts of their own alone, and sells. */
let seller: StaffClient;
let own: Made;
let hidden: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  plan = await aPlan(api.admin);
  const all = ['view', 'create', 'update', 'clone'];
  seller = await memberWith(api, {
    matrix: { accounts: all, quotes: all, 'sales-orders': all, subscriptions: all },
    scopes: { accounts: 'own' },
  });
  own = await made(seller, '/accounts', { name: 'Own' });
  hidden = await anAccount(api.admin);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const LINES = [{ description: 'Install', unitPrice: '10.00', taxRate: '19' }];
const BODIES: Record<string, () => object> = {
  '/quotes': () => ({ currency: 'EUR', lines: [{ ...LINES[0], quantity: '1' }] }),
  '/sales-orders': () => ({ currency: 'EUR', lines: [{ ...LINES[0], ordered: '1' }] }),
  '/subscriptions': () => ({ currency: 'EUR', items: [{ planId: plan.id }] }),
};

/** What is said of the account of a refusal. */
async function refused(method: string, path: string, body: object): Promise<unknown[]> {
  const answer = await seller.call(method, path, { body });
  return [answer.status, (bodyOf(answer).errors as Json[] | undefined)?.[0]];
}

const UNKNOWN = [
  422,
  { pointer: '/accountId', code: 'not_found', message: 'There is no such account.' },
];

describe('an account beyond the scope', () => {
  it.each(Object.keys(BODIES))('is sold nothing by %s', async (path) => {
    const body = BODIES[path]?.() ?? {};
    expect((await seller.call('GET', `/accounts/${hidden.id}`)).status).toBe(404);
    expect(await refused('POST', path, { ...body, accountId: hidden.id })).toEqual(UNKNOWN);
    const sold = await seller.call('POST', path, { body: { ...body, accountId: own.id } });
    expect([sold.status, sold.body]).toEqual([201, expect.anything()]);
  });

  it.each(['/quotes', '/sales-orders'])('is not what %s are moved or copied to', async (path) => {
    const body = { ...BODIES[path]?.(), accountId: own.id };
    const { id } = await made(seller, path, body);
    const elsewhere = { accountId: hidden.id };
    expect(await refused('PATCH', `${path}/${id}`, elsewhere)).toEqual(UNKNOWN);
    expect(await refused('POST', `${path}/${id}/clone`, elsewhere)).toEqual(UNKNOWN);
    const answer = await seller.call('POST', `${path}/${id}/clone`, { body: {} });
    expect(answer.status).toBe(201);
  });
});
