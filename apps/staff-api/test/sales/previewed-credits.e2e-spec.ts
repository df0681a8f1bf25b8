import { BillInterimUsage, PreviewBillingRun } from '@quittance/billing/host';
import type { LocalDate } from '@quittance/calendar';
import { SweepSubscriptions } from '@quittance/sales/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { made as makes, type Json, type Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, ranOn, type Invoice } from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const get = async (path: string) => (await callAs(admin, 'GET', path)).body;
const post = async (path: string, body: object = {}) => {
  const answer = await callAs(admin, 'POST', path, body);
  expect([path, answer.code]).toEqual([path, undefined]);
  return answer.body;
};
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const last = async () => (await invoicesOf(admin)).at(-1) as Invoice;
const later = { billing: 'next_invoice' };

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

/** Billed for April, and sent. */
async function subscribed(price: string): Promise<Subscribed> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: price }] });
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
  await billedOn({ t, api, admin }, '2026-04-01');
  await post(`/invoices/${(await last()).id}/send`);
  return made as Subscribed;
}

function changed({ id, items: [item] }: Subscribed, unitPrice: string, more: object = {}) {
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice }];
  return post(`/subscriptions/${id}/change`, { items, effective: 'now', ...more });
}

/** All documents of the company, by what they ask and give back. */
async function books() {
  const invoices = await invoicesOf(admin);
  const { data } = (await get('/credit-notes?sort=number')) as { data: Made[] };
  const notes = await Promise.all(data.map(({ id }) => get(`/credit-notes/${id}`)));
  return { invoices, notes };
}

const lines = (of: Json) =>
  (of.lines as Json[]).map(({ description, quantity, net, tax, periodStart, periodEnd }) => {
    return { description, quantity, net, tax, periodStart, periodEnd };
  });
const said = (of: Json) => {
  const { issueDate, subtotal, taxTotal, total } = of;
  return { issueDate, subtotal, taxTotal, total, lines: lines(of) };
};
const saidOfNote = (of: Json) => ({ ...said(of), invoiceId: of.invoiceId, reason: of.reason });

/**
 * Previews a run and carries it out: held against its preview it is refused if it would make
 * anything else, and what it made is what was shown.
 */
async function asPreviewed(day: string, isSwept = true) {
  t.clock.set(`${day}T10:00:00Z`);
  if (isSwept) await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
  const before = await books();
  const path = `/billing-runs/preview?asOf=${day}&catchUp=true`;
  const preview = await get(path);
  expect(await books()).toEqual(before);
  const { previewToken } = preview;
  const run = await ranOn({ t, api, admin }, day, { previewToken });
  expect(run).toMatchObject({ status: 'completed' });
  const after = await books();
  const rows = preview.data as Json[];
  const shown = (of: string) => rows.flatMap((row) => row[of] as Json[]);
  const made = <T extends Json>(all: readonly T[], known: readonly T[]) => all.slice(known.length);
  expect(shown('invoices').map(said)).toEqual(made(after.invoices, before.invoices).map(said));
  expect(shown('creditNotes').map(saidOfNote)).toEqual(
    made(after.notes, before.notes).map(saidOfNote),
  );
  for (const { invoiceId, lines: added, total } of shown('drafts')) {
    const draft = after.invoices.find(({ id }) => id === invoiceId);
    expect(draft?.total).toBe(total);
    expect(lines(draft as Json).slice(-(added as Json[]).length)).toEqual(lines({ lines: added }));
  }
  const changes = after.invoices.filter((each) => {
    const was = before.invoices.find(({ id }) => id === each.id);
    return was && was.lines.length !== each.lines.length;
  });
  expect(shown('drafts').map(({ invoiceId }) => invoiceId)).toEqual(changes.map(({ id }) => id));
  return { preview, rows };
}

