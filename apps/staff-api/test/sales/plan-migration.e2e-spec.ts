import { ExecuteRun } from '@quittance/billing/host';
import { SweepSubscriptions } from '@quittance/sales/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { memberWith } from '../access/members';
import { made, type Json, type Made } from '../objects/objects-support';
import { anAccount, aPlan, aSubscription, call as callAs } from './sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let plan: Made;
let first: string;
let next: Made;

beforeAll(async () => {
  t = await testDatabase();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sales@quittance.example' };
  api = await startStaffApi(t, mail);
});

beforeEach(async () => {
  t.clock.set('2026-01-10T10:00:00Z');
  admin = await api.newAdmin();
  plan = await aPlan(admin);
  first = (await versions())[0] as string;
  next = await made(admin, `/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '60.00' }],
  });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object, as = admin) =>
  callAs(as, method, path, body);

async function versions(): Promise<readonly string[]> {
  const list = await call('GET', `/plans/${plan.id}/versions`);
  return (list.body.data as readonly Json[]).map(({ id }) => String(id));
}

const migrate = (body: object = {}, as = admin) =>
  call('POST', `/plans/${plan.id}/migrate`, { to: next.id, on: 'period_end', ...body }, as);

async function found({ id }: Made): Promise<Json> {
  return (await call('GET', `/subscriptions/${id}`)).body;
}

async function itemsOf(of: Made): Promise<unknown[]> {
  const { items } = await found(of);
  return (items as readonly Json[]).map(({ validFrom, validTo, unitPrice, planVersionId }) => [
    validFrom,
    validTo,
    unitPrice,
    planVersionId,
  ]);
}

/** A subscription to the first version, whatever came later. */
const subscribed = (item: object = {}, more: object = {}) =>
  aSubscription(admin, plan, {
    items: [{ planId: plan.id, planVersionId: first, ...item }],
    ...more,
  });

describe('a change that holds before one that is planned', () => {
  test('goes by what holds by then, and not by what was to hold later', async () => {
    const plain = await subscribed({ quantity: '2' });
    await migrate();
    const [{ itemId }] = (await found(plain)).items as readonly [Json];
    const items = [{ itemId, planId: plan.id, quantity: '3' }];
    const changed = await call('POST', `/subscriptions/${plain.id}/change`, { items });
    expect(changed.status).toBe(200);
    expect(await itemsOf(plain)).toMatchObject([['2026-01-10', null, '50', first]]);
  });
});

describe('a migration of a plan', () => {
  test('moves subscriptions with their next period, and tells what it changes', async () => {
    const [plain, agreed] = [
      await subscribed({ quantity: '2' }),
      await subscribed({ unitPrice: '45' }),
    ];
    const dry = await migrate({ dryRun: true });
    expect(dry).toMatchObject({
      status: 200,
      body: {
        dryRun: true,
        migrated: 2,
        skipped: 0,
        more: false,
        revenue: [
          {
            currency: 'EUR',
            subscriptions: 2,
            before: '145.00',
            after: '165.00',
            difference: '20.00',
          },
        ],
      },
    });
    expect(await itemsOf(plain)).toEqual([['2026-01-10', null, '50', first]]);
    const done = await migrate();
    expect(done.body).toEqual({ ...dry.body, dryRun: false });
    expect(await itemsOf(plain)).toEqual([
      ['2026-01-10', '2026-02-10', '50', first],
      ['2026-02-10', null, '60', next.id],
    ]);
    expect(await itemsOf(agreed)).toContainEqual(['2026-02-10', null, '45', next.id]);
    expect(await found(plain)).toMatchObject({ changeOn: '2026-02-10' });
    expect((await migrate()).body).toMatchObject({ migrated: 0, skipped: 0 });
    t.clock.set('2026-02-10T10:00:00Z');
    await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
    expect(await found(plain)).toMatchObject({ changeOn: null, mrr: '120.00' });
    const log = await call(
      'GET',
      '/audit-log?filter={"field":"action","op":"eq","value":"plan.migrated"}',
    );
    expect(log.body).toMatchObject({ total: 2 });
  });

  test('drops agreed prices where that is asked, and takes those of a filter alone', async () => {
    const [one, other] = [
      await subscribed({ unitPrice: '45' }),
      await subscribed({ unitPrice: '45' }),
    ];
    const filter = { field: 'accountId', op: 'eq', value: one.accountId };
    expect((await migrate({ filter, dropOverrides: true })).body).toMatchObject({ migrated: 1 });
    expect(await itemsOf(one)).toContainEqual(['2026-02-10', null, '60', next.id]);
    expect(await itemsOf(other)).toHaveLength(1);
    const bad = await migrate({ filter: { field: 'nothing', op: 'eq', value: 1 } });
    expect([bad.status, bad.code]).toEqual([400, 'invalid_list_request']);
  });

  test('moves behind what was billed ahead, as its dry run says', async () => {
    const { id } = await subscribed();
    const ahead = { asOf: '2026-02-20', catchUp: true, allowFuture: true };
    expect((await call('POST', '/billing-runs', ahead)).status).toBeLessThan(300);
    const worker = api.app.get(ExecuteRun);
    while (await worker.execute(admin.companyId, { clock: t.clock, batchSize: 1000 }));
    const from = { subscriptionId: id, effectiveOn: '2026-03-10' };
    expect((await migrate({ dryRun: true })).body.results).toMatchObject([from]);
    expect((await migrate()).body.results).toMatchObject([from]);
  });

  test('waits for a day, or for the next term', async () => {
    const byDay = await subscribed();
    const account = await anAccount(admin);
    const contract = await made(admin, '/contracts', {
      accountId: account.id,
      startDate: '2026-01-10',
      endDate: '2026-06-30',
    });
    await call('POST', `/contracts/${contract.id}/activate`, {});
    const bound = await subscribed({}, { accountId: account.id, contractId: contract.id });
    await migrate({
      on: 'day',
      day: '2026-03-01',
      filter: { field: 'contractId', op: 'isNotSet' },
    });
    expect(await itemsOf(byDay)).toContainEqual(['2026-03-10', null, '60', next.id]);
    await migrate({ on: 'renewal' });
    expect(await itemsOf(bound)).toContainEqual(['2026-07-10', null, '60', next.id]);
  });

  test('leaves alone what it cannot move, and says why', async () => {
    const suspended = await subscribed();
    await call('POST', `/subscriptions/${suspended.id}/pause`, {});
    const planned = await subscribed();
    await call('POST', `/subscriptions/${planned.id}/change`, {
      items: [{ planId: plan.id, planVersionId: first, quantity: '3' }],
      effective: 'period_end',
    });
    const moved = await subscribed();
    const codes = async (to: Made) => {
      const { body } = await migrate({ to: to.id, dryRun: true });
      return new Map(
        (body.results as readonly Json[]).map((each) => [each.subscriptionId, each.code]),
      );
    };
    const told = await codes(next);
    expect([suspended, planned, moved].map(({ id }) => told.get(id))).toEqual([
      'subscription_not_active',
      'change_pending',
      null,
    ]);
    const path = `/plans/${plan.id}/versions`;
    const yearly = await made(admin, path, {
      frequency: 'annually',
      prices: [{ currency: 'EUR', unitPrice: '500.00' }],
    });
    expect((await codes(yearly)).get(moved.id)).toBe('frequency_mismatch');
    const foreign = await made(admin, path, {
      frequency: 'monthly',
      prices: [{ currency: 'USD', unitPrice: '50.00' }],
    });
    expect((await codes(foreign)).get(moved.id)).toBe('item_currency_mismatch');
  });

  test.each([
    [{ on: 'day' }, '/day'],
    [{ on: 'day', day: '2026-01-10' }, '/day'],
    [{ day: '2026-03-01' }, '/day'],
    [{ to: '0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2c' }, '/to'],
  ])('refuses %j', async (body, pointer) => {
    expect(await migrate(body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  test('asks for the right to change many subscriptions, and keeps to their scope', async () => {
    admin = api.admin;
    plan = await aPlan(admin);
    first = (await versions())[0] as string;
    await subscribed();
    next = await made(admin, `/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '60.00' }],
    });
    const products = ['view'];
    const update = { products, subscriptions: ['view', 'update'] };
    const few = await memberWith(api, { matrix: update });
    expect((await migrate({}, few)).status).toBe(403);
    const matrix = { products, subscriptions: ['view', 'update', 'bulk_update'] };
    const own = await memberWith(api, { matrix, scopes: { subscriptions: 'own' } });
    expect((await migrate({}, own)).body).toMatchObject({ migrated: 0, skipped: 0 });
    const many = await memberWith(api, { matrix });
    expect((await migrate({}, many)).body).toMatchObject({ migrated: 1 });
  });

  test('tells customers by e-mail what a period costs from which day on, once', async () => {
    const of = await subscribed({ quantity: '2' });
    const { accountId } = await found(of);
    const email = 'buyer@example.com';
    expect((await call('PATCH', `/accounts/${String(accountId)}`, { email })).status).toBe(200);
    const silent = await subscribed();
    const told = async () => {
      const { body } = await call('GET', '/emails?pageSize=50');
      const all = (body.data as readonly Json[]).filter(
        (each) => each.templateCode === 'PLAN_CHANGED',
      );
      return Promise.all(
        all.map(async ({ id }) => (await call('GET', `/emails/${String(id)}`)).body),
      );
    };
    expect((await migrate({ dryRun: true })).body).toMatchObject({ migrated: 2, notified: 0 });
    expect(await told()).toEqual([]);
    expect((await migrate()).body).toMatchObject({ migrated: 2, notified: 1 });
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, recordId: of.id });
    const text = JSON.stringify(mail);
    for (const word of ['120.00', '100.00', '10 February 2026']) expect(text).toContain(word);
    expect(await found(silent)).toMatchObject({ changeOn: '2026-02-10' });
    expect((await migrate()).body).toMatchObject({ migrated: 0, notified: 0 });
    expect(await told()).toHaveLength(1);
  });
});
