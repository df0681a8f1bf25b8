import type { AgeingLine, CashLine, StatementView } from '@quittance/reporting/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, newInvoice, sentInvoice, type InvoiceBody } from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
  accountId = await newAccount(t, t.ctx(admin.companyId));
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const invoiceOf = (
  issueDate: string,
  dueDate: string,
  unitPrice = '100.00',
): Promise<InvoiceBody> =>
  sentInvoice(admin, accountId, {
    issueDate,
    dueDate,
    lines: [{ description: 'Work', quantity: '1', unitPrice }],
  });

async function paid(invoice: InvoiceBody, amount: string, receivedOn: string, method = 'cash') {
  const body = { amount, currency: 'EUR', method, receivedOn };
  const answer = await admin.call('POST', `/invoices/${invoice.id}/payments`, { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return bodyOf<{ id: string }>(answer);
}

async function ledgerAccount(): Promise<string> {
  const filter = encodeURIComponent(
    JSON.stringify({ field: 'accountId', op: 'eq', value: accountId }),
  );
  const answer = await admin.call('GET', `/ledger-accounts?filter=${filter}`);
  return bodyOf<{ data: [{ id: string }] }>(answer).data[0].id;
}

describe('/reports', () => {
  it('ages what each customer owes, and agrees with the statistics', async () => {
    const aged = await invoiceOf('2025-10-01', '2025-10-31', '10.00');
    await invoiceOf('2026-02-01', '2026-02-20', '20.00');
    await invoiceOf('2026-02-10', '2026-03-10', '40.00');
    await paid(aged, '4.00', '2026-01-15');
    await newInvoice(admin, accountId, { issueDate: '2025-10-01', dueDate: '2025-10-31' });
    const { data } = bodyOf<{ data: AgeingLine[] }>(await admin.call('GET', '/reports/ageing'));
    expect(data).toEqual([
      expect.objectContaining({
        accountId,
        accountName: 'Acme GmbH',
        invoices: 3,
        current: '40.00',
        days1To30: '20.00',
        days31To60: '0.00',
        days61To90: '0.00',
        over90: '6.00',
        overdue: '26.00',
        balance: '66.00',
        oldestDueDate: '2025-10-31',
      }),
    ]);
    const then = bodyOf<{ data: AgeingLine[] }>(
      await admin.call('GET', '/reports/ageing?asOf=2025-12-31'),
    );
    expect(then.data).toMatchObject([{ balance: '10.00', days61To90: '10.00' }]);
    const statistics = bodyOf<{ currencies: object[] }>(
      await admin.call('GET', '/invoices/statistics'),
    );
    const ageing = { current: { balance: '40.00' }, over90: { count: 1, balance: '6.00' } };
    // The draft is in the balance alone.
    expect(statistics.currencies).toMatchObject([
      { balance: '166.00', overdue: '26.00', overdueCount: 2, ageing },
    ]);
  });

  it('tells which part of what a customer owes is in dispute', async () => {
    const { id } = await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    await invoiceOf('2026-01-12', '2026-02-12', '50.00');
    const body = { reason: 'one crate was broken', amount: '30.00' };
    await admin.call('POST', `/invoices/${id}/dispute`, { body });
    const aged = async (query = '') =>
      bodyOf<{ data: AgeingLine[] }>(await admin.call('GET', `/reports/ageing${query}`)).data;
    expect(await aged()).toMatchObject([
      { balance: '150.00', overdue: '150.00', disputed: '30.00' },
    ]);
    expect(await aged('?asOf=2026-03-01')).toMatchObject([{ balance: '150.00', disputed: '0.00' }]);
    await admin.call('POST', `/invoices/${id}/resolve`, { body: { note: 'replaced' } });
    expect(await aged()).toMatchObject([{ balance: '150.00', disputed: '0.00' }]);
  });

  it('counts cash by day and method, refunds on their own day', async () => {
    const invoice = await invoiceOf('2026-02-01', '2026-02-20', '100.00');
    const first = await paid(invoice, '30.00', '2026-02-10');
    await paid(invoice, '20.00', '2026-02-10');
    await paid(invoice, '10.00', '2026-02-11', 'card');
    await admin.call('POST', `/payments/${first.id}/refund`, {
      body: { amount: '5.00', reason: 'too much' },
    });
    const path = '/reports/cash-received?from=2026-02-01&to=2026-03-31';
    const { data } = bodyOf<{ data: CashLine[] }>(await admin.call('GET', path));
    expect(
      data.map(({ date, method, received, refunded, net }) => [
        date,
        method,
        received,
        refunded,
        net,
      ]),
    ).toEqual([
      ['2026-02-10', 'cash', '50.00', '0.00', '50.00'],
      ['2026-02-11', 'card', '10.00', '0.00', '10.00'],
      ['2026-03-02', 'cash', '0.00', '5.00', '-5.00'],
    ]);
    const csv = await admin.call('GET', path, { headers: { accept: 'text/csv' } });
    expect(csv.body).toBe(
      'date,method,currency,payments,refunds,received,refunded,net\n' +
        '2026-02-10,cash,EUR,2,0,50.00,0.00,50.00\n' +
        '2026-02-11,card,EUR,1,0,10.00,0.00,10.00\n' +
        '2026-03-02,cash,EUR,0,1,0.00,5.00,-5.00\n',
    );
  });

  it('goes from the first day there is to the last', async () => {
    await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    const whole = '?from=0001-01-01&to=9999-12-31';
    const collected = await admin.call('GET', `/reports/collections${whole}`);
    expect(collected).toMatchObject({
      status: 200,
      body: [{ openingReceivables: '0.00', billed: '100.00' }],
    });
    const ends = ['/reports/cash-received' + whole, '/forecast?from=9999-12-31'];
    const answers = await Promise.all(ends.map((path) => admin.call('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('takes only a period that runs forward, and asks for the right to reports', async () => {
    const path = '/reports/collections?from=2026-03-01&to=2026-02-01';
    expect(await admin.call('GET', path)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'to', code: 'min' }] },
    });
    const noDay = '/reports/cash-received?from=yesterday';
    expect((await admin.call('GET', noDay)).body).toMatchObject({
      errors: [{ parameter: 'from', code: 'format' }],
    });
    const viewer = await memberWith(api, { matrix: { invoices: ['view'] } });
    expect(refusal(await viewer.call('GET', '/reports/ageing'))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});

describe('/ledger-accounts/{id}/statement', () => {
  const statement = async (from: string, to: string): Promise<StatementView> => {
    const path = `/ledger-accounts/${await ledgerAccount()}/statement?from=${from}&to=${to}`;
    return bodyOf<StatementView>(await admin.call('GET', path));
  };

  it('carries the balance through invoices, payments, refunds, credit and voids', async () => {
    const january = await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    const february = await invoiceOf('2026-02-05', '2026-03-05', '50.00');
    const voided = await invoiceOf('2026-02-07', '2026-03-05', '30.00');
    await admin.call('POST', `/invoices/${voided.id}/void`, { body: { reason: 'by mistake' } });
    const payment = await paid(january, '100.00', '2026-02-20');
    await admin.call('POST', `/payments/${payment.id}/refund`, {
      body: { amount: '25.00', reason: 'goodwill' },
    });
    const { currencies } = await statement('2026-02-01', '2026-03-31');
    const [part] = currencies;
    expect(part).toMatchObject({
      currency: 'EUR',
      openingBalance: '100.00',
      closingBalance: '75.00',
      charged: '105.00',
      settled: '130.00',
    });
    expect(part?.movements.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['invoice', '50.00', '150.00'],
      ['invoice', '30.00', '180.00'],
      ['payment', '-100.00', '80.00'],
      ['refund', '25.00', '105.00'],
      ['invoice_voided', '-30.00', '75.00'],
    ]);
    expect(part?.movements[0]).toMatchObject({ number: february.number, date: '2026-02-05' });
  });

  it('shows a credit note that was voided later, and that it was', async () => {
    const { id: invoiceId } = await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    const note = async (status: 'issued' | 'draft') => {
      const body = {
        accountId,
        invoiceId,
        reason: 'goodwill',
        issueDate: '2026-02-15',
        lines: [{ description: 'Less', quantity: '1', unitPrice: '20.00' }],
      };
      const made = bodyOf<{ id: string }>(await admin.call('POST', '/credit-notes', { body }));
      if (status === 'issued') await admin.call('POST', `/credit-notes/${made.id}/issue`);
      const reason = { body: { reason: 'by mistake' } };
      expect((await admin.call('POST', `/credit-notes/${made.id}/void`, reason)).status).toBe(200);
    };
    await note('issued');
    await note('draft');
    const then = await statement('2026-02-01', '2026-02-28');
    expect(then.currencies).toMatchObject([
      { closingBalance: '80.00', movements: [{ kind: 'credit_note', amount: '-20.00' }] },
    ]);
    const since = await statement('2026-03-01', '2026-03-31');
    expect(since.currencies).toMatchObject([
      {
        openingBalance: '80.00',
        closingBalance: '100.00',
        movements: [{ kind: 'credit_note_voided', date: '2026-03-02', amount: '20.00' }],
      },
    ]);
  });

  it.each(['void', 'cancel'])(
    'keeps an invoice that was paid before it was sent, and given up since: %s',
    async (how) => {
      const dates = { issueDate: '2026-01-10', dueDate: '2026-02-10' };
      const draft = await newInvoice(admin, accountId, dates);
      const never = await newInvoice(admin, accountId, dates);
      const payment = await paid(draft, draft.total, '2026-01-20');
      const before = await statement('2026-01-01', '2026-01-31');
      const reason = { body: { reason: 'by mistake' } };
      await admin.call('POST', `/payments/${payment.id}/refund`, reason);
      for (const { id } of [draft, never]) {
        const body = how === 'void' ? reason : {};
        expect((await admin.call('POST', `/invoices/${id}/${how}`, body)).status).toBe(200);
      }
      expect(await statement('2026-01-01', '2026-01-31')).toEqual(before);
      expect(before.currencies).toMatchObject([
        { closingBalance: '0.00', movements: [{ kind: 'invoice' }, { kind: 'payment' }] },
      ]);
      const [part] = (await statement('2026-02-01', '2026-03-31')).currencies;
      expect(part).toMatchObject({ openingBalance: '0.00', closingBalance: '0.00' });
      expect(part?.movements.map(({ kind }) => kind)).toEqual(['refund', 'invoice_voided']);
    },
  );

  it('comes to what the invoices say, less what is held on account', async () => {
    const first = await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    await invoiceOf('2026-01-12', '2026-02-12', '70.00');
    await paid(first, '60.00', '2026-01-20');
    const body = {
      accountId,
      amount: '90.00',
      currency: 'EUR',
      method: 'bank_transfer',
      receivedOn: '2026-01-25',
      allocations: [{ invoiceId: first.id, amount: '40.00' }],
    };
    expect((await admin.call('POST', '/payments', { body })).status).toBe(201);
    const { currencies } = await statement('2026-01-01', '2026-12-31');
    // 70 open, 50 on account.
    expect(currencies).toMatchObject([{ openingBalance: '0.00', closingBalance: '20.00' }]);
    const later = await statement('2026-02-01', '2026-02-28');
    expect(later.currencies).toMatchObject([{ openingBalance: '20.00', movements: [] }]);
  });

  it('is a PDF as well, the same bytes each time', async () => {
    await invoiceOf('2026-01-10', '2026-02-10', '100.00');
    const id = await ledgerAccount();
    const path = `/ledger-accounts/${id}/statement/pdf?from=2026-01-01&to=2026-01-31`;
    const answer = await admin.call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(
      'statement-2026-01-01-2026-01-31.pdf',
    );
    const again = await admin.call('GET', path, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('belongs to one company', async () => {
    const id = await ledgerAccount();
    const stranger = await api.newAdmin();
    const path = `/ledger-accounts/${id}/statement?from=2026-01-01&to=2026-01-31`;
    expect(refusal(await stranger.call('GET', path))).toEqual([404, 'not_found']);
  });
});
