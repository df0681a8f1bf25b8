import { RunDunning, type AttemptView } from '@quittance/dunning/host';
import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import { newInvoice, type InvoiceBody } from '../receivables/billing-support.js';
import { LETTERS, onDunningStage, type Pursuit } from './dunning-support.js';
import { bodyOf, refusal } from '../access/members.js';
import { BELGIUM, SELLER, Shop, WORK } from '../tax/tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
onDunningStage((stage) => ({ t, api, admin, p } = stage));

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
    p.daysPass(7);
    expect(await p.run()).toMatchObject({ sent: 1 });
    p.daysPass(10);
    expect(await p.run()).toMatchObject({ sent: 0, skipped: 1 });
    p.daysPass(10);
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
    const lanes = await t.db.read(t.ctx(admin.companyId), (tx) =>
      tx.rows(`select distinct e.bulk, v.bulk as announced from notifications.email e
        join outbox.event v on v.company_id = e.company_id
        where e.template_code like 'DUNNING%' and v.type = 'dunning.attempted'`),
    );
    expect(lanes).toEqual([{ bulk: true, announced: true }]);
  });

  it('pursues what is left of a half-paid invoice, and waits for one under way', async () => {
    await p.scheduled();
    const [half, underWay] = [await p.overdue(), await p.overdue()];
    const pay = (invoice: InvoiceBody, body: object) =>
      admin.call('POST', `/invoices/${invoice.id}/payments`, {
        body: { method: 'bank_transfer', ...body },
      });
    await pay(half, { amount: '50.00' });
    await pay(underWay, { amount: '100.00', pending: true });
    expect(await p.run()).toMatchObject({ sent: 1, held: 1 });
    expect(await p.steps(half)).toEqual([[1, 'sent', null]]);
    expect(await p.standing(underWay)).toMatchObject({ heldBy: 'payment_pending' });
  });

  it('writes old debt one letter, and the next when the days of the ladder are over', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const [one, two] = [await p.overdue(accountId), await p.overdue(accountId)];
    for (let i = 0; i < 7; i += 1) await p.run();
    expect((await p.emails()).length).toBe(1);
    expect(await p.standing(one)).toMatchObject({
      nextStep: 2,
      heldBy: 'minimum_gap',
      nextOn: '2026-03-09',
    });
    const { plan } = await p.dryRun();
    expect(plan.map(({ blockedBy, nextOn }) => [blockedBy, nextOn])).toEqual([
      ['minimum_gap', '2026-03-09'],
      ['minimum_gap', '2026-03-09'],
    ]);
    expect(await p.dryRun({ asOf: '2026-03-09' })).toMatchObject({ due: 2 });
    p.daysPass(2);
    const third = await p.overdue(accountId);
    expect(await p.run()).toMatchObject({ sent: 0, held: 3 });
    expect(await p.standing(third)).toMatchObject({ nextStep: 1, nextOn: '2026-03-05' });
    await p.overdue();
    expect(await p.run()).toMatchObject({ sent: 1, held: 3 });
    p.daysPass(1);
    expect(await p.run()).toMatchObject({ sent: 1 });
    p.daysPass(4);
    expect(await p.run()).toMatchObject({ sent: 2 });
    expect(await p.steps(two)).toEqual([
      [1, 'sent', null],
      [2, 'sent', null],
    ]);
    expect(await p.standing(two)).toMatchObject({ nextStep: 3, nextOn: '2026-03-19' });
  });

  it('keeps the gap of the schedule, and takes none but a sensible one', async () => {
    await p.scheduled(LETTERS, { minimumGapDays: 9 });
    await p.overdue();
    expect(await p.run()).toMatchObject({ sent: 1 });
    p.daysPass(8);
    expect(await p.run()).toMatchObject({ sent: 0, held: 1 });
    p.daysPass(1);
    expect(await p.run()).toMatchObject({ sent: 1 });
    expect((await p.put({ steps: LETTERS, minimumGapDays: 366 })).status).toBe(422);
  });

  it('repeats no letter, leaves none out and rewrites none when steps are changed', async () => {
    await p.scheduled();
    const [warned, reminded] = [await p.overdue(), await p.overdue()];
    expect(await p.run()).toMatchObject({ sent: 2 });
    const body = { invoiceId: reminded.id, reason: 'a word with them' };
    const pause = bodyOf<{ id: string }>(await admin.call('POST', '/dunning/pauses', { body }));
    p.daysPass(7);
    expect(await p.run()).toMatchObject({ sent: 1, held: 1 });
    const history = (await p.standing(warned)).attempts;
    await p.scheduled([{ daysAfterDue: 1, action: 'reminder' }, ...LETTERS]);
    p.daysPass(10);
    expect(await p.run()).toMatchObject({ sent: 0, skipped: 1, held: 1 });
    const { attempts } = await p.standing(warned);
    expect(attempts.slice(0, 2)).toEqual(history);
    expect(attempts.map(({ ladder, step, action }) => [ladder, step, action])).toEqual([
      [1, 1, 'reminder'],
      [1, 2, 'warning'],
      [2, 4, 'suspend_subscription'],
    ]);
    await admin.call('POST', `/dunning/pauses/${pause.id}/end`);
    await p.scheduled(LETTERS.slice(1));
    expect(await p.run()).toMatchObject({ sent: 1, skipped: 0, held: 1 });
    // The warning is the first step by now, as the reminder was: both are on record.
    const later = (await p.standing(reminded)).attempts;
    expect(later.map(({ ladder, step, action }) => [ladder, step, action])).toEqual([
      [1, 1, 'reminder'],
      [3, 1, 'warning'],
    ]);
    expect((await p.emails()).map(({ templateCode }) => templateCode).toSorted()).toEqual([
      'DUNNING_REMINDER',
      'DUNNING_REMINDER',
      'DUNNING_WARNING',
      'DUNNING_WARNING',
    ]);
  });

  it('looks from the day it is told, which has come', async () => {
    await p.scheduled();
    const invoice = await p.overdue();
    expect(refusal(await p.answer({ asOf: '2026-03-03' }))).toEqual([422, 'as_of_in_future']);
    expect(await p.run({ asOf: '2026-01-31' })).toMatchObject({ invoices: 0 });
    expect(await p.run({ asOf: '2026-02-02' })).toMatchObject({ invoices: 1, held: 1 });
    expect(await p.run({ asOf: '2026-02-03' })).toMatchObject({ sent: 1 });
    expect(await p.run({ asOf: '2026-02-10' })).toMatchObject({ held: 1 });
    expect((await p.standing(invoice)).attempts).toMatchObject([
      { asOf: '2026-02-03', madeOn: '2026-03-02' },
    ]);
  });

  it('fails without an address, tries again three times, never goes past the step', async () => {
    await p.scheduled();
    const invoice = await p.overdue(await p.account(null));
    for (let i = 0; i < 4; i += 1) expect(await p.run()).toMatchObject({ failed: 1 });
    expect(await p.run()).toMatchObject({ failed: 0, held: 1 });
    const { attempts, heldBy } = await p.standing(invoice);
    const failed = { step: 1, result: 'failed', reason: 'recipient_missing', retryAskedAt: null };
    expect(attempts).toMatchObject([1, 2, 3, 4].map((tries) => ({ ...failed, tries })));
    expect(heldBy).toBe('retries_exhausted');
    expect(await p.emails()).toEqual([]);
    const path = `/dunning/attempts/${attempts[0]?.id}/retry`;
    // Of whichever try is spoken, it is the last that is let go on.
    const asked = { id: attempts[3]?.id, tries: 4, retryAskedAt: '2026-03-02T09:00:00.000Z' };
    expect((await admin.call('POST', path)).body).toMatchObject(asked);
    expect((await admin.call('POST', path)).body).toMatchObject(asked);
    await admin.call('PATCH', `/accounts/${(invoice as { accountId?: string }).accountId}`, {
      body: { billingEmail: 'new@acme.example' },
    });
    expect(await p.run()).toMatchObject({ sent: 1 });
    expect((await p.standing(invoice)).attempts.at(-1)).toMatchObject({ result: 'sent', tries: 1 });
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

  it('asks for what nobody objects to, at an address of our own that asks for it', async () => {
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
    for (let i = 0; i < 3; i += 1) {
      expect(await p.run()).toMatchObject({ sent: 1 });
      p.daysPass(3);
    }
    const links = (await p.standing(invoice)).attempts.map(({ paymentLink }) => paymentLink);
    const lasting = expect.stringMatching(/\/pay\/[\w-]{86}$/) as string;
    expect(links).toEqual([lasting, links[0], links[0]]);
    const checkouts = bodyOf<{ data: object[] }>(
      await admin.call('GET', `/invoices/${invoiceId}/checkouts`),
    );
    expect(checkouts.data).toMatchObject([
      { amount: '70.00', status: 'open' },
      { amount: '100.00' },
    ]);
  });

  it.each(['reminder', 'payment_retry'])(
    'names in a %s what else is in dispute',
    async (action) => {
      await p.scheduled([{ daysAfterDue: 1, action }]);
      const accountId = await p.account();
      const [one, other] = [await p.overdue(accountId), await p.overdue(accountId)];
      await admin.call('POST', `/invoices/${other.id}/dispute`, { body: { reason: 'not ours' } });
      expect(await p.run()).toMatchObject({ sent: 1 });
      const [attempt] = (await p.standing(one)).attempts;
      const mail = bodyOf<{ text: string }>(await admin.call('GET', `/emails/${attempt?.emailId}`));
      expect(mail.text).toContain(other.number);
    },
  );

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

  it('is told of as it is to who asks while it is under way', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const invoices = await Promise.all(Array.from({ length: 12 }, () => p.overdue(accountId)));
    const runs = await Promise.all(Array.from({ length: 5 }, () => p.run()));
    const ids = await p.toldAsTheyAre(runs);
    const attempts = bodyOf<{ total: number; data: AttemptView[] }>(
      await admin.call('GET', '/dunning/attempts?pageSize=200'),
    );
    for (const invoice of invoices) {
      const mine = attempts.data.filter(({ invoiceId }) => invoiceId === invoice.id);
      expect(new Set(mine.map(({ runId }) => runId)).size).toBe(mine.length);
      expect(mine.length).toBeLessThanOrEqual(ids.size);
    }
    const letters = new Set(attempts.data.map(({ emailId }) => emailId));
    expect([(await p.emails()).length, letters.size]).toEqual([1, 1]);
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

  it('writes nobody about a draft whose tax is not determined', async () => {
    await p.scheduled([{ daysAfterDue: 3, action: 'reminder' }]);
    const shop = new Shop({ t, api }, admin);
    await shop.must('PATCH', '/company', SELLER);
    const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31', currency: 'EUR' };
    // A registered company without a rate at home.
    const accountId = await shop.customer({ ...BELGIUM, country: 'DE' });
    const invoice = await newInvoice(admin, accountId, { ...dates, lines: [WORK] });
    const forecast = await p.dryRun();
    expect(forecast).toMatchObject({ invoices: 1, due: 0 });
    expect(forecast.plan).toMatchObject([
      { status: 'draft', blockedBy: 'tax_undetermined', step: 1 },
    ]);
    expect(await p.run()).toMatchObject({ invoices: 1, sent: 0, held: 1 });
    expect(await p.standing(invoice)).toMatchObject({ heldBy: 'tax_undetermined', attempts: [] });
    expect(await p.emails()).toEqual([]);
    // Once its tax is known it is pursued like any other draft.
    await shop.must('POST', '/tax/seed', { countries: ['DE'] });
    await shop.must('POST', `/invoices/${invoice.id}/recalculate-tax`);
    expect(await p.run()).toMatchObject({ sent: 1, held: 0 });
  });
});

describe('an invoice whose step ended its process twice', () => {
  afterEach(() => learn([], t.clock.now()));

  it('has failed, and the others of the run have not', async () => {
    await p.scheduled();
    const accountId = await p.account();
    const [bad, good] = [await p.overdue(accountId), await p.overdue()];
    const { companyId } = admin;
    const set = 'dunning-set';
    const works = [
      { companyId, kind: set, id: '' },
      { companyId, kind: 'dunning-account', id: accountId, set },
    ];
    const ends = works.map((work) => aStandstill(work, t.clock.now()));
    learn(ends, t.clock.now());
    expect(await p.run()).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
    expect(await p.steps(bad)).toEqual([[1, 'failed', 'internal_error']]);
    expect(await p.steps(good)).toEqual([[1, 'sent', null]]);
    // It was put where staff see it, and has another chance.
    expect(await p.run()).toMatchObject({ sent: 1, failed: 0 });
    expect((await p.steps(bad)).at(-1)).toEqual([1, 'sent', null]);
  });

  it('by the link that was made for it has failed, others of the run have theirs', async () => {
    await p.scheduled([{ daysAfterDue: 1, action: 'payment_retry' }]);
    const [bad, good] = [await p.overdue(), await p.overdue()];
    const work = { companyId: admin.companyId, kind: 'dunning-collection', id: bad.id };
    const end = aStandstill(work, t.clock.now());
    learn([end, end], t.clock.now());
    expect(await p.run()).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
    expect(await p.steps(bad)).toEqual([[1, 'failed', 'work_quarantined']]);
    expect(await p.steps(good)).toEqual([[1, 'sent', null]]);
    expect(await p.run()).toMatchObject({ sent: 1, failed: 0 });
  });
});

describe('a dry run', () => {
  it('tells step, template, recipient, subject what is in the way, and does nothing', async () => {
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
