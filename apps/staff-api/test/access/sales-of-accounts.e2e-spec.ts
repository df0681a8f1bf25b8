import { newId } from '@quittance/kernel';
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
  { pointer: '/accountId', code: 'reference_not_found', message: 'There is no such account.' },
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

describe('what a file names beyond the scope', () => {
  it.each(['quotes', 'sales-orders'])('is told as what is not there, of %s', async (noun) => {
    const all = ['view', 'create', 'update', 'import'];
    const names = ['accounts', 'contacts', 'deals', 'ledger-accounts', 'quotes', 'sales-orders'];
    const loader = await memberWith(api, {
      matrix: Object.fromEntries(names.map((name) => [name, all])),
      scopes: { accounts: 'own', contacts: 'own', deals: 'own', 'ledger-accounts': 'own' },
    });
    const owned = await made(loader, '/accounts', { name: 'Owned' });
    const theirs: Record<string, string> = {};
    const at = { accountId: owned.id };
    theirs.contactId = (await made(api.admin, '/contacts', { lastName: 'C', ...at })).id;
    theirs.dealId = (await made(api.admin, '/deals', { name: 'D', ...at })).id;
    const partner = { kind: 'partner', name: 'P' };
    theirs.partnerId = (await made(api.admin, '/ledger-accounts', partner)).id;
    const elsewhere = await made(api.admin, '/accounts', { name: 'E', externalKey: `E-${noun}` });
    const foreign = { lastName: 'F', accountId: elsewhere.id };
    const other = (await made(api.admin, '/contacts', foreign)).id;
    const quantity = noun === 'quotes' ? 'quantity' : 'ordered';
    const lines = [{ description: 'Install', unitPrice: '10.00', [quantity]: '1' }];
    const told = async (said: object): Promise<unknown> => {
      const body = JSON.stringify({ reference: newId(), currency: 'EUR', lines, ...said });
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await loader.call('POST', `/${noun}/import`, { body, headers });
      const [result] = bodyOf<{ results: Json[] }>(answer).results;
      return result?.problem ?? result?.status;
    };
    for (const [name, hidden] of [...Object.entries(theirs), ['contactId', other] as const]) {
      const refused = await told({ ...at, [name]: hidden });
      expect(refused).toMatchObject({
        errors: [{ pointer: `/1/${name}`, code: 'reference_not_found' }],
      });
      expect(await told({ ...at, [name]: newId() })).toEqual(refused);
    }
    const byKey = await told({ accountKey: `E-${noun}` });
    expect(byKey).toMatchObject({
      errors: [{ pointer: '/1/accountKey', code: 'reference_not_found' }],
    });
    expect(await told({ accountKey: 'nobody' })).toEqual(byKey);
    const own = (await made(loader, '/contacts', { lastName: 'O', ...at })).id;
    expect(await told({ ...at, contactId: own })).toBe('created');
  });
});
