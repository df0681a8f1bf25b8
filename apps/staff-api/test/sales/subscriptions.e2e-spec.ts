import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { memberMaker, type Rights } from '../access/access-support';
import type { Json, Made } from '../objects/objects-support';
import { anAccount, aPlan, aSubscription, call as callAs } from './sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let member: (rights: Rights) => Promise<{ client: StaffClient }>;
let monthly: Made;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-31T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  member = memberMaker(api, t);
  monthly = await aPlan(admin);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object, as = admin) =>
  callAs(as, method, path, body);
const post = (path: string, body: object = {}, as = admin) => call('POST', path, body, as);

const pointerOf = (body: Json) => (body.errors as { pointer: string }[] | undefined)?.[0]?.pointer;

describe('a plan', () => {
  test('is of a recurring product', async () => {
    const once = await post('/products', { sku: 'ONCE', name: 'Once' });
    const plan = await post('/plans', { name: 'No', productId: once.body.id });
    expect([plan.status, plan.code]).toEqual([422, 'validation_failed']);
  });

  test('has versions that count up and never change', async () => {
    const plan = await aPlan(admin);
    const path = `/plans/${plan.id}/versions`;
    const second = await post(path, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '60' }],
    });
    expect(second).toMatchObject({
      status: 201,
      body: {
        number: 2,
        timing: 'advance',
        prices: [{ currency: 'EUR', minQuantity: '0', unitPrice: '60' }],
        charges: [],
      },
    });
    const found = await call('GET', `${path}/${String(second.body.id)}`);
    expect(found.body).toEqual(second.body);
    expect((await call('GET', path)).body).toMatchObject({ total: 2 });
    const patched = await call('PATCH', `${path}/${String(second.body.id)}`, { note: 'x' });
    expect(patched.status).toBe(405);
    expect((await call('DELETE', `/plans/${plan.id}`)).code).toBe('plan_has_versions');
  });

  test('refuses terms that contradict themselves, all at once', async () => {
    const plan = await aPlan(admin);
    const meter = await post('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
    const refused = await post(`/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      charges: [
        {
          key: 'calls',
          meterId: meter.body.id,
          name: 'Calls',
          prices: [
            { currency: 'EUR', model: 'graduated', unitPrice: '1' },
            { currency: 'EUR', model: 'per_unit' },
          ],
        },
      ],
    });
    expect(refused.status).toBe(422);
    const errors = refused.body.errors as readonly Json[];
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/charges/0/prices/0/tiers',
      '/charges/0/prices/0/unitPrice',
      '/charges/0/prices/1/unitPrice',
    ]);
  });

  test('names meters that there are', async () => {
    const plan = await aPlan(admin);
    const charge = (meterId: unknown) => ({
      frequency: 'monthly',
      charges: [
        {
          key: 'calls',
          meterId,
          name: 'Calls',
          prices: [{ currency: 'EUR', model: 'per_unit', unitPrice: '0.01' }],
        },
      ],
    });
    const refused = await post(`/plans/${plan.id}/versions`, charge(plan.id));
    expect([refused.status, refused.code]).toEqual([422, 'meter_unknown']);
  });
});

describe('a subscription', () => {
  test('has the prices of its plan, a grid and a history', async () => {
    const account = await anAccount(admin);
    const made = await post('/subscriptions', {
      accountId: account.id,
      currency: 'EUR',
      anchorDay: 1,
      items: [{ planId: monthly.id, quantity: '3' }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'active',
        anchorDay: 1,
        planId: monthly.id,
        quantity: '3',
        startDate: '2026-01-31',
        currentPeriodStart: '2026-01-31',
        currentPeriodEnd: '2026-01-31',
        mrr: '150.00',
        items: [{ unitPrice: '50', net: '150.00', priceOverridden: false, validTo: null }],
      },
    });
    const path = `/subscriptions/${String(made.body.id)}`;
    expect((await call('GET', path)).body).toEqual(made.body);
    const history = await call('GET', `${path}/amendments`);
    expect(history.body).toMatchObject({ total: 1, data: [{ number: 1, kind: 'created' }] });
    expect((await call('GET', '/subscriptions?sort=-startDate')).status).toBe(200);
    const said = await call('PATCH', path, { poNumber: 'PO-1', externalKey: 'key-1' });
    expect(said.body).toMatchObject({ poNumber: 'PO-1', externalKey: 'key-1', version: 2 });
    const fixed = await call('PATCH', path, { quantity: '9' });
    expect(fixed.status).toBe(400);
    const other = await aSubscription(admin, monthly);
    const taken = await call('PATCH', `/subscriptions/${other.id}`, { externalKey: 'key-1' });
    expect(taken.code).toBe('subscription_external_key_taken');
  });

  test('is pending before its day, and on trial until the end of that', async () => {
    const trial = await aPlan(admin, { trialDays: 14 });
    const later = await aSubscription(admin, trial, { startDate: '2026-02-10' });
    expect(later).toMatchObject({ status: 'pending', trialEnd: '2026-02-24', mrr: '0.00' });
    const now = await aSubscription(admin, trial);
    expect(now).toMatchObject({ status: 'trialing', trialEnd: '2026-02-14' });
    const none = await aSubscription(admin, trial, { trialEnd: null });
    expect(none).toMatchObject({ status: 'active', trialEnd: null });
  });

  test('has a second trial only for whoever may approve', async () => {
    const trial = await aPlan(admin, { trialDays: 14 });
    const { client } = await member({
      matrix: { subscriptions: ['view', 'create'], accounts: ['view'] },
    } as never);
    const account = await anAccount(admin);
    const body = { accountId: account.id, currency: 'EUR', items: [{ planId: trial.id }] };
    expect((await post('/subscriptions', body, client)).status).toBe(201);
    const second = await post('/subscriptions', body, client);
    expect([second.status, second.code]).toEqual([422, 'trial_already_used']);
    expect((await post('/subscriptions', body)).status).toBe(201);
  });

  test('has tried each plan that it had on trial, and none that it took behind', async () => {
    const trial = { trialDays: 14 };
    const [first, beside, later] = [
      await aPlan(admin, trial),
      await aPlan(admin, trial),
      await aPlan(admin, trial),
    ];
    const { client } = await member({
      matrix: { subscriptions: ['view', 'create'], accounts: ['view'] },
    } as never);
    const account = await anAccount(admin);
    const subscribed = (...plans: readonly Made[]) => {
      const items = plans.map(({ id }) => ({ planId: id }));
      return post('/subscriptions', { accountId: account.id, currency: 'EUR', items }, client);
    };
    const { body } = await subscribed(first, beside);
    const again = await subscribed(beside);
    expect([again.status, again.code]).toEqual([422, 'trial_already_used']);
    // Behind the trial.
    t.clock.set('2026-02-14T10:00:00Z');
    await post(`/subscriptions/${String(body.id)}/activate`);
    const change = { items: [{ planId: later.id }], effective: 'now' };
    const changed = await post(`/subscriptions/${String(body.id)}/change`, change);
    t.clock.set('2026-01-31T10:00:00Z');
    expect([changed.status, changed.code]).toEqual([200, undefined]);
    const behind = await subscribed(later);
    expect([behind.status, behind.code]).toEqual([201, undefined]);
  });

  test('refuses a tax code that there is not, when it is made and changed', async () => {
    const plan = await aPlan(admin);
    const items = [{ planId: plan.id, taxCode: 'NOPE' }];
    const body = { accountId: (await anAccount(admin)).id, startDate: '2026-04-01', items };
    const { id } = await aSubscription(admin, plan);
    const refused = [
      await call('POST', '/subscriptions', body),
      await call('POST', `/subscriptions/${id}/change`, { items }),
      await call('POST', `/subscriptions/${id}/preview-change`, { items }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.code]).toEqual([422, 'tax_code_unknown']);
      expect(answer.body.errors).toMatchObject([{ pointer: '/items/0/taxCode' }]);
    }
  });

  test('refuses items that are not billed alike, and currencies without a price', async () => {
    const yearly = await aPlan(admin, { frequency: 'annually' });
    const account = await anAccount(admin);
    const body = { accountId: account.id, currency: 'EUR' };
    const mixed = await post('/subscriptions', {
      ...body,
      items: [{ planId: monthly.id }, { planId: yearly.id }],
    });
    expect([mixed.status, mixed.code]).toEqual([422, 'frequency_mismatch']);
    const foreign = await post('/subscriptions', {
      ...body,
      currency: 'USD',
      items: [{ planId: monthly.id }],
    });
    expect(foreign.status).toBe(422);
    const none = await post('/subscriptions', { ...body, items: [] });
    expect(none.status).toBe(422);
  });

  test('goes through its states, and each other pair is refused', async () => {
    const { id } = await aSubscription(admin, monthly);
    const path = `/subscriptions/${id}`;
    const codes = async (...verbs: readonly string[]) => {
      const all = [];
      for (const verb of verbs) all.push((await post(`${path}/${verb}`)).code);
      return all;
    };
    expect(await codes('resume', 'reactivate', 'activate')).toEqual(
      Array(3).fill('subscription_not_active'),
    );
    expect((await post(`${path}/pause`)).body).toMatchObject({
      status: 'suspended',
      suspendedReason: 'pause',
      mrr: '0.00',
    });
    expect(await codes('pause', 'suspend', 'activate')).toEqual(
      Array(3).fill('subscription_not_active'),
    );
    expect((await post(`${path}/resume`)).body).toMatchObject({ status: 'active' });
    const notKept = await post(`${path}/keep`);
    expect([notKept.status, notKept.code]).toEqual([409, 'subscription_not_active']);
    const stray = [
      await post(`${path}/pause`, { day: '2026-02-10' }),
      await post(`${path}/pause`, { from: 'day', day: '2026-01-30' }),
      await post(`${path}/cancel`, { day: '2026-02-10' }),
      await post(`${path}/change`, { items: [{ planId: monthly.id }], day: '2026-02-10' }),
    ];
    expect(stray.map(({ code, body }) => [code, pointerOf(body)])).toEqual(
      Array(4).fill(['validation_failed', '/day']),
    );
    const planned = { from: 'day', day: '2026-02-10', resumeOn: '2026-02-20', creditUnused: true };
    expect((await post(`${path}/pause`, planned)).body).toMatchObject({
      pauseOn: '2026-02-10',
      resumeOn: '2026-02-20',
      pauseCredit: true,
    });
    // What is asked takes the place of what was planned, whole.
    expect((await post(`${path}/pause`, { from: 'day', day: '2026-02-12' })).body).toMatchObject({
      pauseOn: '2026-02-12',
      resumeOn: null,
      pauseCredit: false,
    });
    const anew = await post(`${path}/resume`, { billing: 'new_period' });
    expect([anew.status, pointerOf(anew.body)]).toEqual([422, '/billing']);
    expect((await post(`${path}/resume`)).body).toMatchObject({ status: 'active', pauseOn: null });
    expect(await codes('resume')).toEqual(['subscription_not_active']);
    const ending = await post(`${path}/cancel`, { reason: 'Too dear' });
    expect(ending.body).toMatchObject({ status: 'active', cancelAt: '2026-02-28' });
    expect((await post(`${path}/keep`)).body).toMatchObject({ cancelAt: null });
    const past = await post(`${path}/cancel`, { at: 'day', day: '2026-01-30' });
    expect([past.status, past.code]).toEqual([422, 'cancel_in_past']);
    const over = await post(`${path}/cancel`, { at: 'now' });
    expect(over.body).toMatchObject({ status: 'cancelled', endedOn: '2026-01-31' });
    expect((await post(`${path}/keep`)).code).toBe('subscription_cancelled');
    expect(await codes('cancel', 'pause', 'suspend')).toEqual(
      Array(3).fill('subscription_not_active'),
    );
    const again = await post(`${path}/reactivate`);
    expect(again).toMatchObject({ status: 201, body: { status: 'active', previousId: id } });
  });

  test('goes on as one other, however often that is asked for at once', async () => {
    const { id } = await aSubscription(admin, monthly);
    await post(`/subscriptions/${id}/cancel`, { at: 'now' });
    const asked = () => post(`/subscriptions/${id}/reactivate`);
    const all = await Promise.all(Array.from({ length: 5 }, asked));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const made = all.find(({ status }) => status === 201);
    expect(await asked()).toMatchObject({ status: 409, code: 'subscription_succeeded' });
    await post(`/subscriptions/${String(made?.body.id)}/cancel`, { at: 'now' });
    expect((await asked()).status).toBe(201);
  });

  test('extends its trial to a later day only, and ends it when it is activated', async () => {
    const trial = await aPlan(admin, { trialDays: 14 });
    const { id } = await aSubscription(admin, trial);
    const path = `/subscriptions/${id}`;
    const earlier = await post(`${path}/extend-trial`, { trialEnd: '2026-02-14' });
    expect([earlier.status, earlier.code]).toEqual([422, 'validation_failed']);
    const later = await post(`${path}/extend-trial`, { trialEnd: '2026-03-01' });
    expect(later.body).toMatchObject({ status: 'trialing', trialEnd: '2026-03-01' });
    expect((await post(`${path}/activate`)).body).toMatchObject({
      status: 'active',
      currentPeriodStart: '2026-01-31',
    });
  });

  test('changes with the next period, as the preview says', async () => {
    const { id, items } = await aSubscription(admin, monthly);
    const path = `/subscriptions/${id}`;
    const { itemId } = (items as readonly Json[])[0] as Json;
    const wanted = [{ itemId, planId: monthly.id, quantity: '5' }];
    const asked = { items: wanted, effective: 'period_end' };
    const preview = await post(`${path}/preview-change`, asked);
    expect(preview.body).toMatchObject({
      effectiveOn: '2026-02-28',
      before: '50.00',
      after: '250.00',
      difference: '200.00',
    });
    const { previewHash } = preview.body;
    const changed = await post(`${path}/change`, { ...asked, previewHash });
    expect(changed.body).toMatchObject({ changeOn: '2026-02-28', quantity: '1', mrr: '50.00' });
    expect(changed.body.items).toMatchObject([
      { quantity: '1', validTo: '2026-02-28' },
      { quantity: '5', validFrom: '2026-02-28', validTo: null },
    ]);
    const stale = await post(`${path}/change`, { ...asked, previewHash });
    expect([stale.status, stale.code]).toEqual([409, 'preview_stale']);
    const withdrawn = await call('DELETE', `${path}/change`);
    expect(withdrawn.body).toMatchObject({
      changeOn: null,
      items: [{ quantity: '1', validTo: null }],
    });
    expect((await call('DELETE', `${path}/change`)).code).toBe('no_change_pending');
    const { body: history } = await call('GET', `${path}/amendments`);
    expect((history.data as readonly Json[]).map(({ kind }) => kind)).toEqual([
      'change_withdrawn',
      'change_planned',
      'created',
    ]);
  });

  test('of two changes at once is changed by one after the other', async () => {
    const { id } = await aSubscription(admin, monthly);
    const items = [{ planId: monthly.id, quantity: '2' }];
    const { body } = await post(`/subscriptions/${id}/preview-change`, { items });
    const change = { items, previewHash: body.previewHash };
    const both = await Promise.all([1, 2].map(() => post(`/subscriptions/${id}/change`, change)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('of a role that reaches its own is nobody else’s', async () => {
    const { client } = await member({
      matrix: { subscriptions: ['view'] },
      scopes: { subscriptions: 'own' },
    } as never);
    const { id } = await aSubscription(admin, monthly);
    expect((await call('GET', `/subscriptions/${id}`, undefined, client)).status).toBe(404);
    const { body } = await call('GET', '/subscriptions', undefined, client);
    expect(body).toMatchObject({ total: 0 });
    const elsewhere = await api.newAdmin();
    expect((await call('GET', `/subscriptions/${id}`, undefined, elsewhere)).status).toBe(404);
  });
});
