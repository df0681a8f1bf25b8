import { checkInvariants } from '@quittance/database/host';
import { receivablesInvariants } from '@quittance/receivables/host';
import { Client } from 'pg';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { bodyOf, refusal } from '../access/members.js';
import { orderMoneyDesk, type OrderedInvoice } from '../sales/orders/order-support.js';
import { newAccount, newInvoice } from './billing-support.js';

interface Note {
  readonly id: string;
  readonly total: string;
  readonly taxTotal: string;
  readonly remaining: string;
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let money: ReturnType<typeof orderMoneyDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  money = orderMoneyDesk(api.admin);
});
beforeEach(async () => {
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const line = (amount: string, taxRate: string) => ({ description: 'Ahead', amount, taxRate });
const TAXED = { description: 'Kitchen', quantity: '1', unitPrice: '1000.00', taxRate: '19' };

/** A deposit that was sent. */
async function asked(...lines: object[]): Promise<OrderedInvoice> {
  const answer = await money.post('/deposits', { accountId, currency: 'EUR', lines });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  const deposit = bodyOf<OrderedInvoice>(answer);
  expect((await money.post(`/invoices/${deposit.id}/send`)).status).toBe(200);
  return deposit;
}

async function paidAhead(amount: string): Promise<OrderedInvoice> {
  const deposit = await asked(line(amount, '19'));
  await money.paid(deposit, amount);
  return deposit;
}

const final = (lines: object[] = [TAXED]) => newInvoice(api.admin, accountId, { lines });
const deduct = (id: string, deposits?: object[]) =>
  money.post(`/invoices/${id}/deduct-deposits`, { ...(deposits && { deposits }) });

async function notesOf({ id }: OrderedInvoice): Promise<Note[]> {
  const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: id });
  const answer = await money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
  return bodyOf<{ data: Note[] }>(answer).data;
}

