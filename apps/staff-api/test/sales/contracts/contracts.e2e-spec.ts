import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { sql } from '@quittance/database';
import { SweepContracts, SweepSubscriptions } from '@quittance/sales/host';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { memberMaker, type Rights } from '../../access/access-support';
import { made, type Json, type Made } from '../../objects/objects-support';
import { anAccount, aPlan, call as callAs } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let member: (rights: Rights) => Promise<{ client: StaffClient }>;
let plan: Made;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  member = memberMaker(api, t);
  plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '19.99' }] });
});

beforeEach(() => t.clock.set('2026-01-01T10:00:00Z'));

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object, as = admin) =>
  callAs(as, method, path, body);
const post = (path: string, body: object = {}, as = admin) => call('POST', path, body, as);

/** A contract in force, with a subscription under it. */
async function agreed(more: object = {}): Promise<{ contract: Made; subscription: Made }> {
  const account = await anAccount(admin);
  const contract = await made(admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    ...more,
  });
  await post(`/contracts/${contract.id}/activate`);
  const subscription = await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    startDate: contract.startDate,
    items: [{ planId: plan.id }],
  });
  return { contract, subscription };
}

const find = async (path: string) => (await call('GET', path)).body;

/** What the worker does each day. */
async function sweep(): Promise<void> {
  const ctx = { ...api.company, now: t.clock.now() };
  await api.app.get(SweepContracts).execute(ctx);
  await api.app.get(SweepSubscriptions).execute(ctx);
}

/** What no operation does. */
const UNDO = sql(`update sales.contract set status = 'draft', terminated_on = null
  where company_id = $1 and id = $2`);

/** As a rule sends it for approval, without the letters. */
const PLANT = sql(`
  insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title, status,
    step, steps, asked, requested_at, history)
  values ($1, $2::uuid, $2::uuid, 'Asks', 'contract', $2::uuid, 'Contract', 'waiting', 1,
    '[{"approver": "owner"}]', jsonb_build_array($2::text), now(), '[]')`);
const DECIDE = sql(`delete from rules.approval where company_id = $1 and record_id = $2::uuid`);

