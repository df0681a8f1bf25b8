import { addAccount } from '@quittance/crm';
import {
  RunDunning,
  type AttemptView,
  type DunningForecast,
  type DunningRun,
} from '@quittance/dunning';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { sentInvoice, type InvoiceBody } from './billing-support.js';
import { bodyOf, memberWith, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const LETTERS = [
  { daysAfterDue: 3, action: 'reminder' },
  { daysAfterDue: 10, action: 'warning' },
  { daysAfterDue: 20, action: 'suspend_subscription' },
];

const put = (body: object) => admin.call('PUT', '/dunning/schedule', { body });

async function scheduled(steps: readonly object[] = LETTERS, over: object = {}): Promise<void> {
  const answer = await put({ steps, ...over });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** An account; with an address to write to unless told otherwise. */
async function account(email: string | null = 'ap@acme.example'): Promise<string> {
  const made = await t.db.write(t.ctx(admin.companyId), (tx) =>
    addAccount(tx, { name: 'Acme <GmbH>', email }),
  );
  return made.id;
}

/** Sent, 100.00 EUR, due on 31 January: 30 days before the test's clock. */
const overdue = async (accountId?: string, body: object = {}): Promise<InvoiceBody> =>
  sentInvoice(admin, accountId ?? (await account()), {
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    ...body,
  });

const runOnce = async (body: object = {}) =>
  bodyOf<DunningRun>(await admin.call('POST', '/dunning/run', { body }));
const dryRun = async (body: object = {}) =>
  bodyOf<DunningForecast>(
    await admin.call('POST', '/dunning/run', { body: { ...body, dryRun: true } }),
  );

interface Standing {
  readonly attempts: readonly AttemptView[];
  readonly nextStep: number | null;
  readonly heldBy: string | null;
}
const standing = async ({ id }: InvoiceBody) =>
  bodyOf<Standing>(await admin.call('GET', `/invoices/${id}/dunning`));
const steps = async (invoice: InvoiceBody) =>
  (await standing(invoice)).attempts.map(({ step, result, reason }) => [step, result, reason]);
const emails = async () =>
  bodyOf<{ data: { templateCode: string; to: string; subject: string }[] }>(
    await admin.call('GET', '/emails'),
  ).data;

describe('/dunning/schedule', () => {
  it('is empty until it is saved, and then numbered', async () => {
    expect((await admin.call('GET', '/dunning/schedule')).body).toMatchObject({
      version: 0,
      steps: [],
      autoRun: false,
    });
    expect(refusal(await admin.call('POST', '/dunning/run', { body: {} }))).toEqual([
      422,
      'dunning_not_configured',
    ]);
    const saved = await put({ steps: LETTERS, autoRun: true, minimumBalance: '5.00' });
    expect(saved.body).toMatchObject({
      version: 1,
      autoRun: true,
      minimumBalance: '5',
      steps: [
        { step: 1, daysAfterDue: 3, action: 'reminder' },
        { step: 2, daysAfterDue: 10, action: 'warning' },
        { step: 3, daysAfterDue: 20, action: 'suspend_subscription' },
      ],
    });
    const stale = await admin.call('PUT', '/dunning/schedule', {
      body: { steps: LETTERS },
      headers: { 'if-match': '"7"' },
    });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
  });

  it('takes only steps whose days ascend', async () => {
    const same = [LETTERS[0], { ...LETTERS[1], daysAfterDue: 3 }, LETTERS[2]];
    const answer = await put({ steps: same });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: [{ pointer: '/steps/1/daysAfterDue', code: 'ascending' }],
    });
  });

  it('leaves accounts alone that it names', async () => {
    const accountId = await account();
    const paused = [{ accountId, reason: 'key account', until: null }];
    await scheduled(LETTERS, { pausedAccounts: paused });
    const invoice = await overdue(accountId);
    expect(await runOnce()).toMatchObject({ invoices: 1, held: 1, sent: 0 });
    expect(await standing(invoice)).toMatchObject({ heldBy: 'paused' });
    await scheduled(LETTERS, { pausedAccounts: [] });
    expect(await runOnce()).toMatchObject({ sent: 1 });
  });
});