describe('a deposit without an order', () => {
  it('is exact with its tax by rate, and deducted with that very tax', async () => {
    const deposit = await asked(line('68.99', '19'), line('31.01', '7'));
    expect(deposit).toMatchObject({
      total: '100.00',
      lines: [
        { net: '57.97', tax: '11.02' },
        { net: '28.98', tax: '2.03' },
      ],
    });
    await money.paid(deposit, '100.00');
    const invoice = await final();
    expect((await deduct(invoice.id)).body).toMatchObject({
      total: '1190.00',
      creditedAmount: '100.00',
      balance: '1090.00',
      status: 'partially_paid',
    });
    expect(await notesOf(deposit)).toMatchObject([{ total: '100.00', taxTotal: '13.05' }]);
    expect((await money.post(`/invoices/${invoice.id}/send`)).status).toBe(200);
    const file = await fetch(`${api.url}/invoices/${invoice.id}/pdf?language=en`, {
      headers: { authorization: `Bearer ${api.admin.token()}` },
    });
    const text = pdfText(Buffer.from(await file.arrayBuffer()))
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(text).toMatch(/Less deposit \S+-\d+/);
    expect(text).toMatch(/net 86\.95 EUR ?, tax 13\.05 EUR ?, total 100\.00 EUR/);
    // By rate it comes to the same.
    expect(text).toContain('Tax 19% · Taxable amount 57.97 EUR · Tax 11.02 EUR');
    expect(text).toContain('Tax 7% · Taxable amount 28.98 EUR · Tax 2.03 EUR');
  });

  it('is used by several invoices until nothing is left, to the last of its tax', async () => {
    const deposit = await paidAhead('100.01');
    for (const amount of ['33.33', '33.33']) {
      const { id } = await final();
      const answer = await deduct(id, [{ invoiceId: deposit.id, amount }]);
      expect(answer.body).toMatchObject({ creditedAmount: amount });
    }
    const last = await final();
    const above = await deduct(last.id, [{ invoiceId: deposit.id, amount: '33.36' }]);
    expect(refusal(above)).toEqual([422, 'deposit_not_available']);
    expect((await deduct(last.id)).body).toMatchObject({ creditedAmount: '33.35' });
    const taxes = (await notesOf(deposit)).map(({ taxTotal }) => Number(taxTotal));
    expect(taxes.reduce((sum, tax) => sum + tax, 0).toFixed(2)).toBe('15.97');
    const listed = await money.call('GET', '/deposits');
    expect(listed.body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ id: deposit.id, credited: '100.01', available: '0.00' }),
      ]),
    });
    expect(refusal(await deduct((await final()).id))).toEqual([422, 'no_deposit_left']);
  });

  it('gives no more than was paid of it, and no more than the invoice takes', async () => {
    const deposit = await asked(line('500.00', '19'));
    await money.paid(deposit, '200.00');
    const small = await final([{ ...TAXED, unitPrice: '100.00' }]);
    expect((await deduct(small.id)).body).toMatchObject({ status: 'paid', balance: '0.00' });
    const next = await final();
    const above = await deduct(next.id, [{ invoiceId: deposit.id, amount: '81.01' }]);
    expect(refusal(above)).toEqual([422, 'deposit_not_available']);
    expect((await deduct(next.id)).body).toMatchObject({ creditedAmount: '81.00' });
    expect(await money.invoiceOf(deposit)).toMatchObject({ balance: '300.00' });
  });

  it('is free again once what it was deducted from is undone, and used again first', async () => {
    const deposit = await paidAhead('119.00');
    const first = await final();
    await deduct(first.id);
    const cancelled = await money.post(`/invoices/${first.id}/cancel`);
    expect(refusal(cancelled)).toEqual([409, 'invoice_has_payments']);
    const [note] = await notesOf(deposit);
    const back = { invoiceId: first.id, amount: '119.00' };
    expect((await money.post(`/credit-notes/${note?.id}/unapply`, back)).status).toBe(200);
    expect((await money.post(`/invoices/${first.id}/cancel`)).status).toBe(200);
    expect((await deduct((await final()).id)).body).toMatchObject({ creditedAmount: '119.00' });
    expect(await notesOf(deposit)).toMatchObject([{ total: '119.00', remaining: '0.00' }]);
    expect(refusal(await money.post(`/invoices/${deposit.id}/void`, { reason: 'No' }))).toEqual([
      409,
      'invoice_has_payments',
    ]);
  });

  it('that is released goes back as money, or stays as credit', async () => {
    const deposit = await paidAhead('119.00');
    await deduct((await final()).id, [{ invoiceId: deposit.id, amount: '19.00' }]);
    const end = { reason: 'Given up' };
    const ended = await money.post(`/deposits/${deposit.id}/refund`, end);
    expect(ended.body).toMatchObject({ status: 'paid', paidAmount: '19.00', balance: '0.00' });
    const payments = await money.call('GET', `/invoices/${deposit.id}/payments`);
    expect(payments.body).toMatchObject({ data: [{ refundedAmount: '100.00' }] });
    const named = JSON.stringify({ field: 'action', op: 'eq', value: 'invoice.deposit_released' });
    const log = await money.call('GET', `/audit-log?filter=${encodeURIComponent(named)}`);
    const after = { credited: '100.00', refund: true, refunded: '100.00' };
    expect(log.body).toMatchObject({ data: [{ recordId: deposit.id, after }] });
    const again = await money.post(`/deposits/${deposit.id}/refund`, end);
    expect(refusal(again)).toEqual([422, 'deposit_not_available']);
    const kept = await paidAhead('50.00');
    await money.post(`/deposits/${kept.id}/release`, { reason: 'Later' });
    expect(await notesOf(kept)).toMatchObject([{ total: '50.00', remaining: '50.00' }]);
  });

  it('of which a part is unpaid is credited against that when it is released', async () => {
    const deposit = await asked(line('119.00', '19'));
    await money.paid(deposit, '19.00');
    const ended = await money.post(`/deposits/${deposit.id}/release`, { reason: 'Given up' });
    expect(ended.body).toMatchObject({ status: 'paid', creditedAmount: '100.00' });
    expect(await notesOf(deposit)).toMatchObject([{ total: '119.00', remaining: '19.00' }]);
  });

  it('that is left pays what is open where the company wants that, but no draft', async () => {
    await money.call('PATCH', '/company', { body: { autoApplyCredit: true } });
    const draft = await final();
    await deduct(draft.id, [{ invoiceId: (await paidAhead('10.00')).id }]);
    const [deposit, open] = [await paidAhead('119.00'), await final()];
    await money.post(`/invoices/${open.id}/send`);
    await money.post(`/deposits/${deposit.id}/release`, { reason: 'Later' });
    expect(await notesOf(deposit)).toMatchObject([{ total: '119.00', remaining: '0.00' }]);
    for (const [{ id }, creditedAmount] of [
      [open, '119.00'],
      [draft, '10.00'],
    ] as const) {
      const invoice = await money.call('GET', `/invoices/${id}`);
      expect(invoice.body).toMatchObject({ creditedAmount });
    }
    await money.call('PATCH', '/company', { body: { autoApplyCredit: false } });
  });

  it('stays as it was asked for, and is of its customer alone', async () => {
    const lines = [line('10.00', '19')];
    const draft = await money.post('/deposits', { accountId, currency: 'EUR', lines });
    const { id } = bodyOf<OrderedInvoice>(draft);
    const adjustments = [{ kind: 'allowance', reason: 'Discount', percent: '10' }];
    for (const body of [{ pricesIncludeTax: false }, { adjustments }]) {
      const answer = await money.call('PATCH', `/invoices/${id}`, { body });
      expect(refusal(answer)).toEqual([409, 'invoice_of_order']);
    }
    const others = await paidAhead('10.00');
    accountId = await newAccount(t, api.company);
    const theirs = await deduct((await final()).id, [{ invoiceId: others.id }]);
    expect(refusal(theirs)).toEqual([422, 'account_mismatch']);
    const none = await deduct((await final()).id, [{ invoiceId: (await final()).id }]);
    expect(refusal(none)).toEqual([422, 'reference_not_found']);
    const fine = [{ ...lines[0], amount: '1.005' }];
    const half = await money.post('/deposits', { accountId, currency: 'EUR', lines: fine });
    expect(refusal(half)).toEqual([422, 'validation_failed']);
  });
});

test('a deposit that is deducted at another tax than its own is told', async () => {
  const deposit = await paidAhead('119.00');
  await deduct((await final()).id);
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const ask = async (text: string) => (await owner.query(text)).rows as never;
  const deducted = receivablesInvariants.filter(({ id }) => id === 'I30e');
  const violated = async () =>
    (await checkInvariants(ask, deducted)).flatMap(({ violations }) => violations).length;
  await owner.query('begin');
  expect(await violated()).toBe(0);
  const { rowCount } = await owner.query(
    `update receivables.credit_note_line l set net = l.net + 1, tax = l.tax - 1
     from receivables.credit_note n
     where n.company_id = l.company_id and n.id = l.credit_note_id and n.invoice_id = $1`,
    [deposit.id],
  );
  expect(rowCount).toBe(1);
  expect(await violated()).toBe(1);
  await owner.query('rollback');
  await owner.end();
});
