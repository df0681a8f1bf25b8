import { RunDunning, type AttemptView } from '@quittance/dunning';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { InvoiceBody } from './billing-support.js';
import { LETTERS, MAIL, pursuitBy, type Pursuit } from './dunning-support.js';
import { bodyOf, memberWith, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, MAIL);
});
beforeEach(async () => {
  admin = await api.newAdmin();
  p = pursuitBy(t, admin);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

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
    const saved = await p.put({ steps: LETTERS, autoRun: true, minimumBalance: '5.00' });
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
    const answer = await p.put({ steps: same });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: [{ pointer: '/steps/1/daysAfterDue', code: 'ascending' }],
    });
  });

  it('leaves accounts alone that it names', async () => {
    const accountId = await p.account();
    const paused = [{ accountId, reason: 'key account', until: null }];
    await p.scheduled(LETTERS, { pausedAccounts: paused });
    const invoice = await p.overdue(accountId);
    expect(await p.run()).toMatchObject({ invoices: 1, held: 1, sent: 0 });
    expect(await p.standing(invoice)).toMatchObject({ heldBy: 'paused' });
    await p.scheduled(LETTERS, { pausedAccounts: [] });
    expect(await p.run()).toMatchObject({ sent: 1 });
  });
});

it('an invoice says that it is held because nothing is set up', async () => {
  const invoice = await p.overdue();
  expect(await p.standing(invoice)).toMatchObject({ nextStep: null, heldBy: 'not_configured' });
});

