import { SubscriptionDunning } from '@quittance/sales';
import { SweepDebtors, SweepSubscriptions } from '@quittance/sales/host';
import { addSeconds, type AccountId, type Id } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { MAIL, pursuitBy, type Pursuit } from '../dunning/dunning-support';
import { made, type Json, type Made } from '../objects/objects-support';
import { sentInvoice, type InvoiceBody } from '../receivables/billing-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
let plan: Made;
let subscription: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, MAIL);
});

beforeEach(async () => {
  t.clock.set('2026-01-01T09:00:00Z');
  admin = await api.newAdmin();
  p = pursuitBy(t, admin);
  plan = await aPlan(admin);
  subscription = await aSubscription(admin, plan);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);

async function billed(dueDate: string, of: Made = subscription): Promise<InvoiceBody> {
  const subscriptionId = of.id;
  return sentInvoice(admin, String(of.accountId), {
    issueDate: '2026-01-01',
    dueDate,
    subscriptionId,
  });
}

async function sweep(): Promise<void> {
  const ctx = { ...t.ctx(admin.companyId), now: t.clock.now() };
  await api.app.get(SweepSubscriptions).execute(ctx);
  await api.app.get(SweepDebtors).execute(ctx);
}

async function on(day: string): Promise<void> {
  t.clock.set(`${day}T09:00:00Z`);
  await sweep();
}

const found = async ({ id }: Made = subscription) =>
  (await call('GET', `/subscriptions/${id}`)).body;
const status = async (of?: Made) => (await found(of)).status;

/** While another transaction holds the subscription. */
function whileHeld(work: () => Promise<void>): Promise<void> {
  return t.db.write(t.ctx(admin.companyId), async (tx) => {
    const hold = 'select from sales.subscription where company_id = $1 and id = $2';
    await tx.run(`${hold} for no key update`, [admin.companyId, subscription.id]);
    await work();
  });
}

function pay({ id, total }: InvoiceBody, amount: string = total) {
  return made(admin, `/invoices/${id}/payments`, { amount, method: 'bank_transfer' });
}

async function history({ id }: Made = subscription): Promise<unknown[]> {
  const list = await call('GET', `/subscriptions/${id}/amendments?sort=number`);
  return (list.body.data as readonly Json[]).map(({ kind }) => kind);
}

describe('a subscription with an overdue invoice', () => {
  test('is past due the day after the due date, and bills on', async () => {
    await billed('2026-01-31');
    await on('2026-01-31');
    expect(await status()).toBe('active');
    await on('2026-02-01');
    expect(await found()).toMatchObject({ status: 'past_due', mrr: '50.00' });
    await sweep();
    expect(await history()).toEqual(['created', 'fell_due']);
    const events = await call(
      'GET',
      '/events?filter={"field":"type","op":"eq","value":"subscription.past_due"}',
    );
    expect(events.body).toMatchObject({ total: 1, data: [{ recordId: subscription.id }] });
  });

  test('is active again with the payment that settles the last of them', async () => {
    const [first, second] = [await billed('2026-01-20'), await billed('2026-01-31')];
    await on('2026-02-01');
    await pay(first);
    expect(await status()).toBe('past_due');
    await pay(second, '40.00');
    expect(await status()).toBe('past_due');
    await pay(second, '60.00');
    expect(await status()).toBe('active');
    expect(await history()).toEqual(['created', 'fell_due', 'settled']);
  });

  test('is active again when the last two are paid at once', async () => {
    const days = ['2026-01-20', '2026-01-25', '2026-01-31'];
    for (let round = 0; round < 4; round += 1) {
      t.clock.set('2026-01-02T09:00:00Z');
      const invoices = await Promise.all(days.map((day) => billed(day)));
      await on('2026-02-01');
      expect(await status()).toBe('past_due');
      await Promise.all(invoices.map((each) => pay(each)));
      expect(await status()).toBe('active');
    }
  });

  test('that somebody holds keeps no payment waiting, and is seen to by the sweep', async () => {
    const invoice = await billed('2026-01-31');
    await on('2026-02-01');
    await whileHeld(async () => {
      expect(await pay(invoice)).toMatchObject({ status: 'completed' });
    });
    expect(await status()).toBe('past_due');
    await sweep();
    expect(await status()).toBe('active');
  });

  test('is active again once it is void, or credited', async () => {
    const invoice = await billed('2026-01-31');
    await on('2026-02-01');
    expect((await post(`/invoices/${invoice.id}/void`, { reason: 'never owed' })).status).toBe(200);
    expect(await status()).toBe('active');
    const other = await billed('2026-02-10');
    await on('2026-02-11');
    expect(await status()).toBe('past_due');
    const lines = [{ description: 'Gift', quantity: '1', unitPrice: '100.00' }];
    const accountId = subscription.accountId;
    const note = await made(admin, '/credit-notes', {
      accountId,
      currency: 'EUR',
      reason: 'x',
      lines,
    });
    await post(`/credit-notes/${note.id}/issue`);
    await post(`/credit-notes/${note.id}/apply`, { invoiceId: other.id, amount: other.total });
    expect(await status()).toBe('active');
  });

  test('stays past due while it is disputed', async () => {
    const invoice = await billed('2026-01-31');
    await on('2026-02-01');
    await post(`/invoices/${invoice.id}/dispute`, { reason: 'not ours' });
    await sweep();
    expect(await status()).toBe('past_due');
  });

  test('is left alone once staff have activated it, until another one falls overdue', async () => {
    await billed('2026-01-31');
    const later = await billed('2026-02-10');
    await on('2026-02-01');
    const path = `/subscriptions/${subscription.id}/activate`;
    expect((await post(path)).code).toBe('validation_failed');
    expect((await post(path, { reason: 'promised' })).body).toMatchObject({ status: 'active' });
    await on('2026-02-10');
    expect(await status()).toBe('active');
    await on('2026-02-11');
    expect(await status()).toBe('past_due');
    await pay(later);
    expect(await status()).toBe('past_due');
  });

  test('goes on from a pause as what it is', async () => {
    const invoice = await billed('2026-01-31');
    await post(`/subscriptions/${subscription.id}/pause`);
    await on('2026-02-05');
    const resume = () => post(`/subscriptions/${subscription.id}/resume`);
    expect((await resume()).body).toMatchObject({ status: 'past_due' });
    await post(`/subscriptions/${subscription.id}/pause`);
    await pay(invoice);
    expect(await found()).toMatchObject({ status: 'suspended', suspendedReason: 'pause' });
    expect((await resume()).body).toMatchObject({ status: 'active' });
  });

  test('is no business of whoever is billed for it by mistake', async () => {
    const other = await aSubscription(admin, plan);
    const made = await call('POST', '/invoices', {
      accountId: other.accountId,
      currency: 'EUR',
      subscriptionId: subscription.id,
      lines: [{ description: 'x', quantity: '1', unitPrice: '1.00' }],
    });
    expect([made.status, made.code]).toEqual([422, 'validation_failed']);
  });
});

describe('dunning', () => {
  const STEPS = [
    { daysAfterDue: 5, action: 'suspend_subscription' },
    { daysAfterDue: 15, action: 'cancel_subscription' },
  ];
  const run = async (day: string) => {
    await on(day);
    return p.run();
  };

  test('suspends the subscription of the invoice, and the payment resumes it', async () => {
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    expect(await run('2026-02-05')).toMatchObject({ done: 1, skipped: 0, failed: 0 });
    expect(await found()).toMatchObject({ status: 'suspended', suspendedReason: 'dunning' });
    expect(await p.steps(invoice)).toEqual([[1, 'done', null]]);
    await pay(invoice);
    expect(await found()).toMatchObject({ status: 'active', suspendedReason: null });
    expect(await history()).toEqual(['created', 'fell_due', 'suspended', 'resumed']);
  });

  test('leaves it suspended where the company says so', async () => {
    expect((await call('PATCH', '/company', { resumeOnPayment: false })).status).toBe(200);
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    await run('2026-02-05');
    await pay(invoice);
    await sweep();
    expect(await status()).toBe('suspended');
  });

  test('cancels it now, once, whatever invoices there are', async () => {
    await p.scheduled(STEPS);
    const both = [await billed('2026-01-30'), await billed('2026-01-31')];
    expect(await run('2026-02-05')).toMatchObject({ done: 1, skipped: 1 });
    expect(await run('2026-02-15')).toMatchObject({ done: 1, skipped: 1 });
    expect(await found()).toMatchObject({ status: 'cancelled', endedOn: '2026-02-15' });
    const steps = await Promise.all(both.map((each) => p.steps(each)));
    expect(steps.flat().toSorted()).toEqual(
      [
        [1, 'done', null],
        [1, 'skipped', 'already_suspended'],
        [2, 'done', null],
        [2, 'skipped', 'subscription_ended'],
      ].toSorted(),
    );
    await pay(both[0] as InvoiceBody);
    expect(await status()).toBe('cancelled');
  });

  test('waits for nobody who holds the subscription, and tries again', async () => {
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    await on('2026-02-05');
    await whileHeld(async () => {
      expect(await p.run()).toMatchObject({ done: 0, failed: 1 });
    });
    expect(await p.run()).toMatchObject({ done: 1, failed: 0 });
    expect(await p.steps(invoice)).toEqual([
      [1, 'failed', 'subscription_busy'],
      [1, 'done', null],
    ]);
    expect(await status()).toBe('suspended');
  });

  test('does nothing new while the invoice is disputed', async () => {
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    await on('2026-02-01');
    await post(`/invoices/${invoice.id}/dispute`, { reason: 'not ours' });
    expect(await run('2026-02-05')).toMatchObject({ done: 0, held: 1 });
    expect(await status()).toBe('past_due');
  });

  test('suspends what was paused once it goes on, and cancels it all the same', async () => {
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    await on('2026-02-04');
    await post(`/subscriptions/${subscription.id}/pause`, { resumeOn: '2026-02-08' });
    expect(await run('2026-02-05')).toMatchObject({ done: 0, skipped: 0, held: 1 });
    expect(await found()).toMatchObject({ status: 'suspended', suspendedReason: 'pause' });
    expect(await run('2026-02-08')).toMatchObject({ done: 1, skipped: 0, held: 0 });
    expect(await found()).toMatchObject({ status: 'suspended', suspendedReason: 'dunning' });
    await post(`/subscriptions/${subscription.id}/resume`);
    await post(`/subscriptions/${subscription.id}/pause`);
    const other = await billed('2026-02-01');
    expect(await run('2026-02-10')).toMatchObject({ done: 0, held: 2 });
    expect(await run('2026-02-18')).toMatchObject({ done: 1, skipped: 1 });
    expect(await status()).toBe('cancelled');
    expect([await p.steps(invoice), await p.steps(other)]).toEqual([
      [
        [1, 'done', null],
        [2, 'done', null],
      ],
      [[1, 'skipped', 'subscription_ended']],
    ]);
  });

  test('tries again what came to rest behind its look, and skips what it saw so', async () => {
    await post(`/subscriptions/${subscription.id}/pause`);
    const dunning = api.app.get(SubscriptionDunning, { strict: false });
    const asked = {
      subscriptionId: subscription.id as Id<'subscription'>,
      accountId: subscription.accountId as AccountId,
      action: 'suspend' as const,
    };
    const act = (atRest: boolean) =>
      t.db.write(t.ctx(admin.companyId), (tx) => dunning.act(tx, [{ ...asked, atRest }]));
    expect(await act(false)).toEqual([{ result: 'failed', reason: 'subscription_busy' }]);
    expect(await act(true)).toEqual([{ result: 'skipped', reason: 'already_suspended' }]);
  });

  test('resumes nothing that a person has suspended', async () => {
    await p.scheduled(STEPS);
    const invoice = await billed('2026-01-31');
    await on('2026-02-01');
    await post(`/subscriptions/${subscription.id}/suspend`, { reason: 'fraud' });
    expect(await run('2026-02-05')).toMatchObject({ done: 0, skipped: 1 });
    await pay(invoice);
    t.clock.set(addSeconds(t.clock.now(), 60));
    await sweep();
    expect(await found()).toMatchObject({ status: 'suspended', suspendedReason: 'manual' });
  });
});