describe('a dunning run', () => {
  it('takes one step per invoice, ascending, and repeats none', async () => {
    await scheduled();
    const invoice = await overdue();
    expect(await runOnce()).toMatchObject({ status: 'completed', invoices: 1, sent: 1, failed: 0 });
    expect(await steps(invoice)).toEqual([[1, 'sent', null]]);
    expect(await runOnce()).toMatchObject({ sent: 1 });
    expect(await runOnce()).toMatchObject({ sent: 0, skipped: 1 });
    expect(await runOnce()).toMatchObject({ sent: 0, skipped: 0, held: 1 });
    expect(await steps(invoice)).toEqual([
      [1, 'sent', null],
      [2, 'sent', null],
      [3, 'skipped', 'no_subscription'],
    ]);
    const letters = await emails();
    expect(letters.map(({ templateCode, to }) => [templateCode, to]).toSorted()).toEqual([
      ['DUNNING_REMINDER', 'ap@acme.example'],
      ['DUNNING_WARNING', 'ap@acme.example'],
    ]);
    expect(letters.some(({ subject }) => subject.includes(invoice.number))).toBe(true);
  });

  it('looks from the day it is told', async () => {
    await scheduled();
    const invoice = await overdue();
    expect(await runOnce({ asOf: '2026-01-31' })).toMatchObject({ invoices: 0 });
    expect(await runOnce({ asOf: '2026-02-02' })).toMatchObject({ invoices: 1, held: 1 });
    expect(await runOnce({ asOf: '2026-02-03' })).toMatchObject({ sent: 1 });
    expect(await runOnce({ asOf: '2026-02-09' })).toMatchObject({ held: 1 });
    expect(await runOnce({ asOf: '2026-02-10' })).toMatchObject({ sent: 1 });
    expect((await standing(invoice)).attempts.map(({ asOf }) => asOf)).toEqual([
      '2026-02-03',
      '2026-02-10',
    ]);
  });

  it('fails without an address, tries again three times, and goes past the step never', async () => {
    await scheduled();
    const invoice = await overdue(await account(null));
    for (let i = 0; i < 4; i += 1) expect(await runOnce()).toMatchObject({ failed: 1 });
    expect(await runOnce()).toMatchObject({ failed: 0, held: 1 });
    const { attempts, heldBy } = await standing(invoice);
    expect(attempts).toMatchObject([
      { step: 1, result: 'failed', reason: 'recipient_missing', tries: 4 },
    ]);
    expect(heldBy).toBe('retries_exhausted');
    expect(await emails()).toEqual([]);
    const path = `/dunning/attempts/${attempts[0]?.id}/retry`;
    expect((await admin.call('POST', path)).body).toMatchObject({ tries: 0 });
    await admin.call('PATCH', `/accounts/${(invoice as { accountId?: string }).accountId}`, {
      body: { billingEmail: 'new@acme.example' },
    });
    expect(await runOnce()).toMatchObject({ sent: 1 });
    expect(refusal(await admin.call('POST', path))).toEqual([409, 'dunning_attempt_not_failed']);
  });

  it('makes a payment link and sends it', async () => {
    await scheduled([{ daysAfterDue: 1, action: 'payment_retry' }]);
    const invoice = await overdue();
    expect(await runOnce()).toMatchObject({ sent: 1 });
    const [attempt] = (await standing(invoice)).attempts;
    expect(attempt).toMatchObject({ result: 'sent', action: 'payment_retry' });
    expect(attempt?.paymentLink).toMatch(/^http/);
    const mail = bodyOf<{ text: string }>(await admin.call('GET', `/emails/${attempt?.emailId}`));
    expect(mail.text).toContain(attempt?.paymentLink);
  });

  it('asks the gateway for nothing when the letter could not be sent', async () => {
    await scheduled([{ daysAfterDue: 1, action: 'payment_retry' }]);
    const template = bodyOf<object>(
      await admin.call('GET', '/email-templates/DUNNING_PAYMENT_RETRY'),
    ) as { subject: string; html: string; text: string };
    const { subject, html, text } = template;
    const body = { subject, html, text, active: false };
    expect(
      (await admin.call('PUT', '/email-templates/DUNNING_PAYMENT_RETRY', { body })).status,
    ).toBe(200);
    const invoice = await overdue();
    expect(await runOnce()).toMatchObject({ failed: 1 });
    expect(await steps(invoice)).toEqual([[1, 'failed', 'template_inactive']]);
    const links = await admin.call('GET', `/invoices/${invoice.id}/checkouts`);
    expect(JSON.stringify(links.body)).not.toContain('paymentUrl');
  });

  it('is shared by all who run at once', async () => {
    await scheduled();
    const accountId = await account();
    const invoices = await Promise.all(Array.from({ length: 12 }, () => overdue(accountId)));
    const runs = await Promise.all(Array.from({ length: 5 }, () => runOnce()));
    const ids = new Set(runs.map(({ id }) => id));
    const attempts = bodyOf<{ total: number; data: AttemptView[] }>(
      await admin.call('GET', '/dunning/attempts?pageSize=200'),
    );
    for (const invoice of invoices) {
      const mine = attempts.data.filter(({ invoiceId }) => invoiceId === invoice.id);
      expect(new Set(mine.map(({ runId }) => runId)).size).toBe(mine.length);
      expect(mine.length).toBeLessThanOrEqual(ids.size);
    }
    expect((await emails()).length).toBe(
      attempts.data.filter(({ result }) => result === 'sent').length,
    );
  });

  it('made once by the clock is not made again that day', async () => {
    await scheduled();
    await overdue();
    const ctx = t.ctx(admin.companyId);
    const run = api.app.get(RunDunning, { strict: false });
    const made = await Promise.all(
      [1, 2, 3].map(() => run.execute(ctx, { key: 'sweep:2026-03-02' })),
    );
    expect(made.filter((each) => each !== null).length).toBeGreaterThanOrEqual(1);
    expect(await run.execute(ctx, { key: 'sweep:2026-03-02' })).toBeNull();
    expect((await emails()).length).toBe(1);
  });

  it('leaves out what is disputed, pending, too small or never sent', async () => {
    await scheduled(LETTERS, { minimumBalance: '50', requireIssued: true });
    const accountId = await account();
    const disputed = await overdue(accountId);
    await admin.call('POST', `/invoices/${disputed.id}/dispute`, { body: { reason: 'not ours' } });
    const line = { description: 'Small', quantity: '1', unitPrice: '49.99' };
    const small = await overdue(accountId, { lines: [line] });
    const draft = bodyOf<InvoiceBody>(
      await admin.call('POST', '/invoices', {
        body: {
          accountId,
          currency: 'EUR',
          issueDate: '2026-01-01',
          dueDate: '2026-01-31',
          lines: [{ ...line, unitPrice: '100.00' }],
        },
      }),
    );
    const plain = await overdue(accountId);
    expect(await runOnce()).toMatchObject({ invoices: 4, sent: 1, held: 3 });
    expect((await standing(disputed)).heldBy).toBe('disputed');
    expect((await standing(small)).heldBy).toBe('below_minimum_balance');
    expect((await standing(draft)).heldBy).toBe('never_issued');
    expect(await steps(plain)).toEqual([[1, 'sent', null]]);
  });
});

