import type { CollectionsLine } from '@quittance/reporting/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, sentInvoice, type InvoiceBody } from '../receivables/billing-support.js';
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

async function paid(invoice: InvoiceBody, amount: string, receivedOn: string) {
  const body = { amount, currency: 'EUR', method: 'cash', receivedOn };
  const answer = await admin.call('POST', `/invoices/${invoice.id}/payments`, { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return bodyOf<{ id: string }>(answer);
}

describe('/reports/collections', () => {
  it('tells how well a company collects', async () => {
    const before = await invoiceOf('2026-01-01', '2026-01-31', '100.00');
    await invoiceOf('2026-02-05', '2026-03-07', '60.00');
    await paid(before, '80.00', '2026-02-10');
    const lines = bodyOf<CollectionsLine[]>(
      await admin.call('GET', '/reports/collections?from=2026-02-01&to=2026-02-28'),
    );
    expect(lines).toEqual([
      {
        currency: 'EUR',
        openingReceivables: '100.00',
        billed: '60.00',
        collected: '80.00',
        credited: '0.00',
        writtenOff: '0.00',
        closingReceivables: '80.00',
        closingNotDue: '60.00',
        // (100 + 60 − 80) ÷ (100 + 60 − 60)
        effectiveness: '80.0',
        averageDaysToPay: '40.0',
        // 80 ÷ 160 × 90
        dso: '45.0',
      },
    ]);
  });

  it('tells in how many days was paid, whatever of it went back since', async () => {
    const [old, other] = [
      await invoiceOf('2025-06-01', '2025-06-30', '100.00'),
      await invoiceOf('2026-02-01', '2026-02-20', '100.00'),
    ];
    const first = await paid(old, '100.00', '2025-06-06');
    await paid(other, '100.00', '2026-02-11');
    const reason = 'too much';
    await admin.call('POST', `/payments/${first.id}/refund`, { body: { amount: '90.00', reason } });
    const { body } = await admin.call('GET', '/reports/collections?from=2026-02-01&to=2026-03-02');
    expect(body).toMatchObject([{ collected: '10.00', averageDaysToPay: '10.0' }]);
  });

  it('takes what was on account for money, and tells what is expected of nobody', async () => {
    const first = await invoiceOf('2026-02-01', '2026-03-20', '100.00');
    const second = await invoiceOf('2026-02-05', '2026-03-20', '60.00');
    const post = async (path: string, body: object) =>
      bodyOf<{ creditNote?: { id: string } }>(await admin.call('POST', path, { body }));
    const { body: invoice } = await admin.call('GET', `/invoices/${first.id}`);
    const { accountId } = invoice as { accountId: string };
    const how = { currency: 'EUR', method: 'cash', receivedOn: '2026-02-10' };
    const { creditNote } = await post('/payments', { accountId, amount: '30.00', ...how });
    const apply = { invoiceId: first.id, amount: '30.00' };
    await post(`/credit-notes/${creditNote?.id}/apply`, apply);
    await post(`/invoices/${second.id}/write-off`, { reason: 'Insolvent' });
    const path = '/reports/collections?from=2026-02-01&to=2026-03-31';
    const told = { billed: '160.00', collected: '30.00', credited: '0.00', writtenOff: '60.00' };
    const [line] = bodyOf<CollectionsLine[]>(await admin.call('GET', path));
    expect(line).toMatchObject({ ...told, closingReceivables: '70.00' });
  });

  it('tells of a month that is over the same when an invoice of it is voided later', async () => {
    await invoiceOf('2026-02-01', '2026-02-20', '40.00');
    const { id } = await invoiceOf('2026-02-05', '2026-03-07', '60.00');
    const path = '/reports/collections?from=2026-02-01&to=2026-02-28';
    const before = await admin.call('GET', path);
    expect(before.body).toMatchObject([{ billed: '100.00', closingReceivables: '100.00' }]);
    await admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'wrong customer' } });
    expect((await admin.call('GET', path)).body).toEqual(before.body);
    const march = await admin.call('GET', '/reports/collections?from=2026-03-01&to=2026-03-02');
    expect(march.body).toMatchObject([
      { openingReceivables: '100.00', billed: '-60.00', closingReceivables: '40.00' },
    ]);
  });

  it('takes what is voided off what is billed, and counts it as collected by nobody', async () => {
    const old = await invoiceOf('2026-01-01', '2026-01-31', '100.00');
    const { id: paymentId } = await paid(old, '30.00', '2026-02-10');
    const reason = { reason: 'wrong customer' };
    await admin.call('POST', `/payments/${paymentId}/refund`, { body: reason });
    const voided = await admin.call('POST', `/invoices/${old.id}/void`, { body: reason });
    expect(voided.status).toBe(200);
    const path = '/reports/collections?from=2026-03-01&to=2026-03-02';
    const of = async () => bodyOf<CollectionsLine[]>(await admin.call('GET', path));
    const given = { billed: '-100.00', collected: '-30.00', credited: '0.00', writtenOff: '0.00' };
    expect(await of()).toMatchObject([
      { openingReceivables: '70.00', ...given, closingReceivables: '0.00', effectiveness: null },
    ]);
    await invoiceOf('2026-01-02', '2026-02-01', '50.00');
    expect(await of()).toMatchObject([
      { openingReceivables: '120.00', ...given, closingReceivables: '50.00' },
    ]);
  });

  it('has nobody collect well who voids what is owed', async () => {
    const old = await invoiceOf('2026-01-01', '2026-01-31', '100.00');
    const path = '/reports/collections?from=2026-03-01&to=2026-03-02';
    const effectiveness = async () =>
      bodyOf<CollectionsLine[]>(await admin.call('GET', path)).map((line) => line.effectiveness);
    await admin.call('POST', `/invoices/${old.id}/void`, { body: { reason: 'wrong customer' } });
    expect(await effectiveness()).toEqual([null]);
    await invoiceOf('2026-01-02', '2026-02-01', '50.00');
    expect(await effectiveness()).toEqual(['0.0']);
  });

  it('tells it as CSV and as JSON Lines too, to whom may export', async () => {
    await invoiceOf('2026-02-05', '2026-03-07', '60.00');
    const path = '/reports/collections?from=2026-02-01&to=2026-02-28';
    const as = (accept: string, by = admin) => by.call('GET', path, { headers: { accept } });
    const csv = await as('text/csv');
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="reports-collections.csv"',
    );
    expect(csv.body).toBe(
      'currency,openingReceivables,billed,collected,credited,closingReceivables,closingNotDue,' +
        'effectiveness,averageDaysToPay,dso,writtenOff\n' +
        'EUR,0.00,60.00,0.00,0.00,60.00,60.00,,,90.0,0.00\n',
    );
    expect((await as('application/x-ndjson')).body).toContain('"billed":"60.00"');
    expect(refusal(await as('image/png'))).toEqual([406, 'not_acceptable']);
    const viewer = await memberWith(api, { matrix: { reports: ['view'] } });
    expect(refusal(await as('text/csv', viewer))).toEqual([403, 'permission_denied']);
  });
});
