import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LINE, newAccount, newInvoice, sentInvoice, type InvoiceBody } from './billing-support.js';
import { memberWith, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
/** Sums are over a whole company, so each test has one of its own. */
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00Z');
  admin = await api.newAdmin();
  accountId = await newAccount(t, t.ctx(admin.companyId));
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const at = (day: string) => t.clock.set(`${day}T09:00:00Z`);
const get = async (path: string) => (await admin.call('GET', path)).body;
const over = (unitPrice: string) => ({ lines: [{ ...LINE, unitPrice }] });
const pay = (id: string, amount: string) =>
  admin.call('POST', `/invoices/${id}/payments`, { body: { amount, method: 'cash' } });

describe('GET /invoices/statistics', () => {
  it('counts and sums by status and currency, ages balances, measures days to money', async () => {
    await newInvoice(admin, accountId, over('10.00'));
    const partly = await sentInvoice(admin, accountId, over('300.00'));
    await pay(partly.id, '100.00');
    await sentInvoice(admin, accountId, { ...over('7'), currency: 'JPY' });
    const voided = await sentInvoice(admin, accountId);
    await admin.call('POST', `/invoices/${voided.id}/void`, { body: { reason: 'x' } });
    const sums = { disputed: '0.00', overdue: '0.00', overdueCount: 0 };
    expect(await get('/invoices/statistics')).toEqual({
      asOf: '2026-03-02',
      statuses: [
        { status: 'draft', currency: 'EUR', count: 1, total: '10.00', balance: '10.00', ...sums },
        {
          status: 'partially_paid',
          currency: 'EUR',
          count: 1,
          total: '300.00',
          balance: '200.00',
          ...sums,
        },
        { status: 'void', currency: 'EUR', count: 1, total: '100.00', balance: '0.00', ...sums },
        {
          status: 'sent',
          currency: 'JPY',
          count: 1,
          total: '7',
          balance: '7',
          disputed: '0',
          overdue: '0',
          overdueCount: 0,
        },
      ],
      currencies: [
        expect.objectContaining({
          currency: 'EUR',
          count: 3,
          balance: '210.00',
          ageing: expect.objectContaining({
            current: { count: 1, balance: '200.00', disputed: '0.00' },
          }),
          // 200.00 owed of the 300.00 billed in the last 90 days.
          dso: '60.0',
        }),
        expect.objectContaining({ currency: 'JPY', dso: '90.0' }),
      ],
    });
  });

  it('puts balances into the bucket of their days past due', async () => {
    const dueDates = ['2026-03-31', '2026-04-01', '2026-04-30', '2026-05-01', '2026-06-29'];
    for (const dueDate of [...dueDates, '2026-03-30']) {
      await sentInvoice(admin, accountId, { ...over('1.00'), dueDate });
    }
    at('2026-06-29');
    expect(await get('/invoices/statistics')).toMatchObject({
      currencies: [
        {
          overdueCount: 5,
          overdue: '5.00',
          ageing: {
            current: { count: 1, balance: '1.00' },
            days1To30: { count: 0, balance: '0.00' },
            days31To60: { count: 2, balance: '2.00' },
            days61To90: { count: 2, balance: '2.00' },
            over90: { count: 1, balance: '1.00' },
          },
        },
      ],
    });
  });

  it('tells how things stood on a day that is past', async () => {
    const { id } = await sentInvoice(admin, accountId);
    at('2026-04-05');
    await pay(id, '40.00');
    at('2026-04-10');
    await pay(id, '60.00');
    at('2026-04-12');
    const on = async (asOf: string) => {
      const body = await get(`/invoices/statistics?asOf=${asOf}`);
      const { statuses } = body as { statuses: Record<string, unknown>[] };
      return statuses.map(({ status, balance, overdue }) => [status, balance, overdue]);
    };
    expect(await on('2026-02-28')).toEqual([]);
    expect(await on('2026-03-01')).toEqual([['draft', '100.00', '0.00']]);
    expect(await on('2026-03-31')).toEqual([['sent', '100.00', '0.00']]);
    expect(await on('2026-04-01')).toEqual([['overdue', '100.00', '100.00']]);
    expect(await on('2026-04-05')).toEqual([['partially_paid', '60.00', '60.00']]);
    expect(await on('2026-04-10')).toEqual([['paid', '0.00', '0.00']]);
  });

  it('owes nothing twice where a payment is dated before the refund of another', async () => {
    const { id } = await sentInvoice(admin, accountId);
    const first = (await pay(id, '100.00')).body as { id: string };
    at('2026-03-10');
    await admin.call('POST', `/payments/${first.id}/refund`, { body: { reason: 'Bounced' } });
    const again = { amount: '100.00', method: 'cash', receivedOn: '2026-03-05' };
    await admin.call('POST', `/invoices/${id}/payments`, { body: again });
    expect(await get('/invoices/statistics?asOf=2026-03-05')).toMatchObject({
      statuses: [{ status: 'paid', balance: '0.00' }],
      currencies: [{ balance: '0.00', ageing: { current: { balance: '0.00' } }, dso: '0.0' }],
    });
  });

  it('says what of the open balance is disputed, now and as of a day, in its bucket', async () => {
    const { id } = await sentInvoice(admin, accountId);
    const disputed = (operation: string, body: object) =>
      admin.call('POST', `/invoices/${id}/${operation}`, { body });
    at('2026-03-05');
    await disputed('dispute', { reason: 'One is broken', amount: '30.00' });
    at('2026-04-10');
    const sums = { balance: '100.00', disputed: '30.00' };
    const expected = {
      statuses: [{ status: 'disputed', ...sums }],
      currencies: [{ ...sums, ageing: { days1To30: { count: 1, ...sums } } }],
    };
    expect(await get('/invoices/statistics')).toMatchObject(expected);
    await pay(id, '50.00');
    expect(await get('/invoices/statistics')).toMatchObject({
      currencies: [{ balance: '50.00', disputed: '30.00' }],
    });
    at('2026-04-12');
    await disputed('resolve', { note: 'It is not' });
    const nothing = { currencies: [{ balance: '50.00', disputed: '0.00' }] };
    expect(await get('/invoices/statistics')).toMatchObject(nothing);
    expect(await get('/invoices/statistics?asOf=2026-04-09')).toMatchObject(expected);
    expect(await get('/invoices/statistics?asOf=2026-03-04')).toMatchObject({
      currencies: [{ balance: '100.00', disputed: '0.00' }],
    });
  });

  it('knows a dispute and a void as of their days', async () => {
    const { id } = await sentInvoice(admin, accountId);
    const operate = (operation: string) =>
      admin.call('POST', `/invoices/${id}/${operation}`, { body: { reason: 'x' } });
    at('2026-03-05');
    await operate('dispute');
    at('2026-03-07');
    await operate('void');
    const statusOn = async (asOf: string) =>
      (await get(`/invoices/statistics?asOf=${asOf}`)) as { statuses: object[] };
    expect((await statusOn('2026-03-04')).statuses).toMatchObject([{ status: 'sent' }]);
    expect((await statusOn('2026-03-06')).statuses).toMatchObject([{ status: 'disputed' }]);
    expect((await statusOn('2026-03-07')).statuses).toMatchObject([
      { status: 'void', balance: '0.00' },
    ]);
  });

  it('refuses a day that is none', async () => {
    for (const path of ['/invoices/statistics', '/invoices/overdue']) {
      const answer = await admin.call('GET', `${path}?asOf=2026-02-30`);
      expect(refusal(answer)).toEqual([422, 'validation_failed']);
    }
  });
});

describe('GET /invoices/overdue', () => {
  it('lists open money past due, whatever was sent, and the due day itself is not', async () => {
    const draft = await newInvoice(admin, accountId);
    const sent = await sentInvoice(admin, accountId, { dueDate: '2026-04-02' });
    const settled = await sentInvoice(admin, accountId);
    await pay(settled.id, '100.00');
    at('2026-03-31');
    expect(await get('/invoices/overdue')).toMatchObject({ total: 0 });
    at('2026-04-03');
    expect(await get('/invoices/overdue')).toMatchObject({
      total: 2,
      data: [
        { id: draft.id, status: 'draft', isOverdue: true, daysOverdue: 3 },
        { id: sent.id, isOverdue: true, daysOverdue: 1 },
      ],
    });
  });

  it('lists them as of a day that is past, with the amounts of that day', async () => {
    const { id } = await sentInvoice(admin, accountId);
    at('2026-04-05');
    await pay(id, '40.00');
    at('2026-04-10');
    await pay(id, '60.00');
    expect(await get('/invoices/overdue')).toMatchObject({ total: 0 });
    expect(await get('/invoices/overdue?asOf=2026-04-06&sort=-balance')).toMatchObject({
      total: 1,
      data: [
        { id, status: 'partially_paid', paidAmount: '40.00', balance: '60.00', daysOverdue: 6 },
      ],
    });
    expect(await get('/invoices/overdue?asOf=2026-03-31')).toMatchObject({ total: 0 });
    const filter = JSON.stringify({ field: 'isOverdue', op: 'eq', value: true });
    const filtered = `asOf=2026-04-06&filter=${encodeURIComponent(filter)}`;
    expect(await get(`/invoices/overdue?${filtered}`)).toMatchObject({ total: 1 });
  });

  it('lists what was disputed of them on that day', async () => {
    const { id } = await sentInvoice(admin, accountId);
    at('2026-04-05');
    const dispute = { reason: 'One is broken', amount: '30.00' };
    await admin.call('POST', `/invoices/${id}/dispute`, { body: dispute });
    at('2026-04-10');
    await admin.call('POST', `/invoices/${id}/resolve`, { body: { note: 'It is not' } });
    const filter = JSON.stringify({ field: 'disputedAmount', op: 'gt', value: '0' });
    const shown = { data: [{ id, status: 'disputed', disputedAmount: '30.00' }] };
    expect(await get('/invoices/overdue?asOf=2026-04-06')).toMatchObject(shown);
    const filtered = `filter=${encodeURIComponent(filter)}`;
    expect(await get(`/invoices/overdue?asOf=2026-04-06&${filtered}`)).toMatchObject(shown);
    expect(await get(`/invoices/overdue?asOf=2026-04-04&${filtered}`)).toMatchObject({ total: 0 });
    expect(await get('/invoices/overdue?asOf=2026-04-04')).toMatchObject({
      data: [{ id, disputedAmount: '0.00' }],
    });
  });
});

describe('GET /invoices/{id}/proof', () => {
  it('lists every movement with the balance after it, and the sums agree', async () => {
    const { id } = await sentInvoice(admin, accountId);
    const first = (await pay(id, '30.00')).body as { id: string };
    await pay(id, '70.00');
    await admin.call('POST', `/payments/${first.id}/refund`, {
      body: { amount: '10', reason: 'Double' },
    });
    const extra = await admin.call('POST', '/payments', {
      body: { accountId, amount: '5', currency: 'EUR', method: 'cash' },
    });
    const note = (extra.body as { creditNote: { id: string } }).creditNote.id;
    await admin.call('POST', `/credit-notes/${note}/apply`, {
      body: { invoiceId: id, amount: '5' },
    });
    await admin.call('POST', `/credit-notes/${note}/unapply`, {
      body: { invoiceId: id, amount: '2' },
    });
    expect(await get(`/invoices/${id}/proof`)).toMatchObject({
      invoiceId: id,
      status: 'partially_paid',
      movements: [
        { kind: 'payment', amount: '30.00', balance: '70.00', paymentId: first.id },
        { kind: 'payment', amount: '70.00', balance: '0.00' },
        { kind: 'refund', amount: '-10.00', balance: '10.00', reason: 'Double' },
        { kind: 'credit', amount: '5.00', balance: '5.00', creditNoteId: note },
        { kind: 'credit_unapplied', amount: '-2.00', balance: '7.00' },
      ],
      summed: { total: '100.00', paidAmount: '90.00', creditedAmount: '3.00', balance: '7.00' },
      kept: { total: '100.00', paidAmount: '90.00', creditedAmount: '3.00', balance: '7.00' },
      agrees: true,
    });
  });

  it('certifies how each tax was rounded', async () => {
    const line = { ...LINE, unitPrice: '0.13', taxRate: '20' };
    const { id } = await newInvoice(admin, accountId, { lines: [line, line, line] });
    expect(await get(`/invoices/${id}/proof`)).toMatchObject({
      rounding: {
        mode: 'document',
        taxes: [
          {
            kind: 'line_rate',
            rate: '20',
            base: '0.39',
            exactTax: '0.078',
            tax: '0.08',
            moved: [{ line: 3, amount: '-0.01' }],
          },
        ],
      },
      agrees: true,
    });
  });

  it('proves a void invoice to be nothing', async () => {
    const { id } = await sentInvoice(admin, accountId);
    await admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'x' } });
    expect(await get(`/invoices/${id}/proof`)).toMatchObject({
      summed: { balance: '0.00', total: '100.00' },
      agrees: true,
    });
  });
});