describe('a dry run', () => {
  it('tells step, template, recipient, subject and what stands in the way, and does nothing', async () => {
    await scheduled();
    const accountId = await account();
    const [invoice, paused, silent] = [
      await overdue(accountId),
      await overdue(accountId),
      await overdue(await account(null)),
    ];
    await admin.call('POST', '/dunning/pauses', { body: { invoiceId: paused.id, reason: 'wait' } });
    const forecast = await dryRun();
    expect(forecast).toMatchObject({ asOf: '2026-03-02', invoices: 3, due: 2 });
    const of = ({ id }: InvoiceBody) => forecast.plan.find(({ invoiceId }) => invoiceId === id);
    expect(of(invoice)).toMatchObject({
      step: 1,
      action: 'reminder',
      templateCode: 'DUNNING_REMINDER',
      recipient: 'ap@acme.example',
      subject: `Reminder: invoice ${invoice.number} is overdue`,
      daysOverdue: 30,
      openAmount: '100.00',
      blockedBy: null,
    });
    expect(of(paused)).toMatchObject({ step: 1, blockedBy: 'paused' });
    expect(of(silent)).toMatchObject({ blockedBy: 'recipient_missing', subject: null });
    expect(await emails()).toEqual([]);
    expect(await steps(invoice)).toEqual([]);
  });
});