describe('a contract', () => {
  test('has a number, is activated once, and then stands', async () => {
    const { contract } = await agreed();
    expect(contract).toMatchObject({
      number: expect.stringMatching(/^CT-\d{6}$/),
      status: 'draft',
      noticeDays: 30,
    });
    const path = `/contracts/${contract.id}`;
    expect((await post(`${path}/activate`)).code).toBe('contract_not_active');
    expect((await call('PATCH', path, { endDate: '2027-01-01' })).code).toBe('contract_locked');
    expect((await call('PATCH', path, { autoRenew: true })).status).toBe(200);
    expect((await call('DELETE', path)).code).toBe('contract_in_use');
  });

  test('is subscribed under by its account alone', async () => {
    const { contract } = await agreed();
    const other = await anAccount(admin);
    const refused = await post('/subscriptions', {
      accountId: other.id,
      contractId: contract.id,
      items: [{ planId: plan.id }],
    });
    expect(refused.status).toBe(422);
  });

  test('is subscribed under on days of its term alone', async () => {
    const { contract } = await agreed();
    const subscribed = (startDate: string) =>
      post('/subscriptions', {
        accountId: contract.accountId,
        contractId: contract.id,
        currency: 'EUR',
        startDate,
        items: [{ planId: plan.id }],
      });
    const before = await subscribed('2025-12-31');
    expect([before.status, before.code]).toEqual([422, 'outside_contract_term']);
    expect(before.body).toMatchObject({ errors: [{ pointer: '/startDate', code: 'min' }] });
    expect((await subscribed('2027-01-01')).code).toBe('outside_contract_term');
    expect((await subscribed('2026-12-31')).status).toBe(201);
  });

  test('is in force before anybody is subscribed under it', async () => {
    const account = await anAccount(admin);
    const draft = { accountId: account.id, startDate: '2026-01-01', endDate: '2026-12-31' };
    const contract = await made(admin, '/contracts', draft);
    const wanted = {
      accountId: account.id,
      contractId: contract.id,
      currency: 'EUR',
      items: [{ planId: plan.id }],
    };
    const early = await post('/subscriptions', wanted);
    expect([early.status, early.code]).toEqual([409, 'contract_not_active']);
    expect(early.body).toMatchObject({ errors: [{ pointer: '/contractId', code: 'status' }] });
    await post(`/contracts/${contract.id}/activate`);
    expect((await post('/subscriptions', wanted)).status).toBe(201);
    await post(`/contracts/${contract.id}/terminate`, { reason: 'Moved' });
    expect((await post('/subscriptions', wanted)).code).toBe('contract_not_active');
    // Not even by hand is a contract that is lived under a draft.
    const lived = (await agreed()).contract;
    await expect(
      t.db.write(api.company, (tx) => tx.run(UNDO, [api.company.companyId, lived.id])),
    ).rejects.toThrow(/subscription_in_force_fk/);
  });

  test('does not end before it starts', async () => {
    const { contract } = await agreed({ startDate: '2026-03-01' });
    const path = `/contracts/${contract.id}`;
    const early = await post(`${path}/terminate`, { on: '2026-02-28', reason: 'Moved' });
    expect([early.status, early.body]).toMatchObject([
      422,
      { errors: [{ pointer: '/on', code: 'min' }] },
    ]);
    // Given up before it begins, it ends on the day on which it would have begun.
    const given = await post(`${path}/terminate`, { reason: 'Moved' });
    expect(given.body).toMatchObject({ status: 'terminated', terminatedOn: '2026-03-01' });
  });

  test('takes notice in time, or by force of whoever may approve', async () => {
    const { contract } = await agreed({ autoRenew: true });
    const path = `/contracts/${contract.id}/give-notice`;
    t.clock.set('2026-12-02T10:00:00Z');
    const late = await post(path);
    expect([late.status, late.code]).toEqual([409, 'notice_too_late']);
    const { client } = await member({ matrix: { contracts: ['view', 'update'] } } as never);
    expect((await post(path, { force: true }, client)).code).toBe('notice_too_late');
    t.clock.set('2026-12-01T10:00:00Z');
    const taken = await post(path, { reason: 'Too dear' }, client);
    expect(taken.body).toMatchObject({ autoRenew: false, noticeGivenOn: '2026-12-01' });
  });

  test('is renewed at prices that compound, on the grid of its subscriptions', async () => {
    const { contract, subscription } = await agreed({ upliftPercent: '3' });
    const renewed = await post(`/contracts/${contract.id}/renew`);
    expect(renewed).toMatchObject({
      status: 201,
      body: {
        status: 'active',
        startDate: '2027-01-01',
        endDate: '2027-12-31',
        previousId: contract.id,
      },
    });
    expect(await find(`/contracts/${contract.id}`)).toMatchObject({
      status: 'renewed',
      successorId: renewed.body.id,
    });
    expect((await post(`/contracts/${contract.id}/renew`)).code).toBe('contract_not_active');
    await post(`/contracts/${String(renewed.body.id)}/renew`);
    const { items } = await find(`/subscriptions/${subscription.id}`);
    // Example 16.
    expect(
      (items as readonly Json[]).map(({ unitPrice, validFrom }) => [unitPrice, validFrom]),
    ).toEqual([
      ['19.99', '2026-01-01'],
      ['20.59', '2027-01-01'],
      ['21.21', '2028-01-01'],
    ]);
  });

  test('ends with a day, and its subscriptions with it', async () => {
    const { contract, subscription } = await agreed();
    const path = `/contracts/${contract.id}/terminate`;
    const past = await post(path, { on: '2025-12-31', reason: 'Over' });
    expect([past.status, past.code]).toEqual([422, 'validation_failed']);
    const ended = await post(path, { on: '2026-03-15', reason: 'Over' });
    expect(ended.body).toMatchObject({ status: 'terminated', terminatedOn: '2026-03-15' });
    expect(await find(`/subscriptions/${subscription.id}`)).toMatchObject({
      status: 'active',
      cancelAt: '2026-03-15',
    });
    t.clock.set('2026-03-15T10:00:00Z');
    await sweep();
    expect(await find(`/subscriptions/${subscription.id}`)).toMatchObject({
      status: 'cancelled',
      endedOn: '2026-03-15',
      cancelReason: 'Over',
    });
  });

  test('is copied as a draft of its own, whatever became of it', async () => {
    const { contract } = await agreed({ upliftPercent: '3' });
    await post(`/contracts/${contract.id}/give-notice`, { reason: 'Too dear' });
    await post(`/contracts/${contract.id}/terminate`, { on: '2026-03-15', reason: 'Over' });
    const copy = await post(`/contracts/${contract.id}/clone`);
    expect(copy).toMatchObject({
      status: 201,
      body: {
        status: 'draft',
        upliftPercent: '3',
        noticeGivenOn: null,
        terminatedOn: null,
        endReason: null,
        previousId: null,
        successorId: null,
      },
    });
    expect(copy.body.number).not.toBe(contract.number);
  });

  test('renews by itself or expires when its last day is over', async () => {
    const [renewing, ending] = [await agreed({ autoRenew: true }), await agreed()];
    t.clock.set('2026-12-31T10:00:00Z');
    await sweep();
    expect(await find(`/contracts/${ending.contract.id}`)).toMatchObject({
      status: 'active',
      noticeToldOn: '2026-12-31',
    });
    t.clock.set('2027-01-01T10:00:00Z');
    await sweep();
    await sweep();
    const renewed = await find(`/contracts/${renewing.contract.id}`);
    expect(renewed).toMatchObject({ status: 'renewed' });
    expect(await find(`/subscriptions/${renewing.subscription.id}`)).toMatchObject({
      status: 'active',
      contractId: renewed.successorId,
    });
    expect(await find(`/contracts/${ending.contract.id}`)).toMatchObject({ status: 'expired' });
    expect(await find(`/subscriptions/${ending.subscription.id}`)).toMatchObject({
      status: 'expired',
      endedOn: '2027-01-01',
    });
  });

  test('that awaits approval stays until that is decided, and keeps no other waiting', async () => {
    const [waiting, other] = [
      await agreed({ endDate: '2026-06-30' }),
      await agreed({ endDate: '2026-06-30' }),
    ];
    const { body } = await call('GET', '/auth/me');
    const { email } = body.user as Json & { email: string };
    await made(admin, '/workflows', {
      object: 'contract',
      name: 'Asks',
      trigger: 'create',
      condition: '1 = 2',
      actions: [{ kind: 'request_approval', steps: [{ approver: email }] }],
    });
    const { id } = waiting.contract;
    await t.db.write({ ...api.company, now: t.clock.now() }, (tx) =>
      tx.run(PLANT, [api.company.companyId, id]),
    );
    t.clock.set('2026-07-01T10:00:00Z');
    await sweep();
    const status = async (of: string) => (await find(`/contracts/${of}`)).status;
    expect([await status(id), await status(other.contract.id)]).toEqual(['active', 'expired']);
    await t.db.write({ ...api.company, now: t.clock.now() }, (tx) =>
      tx.run(DECIDE, [api.company.companyId, id]),
    );
    await sweep();
    expect(await status(id)).toBe('expired');
  });
});