async function ledgerOf(customer: string): Promise<string> {
  const { ledgerAccountId } = (await get(`/accounts/${customer}`)) as { ledgerAccountId: string };
  return `/ledger-accounts/${ledgerAccountId}`;
}

describe('GET /ledger-accounts/{id}/proof', () => {
  it('adds up everything of a customer, by currency', async () => {
    const customer = accountId;
    const { id } = await sentInvoice(admin, customer);
    await newInvoice(admin, customer, { currency: 'USD' });
    const gone = await sentInvoice(admin, customer);
    await admin.call('POST', `/invoices/${gone.id}/void`, { body: { reason: 'x' } });
    const answer = await admin.call('POST', '/payments', {
      body: {
        accountId: customer,
        amount: '90',
        currency: 'EUR',
        method: 'cash',
        allocations: [{ invoiceId: id, amount: '60' }],
      },
    });
    const payment = answer.body as { id: string; creditNote: { id: string } };
    await admin.call('POST', `/credit-notes/${payment.creditNote.id}/apply`, {
      body: { invoiceId: id, amount: '10' },
    });
    await admin.call('POST', `/payments/${payment.id}/refund`, {
      body: { amount: '25', reason: 'Too much' },
    });
    const euro = {
      billed: '100.00',
      paid: '55.00',
      credited: '10.00',
      balance: '35.00',
      received: '90.00',
      refunded: '25.00',
      onAccount: '0.00',
    };
    expect(await get(`${await ledgerOf(customer)}/proof`)).toMatchObject({
      accountId: customer,
      currencies: [
        { currency: 'EUR', summed: euro, kept: euro, agrees: true },
        { currency: 'USD', kept: { billed: '100.00', balance: '100.00' }, agrees: true },
      ],
      agrees: true,
    });
  });

  it('shows what does not agree', async () => {
    const customer = accountId;
    const { id } = await newInvoice(admin, customer);
    await t.db.write(t.ctx(admin.companyId), (tx) =>
      tx.run(
        'update receivables.invoice_line set net = net + 1, total = total + 1 where invoice_id ' +
          '= $1',
        [id],
      ),
    );
    expect(await get(`${await ledgerOf(customer)}/proof`)).toMatchObject({
      currencies: [{ summed: { billed: '100.01' }, kept: { billed: '100.00' }, agrees: false }],
      agrees: false,
    });
    await t.db.write(t.ctx(admin.companyId), (tx) =>
      tx.run(
        'update receivables.invoice_line set net = net - 1, total = total - 1 where invoice_id ' +
          '= $1',
        [id],
      ),
    );
  });

  it('knows no customer of another company', async () => {
    const path = `${await ledgerOf(accountId)}/proof`;
    expect(refusal(await api.admin.call('GET', path))).toEqual([404, 'not_found']);
  });
});

it('figures need the right to view invoices', async () => {
  const { id } = await newInvoice(api.admin, await newAccount(t, api.company));
  const nobody = await memberWith(api, { matrix: { payments: ['view'] } });
  const paths = ['/invoices/statistics', '/invoices/overdue', `/invoices/${id}/proof`];
  const answers = await Promise.all(paths.map((path) => nobody.call('GET', path)));
  expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
  const foreign = (await newInvoice(admin, accountId)) as InvoiceBody;
  const hidden = await api.admin.call('GET', `/invoices/${foreign.id}/proof`);
  expect(refusal(hidden)).toEqual([404, 'not_found']);
});