describe('a dunning run', () => {
  it('takes one step per invoice, ascending, and repeats none', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    expect(await p.run()).toMatchObject({ status: 'completed', invoices: 1, sent: 1, failed: 0 });
    expect(await p.steps(invoice)).toEqual([[1, 'sent', null]]);
    expect(await p.run()).toMatchObject({ sent: 1 });
    expect(await p.run()).toMatchObject({ sent: 0, skipped: 1 });
    expect(await p.run()).toMatchObject({ sent: 0, skipped: 0, held: 1 });
    expect(await p.steps(invoice)).toEqual([
      [1, 'sent', null],
      [2, 'sent', null],
      [3, 'skipped', 'no_subscription'],
    ]);
    const letters = await p.emails();
    expect(letters.map(({ templateCode, to }) => [templateCode, to]).toSorted()).toEqual([
      ['DUNNING_REMINDER', 'ap@acme.example'],
      ['DUNNING_WARNING', 'ap@acme.example'],
    ]);
    expect(letters.some(({ subject }) => subject.includes(invoice.number))).toBe(true);
  });

  it('repeats no letter and leaves none out when steps are put in or taken out', async () => {
    await p.scheduled();
    const [warned, reminded] = [await p.overdue(), await p.overdue()];
    expect(await p.run()).toMatchObject({ sent: 2 });
    const body = { invoiceId: reminded.id, reason: 'a word with them' };
    const pause = bodyOf<{ id: string }>(await admin.call('POST', '/dunning/pauses', { body }));
    expect(await p.run()).toMatchObject({ sent: 1, held: 1 });
    await p.scheduled([{ daysAfterDue: 1, action: 'reminder' }, ...LETTERS]);
    expect(await p.run()).toMatchObject({ sent: 0, skipped: 1, held: 1 });
    expect(await p.steps(warned)).toEqual([
      [1, 'sent', null],
      [2, 'sent', null],
      [4, 'skipped', 'no_subscription'],
    ]);
    await admin.call('POST', `/dunning/pauses/${pause.id}/end`);
    await p.scheduled(LETTERS.slice(1));
    expect(await p.run()).toMatchObject({ sent: 1, skipped: 0, held: 1 });
    expect((await p.emails()).map(({ templateCode }) => templateCode).toSorted()).toEqual([
      'DUNNING_REMINDER',
      'DUNNING_REMINDER',
      'DUNNING_WARNING',
      'DUNNING_WARNING',
    ]);
  });

  it('looks from the day it is told', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    expect(await p.run({ asOf: '2026-01-31' })).toMatchObject({ invoices: 0 });
    expect(await p.run({ asOf: '2026-02-02' })).toMatchObject({ invoices: 1, held: 1 });
    expect(await p.run({ asOf: '2026-02-03' })).toMatchObject({ sent: 1 });
    expect(await p.run({ asOf: '2026-02-09' })).toMatchObject({ held: 1 });
    expect(await p.run({ asOf: '2026-02-10' })).toMatchObject({ sent: 1 });
    expect((await p.standing(invoice)).attempts.map(({ asOf }) => asOf)).toEqual([
      '2026-02-03',
      '2026-02-10',
    ]);
  });

  it('fails without an address, tries again three times, and goes past the step never', async () => {
    await p.scheduled();
    const invoice = await p.overdue(await p.account(null));
    for (let i = 0; i < 4; i += 1) expect(await p.run()).toMatchObject({ failed: 1 });
    expect(await p.run()).toMatchObject({ failed: 0, held: 1 });
    const { attempts, heldBy } = await p.standing(invoice);
    expect(attempts).toMatchObject([
      { step: 1, result: 'failed', reason: 'recipient_missing', tries: 4 },
    ]);
    expect(heldBy).toBe('retries_exhausted');
    expect(await p.emails()).toEqual([]);
    const path = `/dunning/attempts/${attempts[0]?.id}/retry`;
    expect((await admin.call('POST', path)).body).toMatchObject({ tries: 0 });
    await admin.call('PATCH', `/accounts/${(invoice as { accountId?: string }).accountId}`, {
      body: { billingEmail: 'new@acme.example' },
    });
    expect(await p.run()).toMatchObject({ sent: 1 });
    expect(refusal(await admin.call('POST', path))).toEqual([409, 'dunning_attempt_not_failed']);
  });

  it('makes a payment link and sends it', async () => {
    await p.scheduled([{ daysAfterDue: 1, action: 'payment_retry' }]);
    const invoice = await p.overdue();
    expect(await p.run()).toMatchObject({ sent: 1 });
    const [attempt] = (await p.standing(invoice)).attempts;
    expect(attempt).toMatchObject({ result: 'sent', action: 'payment_retry' });
    expect(attempt?.paymentLink).toMatch(/^http/);
    const mail = bodyOf<{ text: string }>(await admin.call('GET', `/emails/${attempt?.emailId}`));
    expect(mail.text).toContain(attempt?.paymentLink);
  });

  it('asks for what nobody objects to, and shows no link over more than that', async () => {
    await p.scheduled([
      { daysAfterDue: 1, action: 'reminder' },
      { daysAfterDue: 2, action: 'payment_retry' },
      { daysAfterDue: 3, action: 'reminder' },
    ]);
    const invoice = await p.overdue();
    const { id: invoiceId } = invoice;
    const whole = await admin.call('POST', '/payments/checkout', { body: { invoiceId } });
    expect(whole.body).toMatchObject({ amount: '100.00' });
    const body = { reason: 'one was broken', amount: '30.00' };
    await admin.call('POST', `/invoices/${invoiceId}/dispute`, { body });
    for (let i = 0; i < 3; i += 1) expect(await p.run()).toMatchObject({ sent: 1 });
    const links = (await p.standing(invoice)).attempts.map(({ paymentLink }) => paymentLink);
    expect(links).toEqual([null, expect.stringMatching(/^http/), links[1]]);
    const checkouts = bodyOf<{ data: object[] }>(
      await admin.call('GET', `/invoices/${invoiceId}/checkouts`),
    );
    expect(checkouts.data).toMatchObject([
      { amount: '70.00', status: 'open', paymentUrl: links[1] },
      { amount: '100.00' },
    ]);
  });

  it('asks the gateway for nothing when the letter could not be sent', async () => {
    await p.scheduled([{ daysAfterDue: 1, action: 'payment_retry' }]);
    const template = bodyOf<object>(
      await admin.call('GET', '/email-templates/DUNNING_PAYMENT_RETRY'),
    ) as { subject: string; html: string; text: string };
    const { subject, html, text } = template;
    const body = { subject, html, text, active: false };
    expect(
      (await admin.call('PUT', '/email-templates/DUNNING_PAYMENT_RETRY', { body })).status,
    ).toBe(200);
    const invoice = await p.overdue();
    expect(await p.run()).toMatchObject({ failed: 1 });
    expect(await p.steps(invoice)).toEqual([[1, 'failed', 'template_inactive']]);
    const links = await admin.call('GET', `/invoices/${invoice.id}/checkouts`);
    expect(JSON.stringify(links.body)).not.toContain('paymentUrl');
  });

  it('is shared by all who run at once', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const invoices = await Promise.all(Array.from({ length: 12 }, () => p.overdue(accountId)));
    const runs = await Promise.all(Array.from({ length: 5 }, () => p.run()));
    const ids = new Set(runs.map(({ id }) => id));
    const attempts = bodyOf<{ total: number; data: AttemptView[] }>(
      await admin.call('GET', '/dunning/attempts?pageSize=200'),
    );
    for (const invoice of invoices) {
      const mine = attempts.data.filter(({ invoiceId }) => invoiceId === invoice.id);
      expect(new Set(mine.map(({ runId }) => runId)).size).toBe(mine.length);
      expect(mine.length).toBeLessThanOrEqual(ids.size);
    }
    expect((await p.emails()).length).toBe(
      attempts.data.filter(({ result }) => result === 'sent').length,
    );
  });

  it('made once by the clock is not made again that day', async () => {
    await p.scheduled();
    await p.overdue();
    const ctx = t.ctx(admin.companyId);
    const run = api.app.get(RunDunning, { strict: false });
    const made = await Promise.all(
      [1, 2, 3].map(() => run.execute(ctx, { key: 'sweep:2026-03-02' })),
    );
    expect(made.filter((each) => each !== null).length).toBeGreaterThanOrEqual(1);
    expect(await run.execute(ctx, { key: 'sweep:2026-03-02' })).toBeNull();
    expect((await p.emails()).length).toBe(1);
  });

  it('leaves out what is disputed, pending, too small or never sent', async () => {
    await p.scheduled(LETTERS, { minimumBalance: '50', requireIssued: true });
    const accountId = await p.account();
    const disputed = await p.overdue(accountId);
    await admin.call('POST', `/invoices/${disputed.id}/dispute`, { body: { reason: 'not ours' } });
    const line = { description: 'Small', quantity: '1', unitPrice: '49.99' };
    const small = await p.overdue(accountId, { lines: [line] });
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
    const plain = await p.overdue(accountId);
    expect(await p.run()).toMatchObject({ invoices: 4, sent: 1, held: 3 });
    expect((await p.standing(disputed)).heldBy).toBe('disputed');
    expect((await p.standing(small)).heldBy).toBe('below_minimum_balance');
    expect((await p.standing(draft)).heldBy).toBe('never_issued');
    expect(await p.steps(plain)).toEqual([[1, 'sent', null]]);
  });
});

describe('a dry run', () => {
  it('tells step, template, recipient, subject and what stands in the way, and does nothing', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const [invoice, paused, silent] = [
      await p.overdue(accountId),
      await p.overdue(accountId),
      await p.overdue(await p.account(null)),
    ];
    await admin.call('POST', '/dunning/pauses', { body: { invoiceId: paused.id, reason: 'wait' } });
    const forecast = await p.dryRun();
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
    expect(await p.emails()).toEqual([]);
    expect(await p.steps(invoice)).toEqual([]);
  });
});

describe('the right to dunning', () => {
  it('is asked for, and reaches no other company', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
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
