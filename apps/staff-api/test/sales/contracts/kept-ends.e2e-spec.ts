import { sql } from '@quittance/database';
import { END_WITH_CONTRACT } from '@quittance/sales/testing';
import { Client } from 'pg';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Made } from '../../objects/objects-support';
import { anAccount, aPlan, call as callAs } from '../sales-support';
import { billedOn, invoicesOf, told } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);

/** A subscription of 50.00 a month from January on, under a contract of the year. */
async function agreed() {
  const account = await anAccount(admin);
  const term = { startDate: '2026-01-01', endDate: '2026-12-31', autoRenew: true };
  const contract = await made(admin, '/contracts', { accountId: account.id, ...term });
  await post(`/contracts/${contract.id}/activate`);
  const subscription = await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    items: [{ planId: (await aPlan(admin)).id }],
  });
  const at = `/subscriptions/${subscription.id}`;
  return {
    subscription,
    at,
    terminate: (on: string) =>
      post(`/contracts/${contract.id}/terminate`, { on, reason: 'Moved away' }),
    cancel: (day: string, more: object = {}) => post(`${at}/cancel`, { at: 'day', day, ...more }),
    keep: () => post(`${at}/keep`),
  };
}

/** As it was left by whoever took an end back before contracts were asked. */
const REVIVE = sql(`update sales.subscription set cancel_at = null
  where company_id = $1 and id = $2`);

async function revived({ id }: Made): Promise<void> {
  await t.db.write(t.ctx(admin.companyId), (tx) => tx.run(REVIVE, [admin.companyId, id]));
}

describe('an end that is taken back', () => {
  test('is not that of a contract that is terminated', async () => {
    const { terminate, keep, at } = await agreed();
    await terminate('2026-03-01');
    const refused = await keep();
    expect([refused.status, refused.code]).toEqual([409, 'subscription_not_active']);
    expect((await call('GET', at)).body).toMatchObject({ cancelAt: '2026-03-01' });
  });

  test('leaves that of the contract, whichever was told first', async () => {
    const [first, then] = [await agreed(), await agreed()];
    await first.cancel('2026-02-01', { reason: 'Too dear' });
    await first.terminate('2026-03-01');
    await then.terminate('2026-03-01');
    await then.cancel('2026-02-01', { reason: 'Too dear' });
    for (const { keep } of [first, then]) {
      const kept = await keep();
      expect(kept).toMatchObject({
        status: 200,
        body: { cancelAt: '2026-03-01', cancelReason: 'Moved away' },
      });
      expect((await keep()).code).toBe('subscription_not_active');
    }
    await billedOn({ t, api, admin }, '2026-05-01');
    const months = [
      ['2026-01-01', '50.00: 2026-01-01 to 2026-01-31'],
      ['2026-02-01', '50.00: 2026-02-01 to 2026-02-28'],
    ];
    const all = told(await invoicesOf(admin));
    expect(all.toSorted()).toEqual([...months, ...months].toSorted());
  });

  test('is all that staff have told, and leaves nothing of it', async () => {
    const { cancel, keep } = await agreed();
    await cancel('2026-06-01');
    await cancel('2026-04-01', { credit: 'prorated' });
    expect((await keep()).body).toMatchObject({ cancelAt: null, cancelCredit: null });
  });
});

describe('a contract that is terminated', () => {
  test('is billed to its day, though nothing ends what is under it', async () => {
    const { subscription, terminate } = await agreed();
    await terminate('2026-02-15');
    await revived(subscription);
    const { body } = await call('GET', `/subscriptions/${subscription.id}/preview?count=3`);
    expect(body.invoices).toMatchObject([{ subtotal: '50.00' }, { subtotal: '25.00' }]);
    await billedOn({ t, api, admin }, '2026-05-01');
    expect(told(await invoicesOf(admin))).toEqual([
      ['2026-01-01', '50.00: 2026-01-01 to 2026-01-31'],
      ['2026-02-01', '25.00: 2026-02-01 to 2026-02-14'],
    ]);
    // What was taken back before contracts were asked ends all the same.
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    await owner.query(`set app.every_company = 'on'`);
    await owner.query(END_WITH_CONTRACT);
    await owner.end();
    expect((await call('GET', `/subscriptions/${subscription.id}`)).body).toMatchObject({
      cancelAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      cancelReason: 'Moved away',
    });
  });

  test('is outlived by no cancellation', async () => {
    const { terminate, cancel, at } = await agreed();
    await terminate('2026-02-15');
    const behind = await cancel('2026-03-01');
    expect([behind.status, behind.body]).toMatchObject([422, { errors: [{ pointer: '/day' }] }]);
    expect((await post(`${at}/cancel`, { at: 'period_end' })).status).toBe(200);
    await terminate('2026-02-15');
    expect((await cancel('2026-02-15')).body).toMatchObject({ cancelAt: '2026-02-15' });
  });
});

test('an order that is given up ends whatever stands under its contract', async () => {
  const account = await anAccount(admin);
  const plan = await aPlan(admin);
  const recurs = { kind: 'recurring', frequency: 'monthly', productId: plan.productId };
  const lines = [{ ...recurs, description: 'Seats', ordered: '1', unitPrice: '50', taxRate: '0' }];
  const startOn = '2026-06-01';
  const order = await made(admin, '/sales-orders', { accountId: account.id, startOn, lines });
  const { contractId } = (await post(`/sales-orders/${order.id}/confirm`)).body as {
    readonly contractId: string;
  };
  const beside = await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId,
    currency: 'EUR',
    startDate: startOn,
    items: [{ planId: plan.id }],
  });
  await post(`/sales-orders/${order.id}/cancel`, { reason: 'Not sold' });
  const { body } = await call('GET', `/subscriptions/${beside.id}`);
  const { body: contract } = await call('GET', `/contracts/${contractId}`);
  expect(contract).toMatchObject({ status: 'terminated', terminatedOn: startOn });
  expect(body).toMatchObject({ cancelAt: startOn });
});
