import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { anAccount, aPlan, call as callAs } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let plan: Made;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  plan = await aPlan(api.admin, { prices: [{ currency: 'EUR', unitPrice: '100.00' }] });
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(api.admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);

/** Two seats are planned for a day, and the contract is renewed at once for 2027. */
async function renewedBehind(day: string, upliftPercent: string): Promise<Made> {
  const account = await anAccount(api.admin);
  const contract = await made(api.admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    upliftPercent,
  });
  await post(`/contracts/${contract.id}/activate`);
  const subscription = await made(api.admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    startDate: '2026-01-01',
    items: [{ planId: plan.id }],
  });
  expect((await changed(subscription, { quantity: '2', effective: 'day', day })).status).toBe(200);
  expect((await post(`/contracts/${contract.id}/renew`)).status).toBe(201);
  return subscription;
}

interface Wanted {
  readonly quantity: string;
  readonly effective: string;
  readonly day?: string;
}

function changed({ id, items }: Made, { quantity, ...when }: Wanted) {
  const { itemId } = (items as Json[])[0] as Json;
  const wanted = [{ itemId, planId: plan.id, quantity }];
  return post(`/subscriptions/${id}/change`, { items: wanted, ...when });
}

const rows = async ({ id }: Made) =>
  ((await call('GET', `/subscriptions/${id}`)).body.items as Json[]).map(
    ({ validFrom, quantity, unitPrice }) => [validFrom, quantity, unitPrice],
  );
const withdrawn = async ({ id }: Made) =>
  (await call('DELETE', `/subscriptions/${id}/change`)).code;

describe('a change that is planned, once the contract is renewed', () => {
  test.each([['2026-06-01'], ['2027-01-01']])(
    'for %s stays, as prices are raised behind it or on its day',
    async (day) => {
      const subscription = await renewedBehind(day, '10');
      const before = await rows(subscription);
      expect(before.at(-1)).toEqual(['2027-01-01', '2', '110']);
      expect(await withdrawn(subscription)).toBe('change_pending');
      const now = await changed(subscription, { quantity: '3', effective: 'now' });
      expect([now.status, now.code]).toEqual([409, 'change_pending']);
      expect(await rows(subscription)).toEqual(before);
    },
  );

  test('is withdrawn from behind a price that was raised, which stays', async () => {
    const subscription = await renewedBehind('2027-03-01', '10');
    expect(await withdrawn(subscription)).toBeUndefined();
    expect(await rows(subscription)).toEqual([
      ['2026-01-01', '1', '100'],
      ['2027-01-01', '1', '110'],
    ]);
  });

  test('is withdrawn where no price was raised', async () => {
    const subscription = await renewedBehind('2027-01-01', '0');
    expect(await withdrawn(subscription)).toBeUndefined();
    expect(await rows(subscription)).toEqual([['2026-01-01', '1', '100']]);
  });
});

test('the price of a version that comes with a renewal is what was told, not raised', async () => {
  const { admin } = api;
  const own = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '100.00' }] });
  const { id: accountId } = await anAccount(admin);
  const terms = { accountId, startDate: '2026-01-01', endDate: '2026-12-31', upliftPercent: '3' };
  const contract = await made(admin, '/contracts', terms);
  await post(`/contracts/${contract.id}/activate`);
  const under = { accountId, contractId: contract.id, currency: 'EUR', startDate: '2026-01-01' };
  const listed = await made(admin, '/subscriptions', { ...under, items: [{ planId: own.id }] });
  const items = [{ planId: own.id, unitPrice: '90.00' }];
  const agreed = await made(admin, '/subscriptions', { ...under, items });
  const version = await made(admin, `/plans/${own.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '110.00' }],
  });
  const migrated = await post(`/plans/${own.id}/migrate`, { to: version.id, on: 'renewal' });
  expect([migrated.status, migrated.code]).toEqual([200, undefined]);
  await post(`/contracts/${contract.id}/renew`);
  expect(await rows(listed)).toEqual([
    ['2026-01-01', '1', '100'],
    ['2027-01-01', '1', '110'],
  ]);
  expect(await rows(agreed)).toEqual([
    ['2026-01-01', '1', '90'],
    ['2027-01-01', '1', '92.7'],
  ]);
});

test('a contract renews for as long as its first term, whatever came between', async () => {
  const { id: accountId } = await anAccount(api.admin);
  const terms = { accountId, startDate: '2026-01-01', endDate: '2026-12-31' };
  const contract = await made(api.admin, '/contracts', terms);
  await post(`/contracts/${contract.id}/activate`);
  const renewed = async (id: unknown, body: object = {}) =>
    (await post(`/contracts/${String(id)}/renew`, body)).body;
  const short = await renewed(contract.id, { termMonths: 3 });
  expect(short).toMatchObject({ startDate: '2027-01-01', endDate: '2027-03-31' });
  const next = await renewed(short.id);
  expect(next).toMatchObject({ startDate: '2027-04-01', endDate: '2028-03-31' });
});