describe('a subscription that is taken up again', () => {
  test('has the version of today, or the one it had', async () => {
    const prices = (unitPrice: string) => [{ currency: 'EUR', unitPrice }];
    const own = await aPlan(admin, { prices: prices('19.99') });
    const account = await anAccount(admin);
    const body = { accountId: account.id, currency: 'EUR', items: [{ planId: own.id }] };
    const [first, second] = [
      await made(admin, '/subscriptions', body),
      await made(admin, '/subscriptions', body),
    ];
    const version = { frequency: 'monthly', prices: prices('29.99') };
    expect((await post(`/plans/${own.id}/versions`, version)).status).toBe(201);
    t.clock.set('2026-01-05T10:00:00Z');
    const mrr = async ({ id }: Made, more: object) => {
      await post(`/subscriptions/${id}/cancel`, { at: 'now' });
      return (await post(`/subscriptions/${id}/reactivate`, more)).body.mrr;
    };
    expect(await mrr(first, {})).toBe('29.99');
    expect(await mrr(second, { sameVersion: true })).toBe('19.99');
  });
});

describe('the daily sweep', () => {
  test('tells once that a trial ends within three days, and again where that moves', async () => {
    const account = await anAccount(admin);
    const items = [{ planId: plan.id }];
    const body = { accountId: account.id, currency: 'EUR', items, trialEnd: '2026-01-10' };
    const trial = await made(admin, '/subscriptions', body);
    const told = async () => {
      const filter = { field: 'type', op: 'eq', value: 'subscription.trial_ending' };
      const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
      const { data } = (await find(`/events?${query}`)) as unknown as { readonly data: object[] };
      return data.filter((event) => JSON.stringify(event).includes(trial.id)).length;
    };
    const onDay = async (day: string) => {
      t.clock.set(`${day}T10:00:00Z`);
      await sweep();
      await sweep();
      return told();
    };
    expect(await onDay('2026-01-06')).toBe(0);
    expect(await onDay('2026-01-07')).toBe(1);
    await post(`/subscriptions/${trial.id}/extend-trial`, { trialEnd: '2026-01-20' });
    expect(await onDay('2026-01-08')).toBe(1);
    expect([await onDay('2026-01-17'), await onDay('2026-01-20')]).toEqual([2, 2]);
  });

  test('starts, ends trials and pauses, and lets changes begin', async () => {
    const account = await anAccount(admin);
    const subscribe = (more: object) =>
      made(admin, '/subscriptions', {
        accountId: account.id,
        currency: 'EUR',
        items: [{ planId: plan.id }],
        ...more,
      });
    const later = await subscribe({ startDate: '2026-01-10' });
    const trial = await subscribe({ trialEnd: '2026-01-10' });
    const paused = await subscribe({});
    await post(`/subscriptions/${paused.id}/pause`, { resumeOn: '2026-01-10' });
    const pausing = await subscribe({});
    await post(`/subscriptions/${pausing.id}/pause`, { from: 'day', day: '2026-01-10' });
    const until = await subscribe({});
    const planned = { from: 'day', day: '2026-01-10', resumeOn: '2026-01-10' };
    const never = await callAs(admin, 'POST', `/subscriptions/${until.id}/pause`, planned);
    expect([never.status, never.body.errors]).toMatchObject([422, [{ pointer: '/resumeOn' }]]);
    await post(`/subscriptions/${until.id}/pause`, { ...planned, resumeOn: '2026-01-20' });
    const changing = await subscribe({});
    await post(`/subscriptions/${changing.id}/change`, {
      items: [{ planId: plan.id, quantity: '4' }],
      effective: 'period_end',
    });
    const all = [later, trial, paused, pausing, changing, until];
    const statuses = async () => {
      const found = await Promise.all(all.map(({ id }) => find(`/subscriptions/${id}`)));
      return found.map(({ status, quantity }) => `${String(status)} ${String(quantity)}`);
    };
    await sweep();
    expect(await statuses()).toEqual([
      'pending 1',
      'trialing 1',
      'suspended 1',
      'active 1',
      'active 1',
      'active 1',
    ]);
    t.clock.set('2026-01-10T10:00:00Z');
    await sweep();
    expect(await statuses()).toEqual([
      'active 1',
      'active 1',
      'active 1',
      'suspended 1',
      'active 1',
      'suspended 1',
    ]);
    expect(await find(`/subscriptions/${until.id}`)).toMatchObject({ resumeOn: '2026-01-20' });
    t.clock.set('2026-01-20T10:00:00Z');
    await sweep();
    expect((await statuses())[5]).toBe('active 1');
    t.clock.set('2026-02-01T10:00:00Z');
    await sweep();
    expect((await statuses())[4]).toBe('active 4');
  });
});