describe('a preview of a run', () => {
  test('shows the note that gives back what a change in the period has left', async () => {
    const subscription = await subscribed('300');
    const { id: invoiceId } = await last();
    on('2026-04-16');
    await changed(subscription, '3', later);
    const { preview, rows } = await asPreviewed('2026-05-01');
    expect(rows).toMatchObject([
      { invoices: [{ total: '3.00' }], creditNotes: [{ invoiceId, total: '148.50' }] },
    ]);
    expect(preview).toMatchObject({
      scheduled: 1,
      invoices: 1,
      creditNotes: 1,
      total: 1,
      totals: [{ invoices: 1, total: '3.00', creditNotes: 1, credited: '148.50' }],
    });
    expect((await asPreviewed('2026-05-01')).preview).toMatchObject({ total: 0, creditNotes: 0 });
  });

  test.each([
    ['a note', true],
    ['lines of the draft', false],
  ])('shows %s for usage that was taken back since', async (_, isSent) => {
    const of = { code: 'calls', name: 'Calls', aggregation: 'sum' };
    const meter = await makes(admin, '/meters', of);
    const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1' };
    const charges = [{ key: 'calls', meterId: meter.id, name: 'Calls', prices: [price] }];
    const prices = [{ currency: 'EUR', unitPrice: '5' }];
    const plan = await aPlan(admin, { prices, charges });
    const { id } = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    const event = { eventId: 'e', meter: 'calls', timestamp: '2026-04-01T09:00:00Z', value: '100' };
    await post(`/subscriptions/${id}/usage`, { events: [event] });
    for (const day of ['2026-04-01', '2026-05-01']) await billedOn({ t, api, admin }, day);
    const asked = await last();
    if (isSent) await post(`/invoices/${asked.id}/send`);
    await post('/usage-events/e/void', { reason: 'Counted twice' });
    const { rows } = await asPreviewed('2026-06-01');
    const back = isSent
      ? { creditNotes: [{ invoiceId: asked.id, total: '95.00' }] }
      : { drafts: [{ invoiceId: asked.id, total: '10.00' }] };
    expect(rows).toMatchObject([{ invoices: [{ total: '0.00' }], ...back }]);
  });

  test('shows the note for usage that was invoiced ahead and taken back since', async () => {
    const meter = await makes(admin, '/meters', {
      code: 'calls',
      name: 'Calls',
      aggregation: 'sum',
    });
    const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1' };
    const charges = [{ key: 'calls', meterId: meter.id, name: 'Calls', prices: [price] }];
    const prices = [{ currency: 'EUR', unitPrice: '5' }];
    const thresholds = [{ currency: 'EUR', amount: '50' }];
    const plan = await aPlan(admin, { prices, charges, thresholds });
    const { id } = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    await billedOn({ t, api, admin }, '2026-04-01');
    on('2026-04-10');
    const event = { eventId: 'e', meter: 'calls', timestamp: '2026-04-10T09:00:00Z', value: '100' };
    await post(`/subscriptions/${id}/usage`, { events: [event] });
    expect(await api.app.get(BillInterimUsage).execute(t.ctx(admin.companyId))).toBe(1);
    const ahead = await last();
    await post(`/invoices/${ahead.id}/send`);
    await post('/usage-events/e/void', { reason: 'Counted twice' });
    const { rows } = await asPreviewed('2026-05-01');
    const creditNotes = [{ invoiceId: ahead.id, total: '95.00' }];
    expect(rows).toMatchObject([{ invoices: [{ total: '0.00' }], creditNotes }]);
  });

  test('shows the lines that a draft takes instead', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '300' }] });
    const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    await billedOn({ t, api, admin }, '2026-04-01');
    const { id: invoiceId } = await last();
    on('2026-04-16');
    await changed(made as Subscribed, '3', later);
    const { rows, preview } = await asPreviewed('2026-05-01');
    expect(preview.totals).toMatchObject([{ creditNotes: 0, drafts: 1, takenOff: '148.50' }]);
    expect(rows).toMatchObject([
      { creditNotes: [], drafts: [{ invoiceId, lines: [{ net: '-148.50' }], total: '151.50' }] },
    ]);
  });

  test('shows several notes, with what still waits for another run', async () => {
    const sent = async () => post(`/invoices/${(await last()).id}/send`);
    const subscription = await subscribed('10');
    on('2026-04-02');
    await changed(subscription, '1000');
    await sent();
    on('2026-04-03');
    await changed(subscription, '1500');
    await sent();
    on('2026-04-04');
    await changed(subscription, '10', later);
    const { preview } = await asPreviewed('2026-05-01');
    expect(preview.creditNotes).toBeGreaterThan(1);
    await asPreviewed('2026-05-02');
  });

  test('settles a planned change first whose day has come, seen or not', async () => {
    const subscription = await subscribed('30');
    on('2026-04-03');
    await changed(subscription, '60', { ...later, effective: 'day', day: '2026-04-16' });
    const { rows } = await asPreviewed('2026-05-01', false);
    const [invoice] = (rows[0]?.invoices ?? []) as Json[];
    expect(lines(invoice as Json).map(({ net, periodStart }) => [periodStart, net])).toEqual([
      ['2026-05-01', '60.00'],
      ['2026-04-16', '-15.00'],
      ['2026-04-16', '30.00'],
    ]);
  });

  test('begins subscriptions first whose day has come', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
    await aSubscription(admin, plan, { startDate: '2026-05-01' });
    const { rows } = await asPreviewed('2026-05-01', false);
    expect(rows).toMatchObject([{ invoices: [{ subtotal: '30.00' }] }]);
  });

  test('says where more waits than it carries out, and holds no run to that', async () => {
    for (const price of ['300', '400']) {
      const subscription = await subscribed(price);
      on('2026-04-16');
      await changed(subscription, '3', later);
      on('2026-04-01');
    }
    const request = { asOf: '2026-05-01' as LocalDate, catchUp: true, page: 1, pageSize: 10 };
    t.clock.set('2026-05-01T10:00:00Z');
    const before = await books();
    const shown = (most: number) => {
      const preview = api.app.get(PreviewBillingRun);
      return preview.execute(t.ctx(admin.companyId), request, { most, ms: 60_000 });
    };
    const whole = { truncated: false, waitingNotShown: 0, creditNotes: 2, scheduled: 2 };
    expect(await shown(2)).toMatchObject({ ...whole, previewToken: expect.any(String) });
    const part = { truncated: true, waitingNotShown: 1, creditNotes: 1, scheduled: 2 };
    expect(await shown(1)).toMatchObject({ ...part, previewToken: null });
    expect(await get('/billing-runs/preview?asOf=2026-05-01')).toMatchObject(whole);
    expect(await books()).toEqual(before);
  });

  test('shows the invoice of what waits where the subscription has ended', async () => {
    const subscription = await subscribed('30');
    on('2026-04-16');
    await changed(subscription, '60', later);
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    const { rows, preview } = await asPreviewed('2026-04-17');
    expect(rows).toMatchObject([{ invoices: [{ total: '15.00' }], creditNotes: [] }]);
    expect(preview).toMatchObject({ scheduled: 0, total: 1, invoices: 1 });
    // What was made once is not what a second run would make.
    const body = { asOf: '2026-04-17', catchUp: true, previewToken: preview.previewToken };
    const again = await callAs(admin, 'POST', '/billing-runs', body);
    expect([again.status, again.code]).toEqual([409, 'preview_changed']);
  });

  describe('of what an invoice that is dated ahead has asked', () => {
    async function ahead(): Promise<Subscribed> {
      const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '300' }] });
      const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
      await billedOn({ t, api, admin }, '2026-04-01');
      const dates = { issueDate: '2026-05-20', dueDate: '2026-06-20' };
      const { id } = await last();
      expect((await callAs(admin, 'PATCH', `/invoices/${id}`, dates)).code).toBeUndefined();
      await post(`/invoices/${id}/send`);
      on('2026-04-16');
      return made as Subscribed;
    }

    test('shows the note of the day of that', async () => {
      await changed(await ahead(), '3', later);
      const { rows } = await asPreviewed('2026-05-01');
      const note = { total: '148.50', issueDate: '2026-05-20' };
      expect(rows).toMatchObject([{ creditNotes: [note], waitingFailure: null }]);
    });

    test('is given back at once where the change is billed now', async () => {
      await changed(await ahead(), '3', { billing: 'now' });
      expect((await books()).notes).toMatchObject([{ total: '148.50', issueDate: '2026-05-20' }]);
    });
  });

  test('shows what is refused and goes on waiting, which the run lists as a failure', async () => {
    const subscription = await subscribed('300');
    const { id } = await last();
    on('2026-04-16');
    await changed(subscription, '3', later);
    // As one was sent by rules of others, which ask for more.
    const profile = (to: string | null) =>
      t.db.write(t.ctx(admin.companyId), (tx) =>
        tx.run(
          'update receivables.invoice set e_invoice_profile = $3 where company_id = $1 and id = $2',
          [admin.companyId, id, to],
        ),
      );
    await profile('xrechnung');
    t.clock.set('2026-05-01T10:00:00Z');
    const { data } = await get('/billing-runs/preview?asOf=2026-05-01&catchUp=true');
    const waitingFailure = { code: 'e_invoice_not_possible' };
    expect(data).toMatchObject([{ failure: null, creditNotes: [], waitingFailure }]);
    const run = await ranOn({ t, api, admin }, '2026-05-01');
    expect(run).toMatchObject({ status: 'completed_with_failures', invoiced: 1, failed: 1 });
    const listed = await get(`/billing-runs/${run.id}/failures`);
    expect(listed.data).toMatchObject([{ code: waitingFailure.code, periodStart: null }]);
    await expectInvariants(t, ['I15b']);
    await profile(null);
    const { rows } = await asPreviewed('2026-05-02');
    expect(rows).toMatchObject([{ creditNotes: [{ total: '148.50' }], waitingFailure: null }]);
  });
});