describe('/dunning/pauses', () => {
  it('hold an invoice until their last day', async () => {
    await scheduled();
    const invoice = await overdue();
    const body = { invoiceId: invoice.id, reason: 'customer on holiday', until: '2026-03-10' };
    expect((await admin.call('POST', '/dunning/pauses', { body })).status).toBe(201);
    expect(await runOnce({ asOf: '2026-03-10' })).toMatchObject({ held: 1 });
    expect(await runOnce({ asOf: '2026-03-11' })).toMatchObject({ sent: 1 });
    const { data } = bodyOf<{ data: object[] }>(await admin.call('GET', '/dunning/pauses'));
    expect(data).toMatchObject([{ kind: 'pause', outcome: 'expired' }]);
  });

  it('can be ended before', async () => {
    await scheduled();
    const invoice = await overdue();
    const pause = bodyOf<{ id: string }>(
      await admin.call('POST', '/dunning/pauses', {
        body: { invoiceId: invoice.id, reason: 'in talks' },
      }),
    );
    expect((await admin.call('POST', `/dunning/pauses/${pause.id}/end`)).body).toMatchObject({
      outcome: 'ended',
    });
    expect(refusal(await admin.call('POST', `/dunning/pauses/${pause.id}/end`))).toEqual([
      409,
      'dunning_pause_ended',
    ]);
    expect(await runOnce()).toMatchObject({ sent: 1 });
  });

  it('keep a promise to pay on record, kept or broken', async () => {
    await scheduled();
    const accountId = await account();
    const [kept, broken] = [await overdue(accountId), await overdue(accountId)];
    for (const { id } of [kept, broken]) {
      const body = {
        invoiceId: id,
        reason: 'will pay on Friday',
        until: '2026-03-06',
        promisedAmount: '60.00',
      };
      expect((await admin.call('POST', '/dunning/pauses', { body })).body).toMatchObject({
        kind: 'promise',
        promisedAmount: '60.00',
      });
    }
    await admin.call('POST', `/invoices/${kept.id}/payments`, {
      body: { amount: '60.00', currency: 'EUR', method: 'bank_transfer' },
    });
    expect(await runOnce({ asOf: '2026-03-06' })).toMatchObject({ held: 2 });
    expect(await runOnce({ asOf: '2026-03-07' })).toMatchObject({ sent: 2 });
    const list = bodyOf<{ data: { invoiceId: string; outcome: string }[] }>(
      await admin.call('GET', '/dunning/pauses'),
    );
    const outcomeOf = ({ id }: InvoiceBody) =>
      list.data.find(({ invoiceId }) => invoiceId === id)?.outcome;
    expect([outcomeOf(kept), outcomeOf(broken)]).toEqual(['kept', 'broken']);
  });

  it('name one thing, on a day to come, and promise no more than is owed', async () => {
    const invoice = await overdue();
    const accountId = await account();
    const start = (body: object) =>
      admin.call('POST', '/dunning/pauses', { body: { reason: 'x', ...body } });
    expect((await start({})).body).toMatchObject({ errors: [{ pointer: '/invoiceId' }] });
    expect((await start({ invoiceId: invoice.id, accountId })).status).toBe(422);
    expect((await start({ invoiceId: invoice.id, until: '2026-03-01' })).body).toMatchObject({
      errors: [{ pointer: '/until', code: 'min' }],
    });
    const promise = { invoiceId: invoice.id, until: '2026-03-06' };
    expect((await start({ ...promise, promisedAmount: '100.01' })).body).toMatchObject({
      errors: [{ pointer: '/promisedAmount', code: 'max' }],
    });
    expect((await start({ invoiceId: invoice.id, promisedAmount: '1.00' })).body).toMatchObject({
      errors: [{ pointer: '/until', code: 'required' }],
    });
  });
});

describe('the right to dunning', () => {
  it('is asked for, and reaches no other company', async () => {
    await scheduled();
    const invoice = await overdue();
    const stranger = await api.newAdmin();
    expect(refusal(await stranger.call('GET', `/invoices/${invoice.id}/dunning`))).toEqual([
      404,
      'not_found',
    ]);
    const pause = { invoiceId: invoice.id, reason: 'x' };
    expect(refusal(await stranger.call('POST', '/dunning/pauses', { body: pause }))).toEqual([
      404,
      'not_found',
    ]);
    const viewer = await memberWith(api, { matrix: { dunning: ['view'] } });
    expect((await viewer.call('GET', '/dunning/schedule')).status).toBe(200);
    for (const [method, path] of [
      ['PUT', '/dunning/schedule'],
      ['POST', '/dunning/run'],
      ['POST', '/dunning/pauses'],
    ] as const) {
      expect(refusal(await viewer.call(method, path, { body: {} }))).toEqual([
        403,
        'permission_denied',
      ]);
    }
  });
});
