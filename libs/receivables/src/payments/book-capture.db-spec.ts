import { type Ctx, type InvoiceId, newId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { aDispute } from '../testing/an-invoice.js';
import { bookCapture } from './book-capture.js';
import type { Capture, CaptureOutcome } from './capture.js';

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

function aCapture(invoiceId: InvoiceId, facts: Partial<Capture> = {}): Capture {
  return {
    invoiceId,
    provider: 'sandbox',
    providerPaymentId: `pay_${newId()}`,
    amount: 10_000n,
    currency: 'EUR',
    method: 'gateway',
    receivedOn: parseLocalDate('2026-03-02'),
    reference: null,
    ...facts,
  };
}

const book = (capture: Capture) => t.db.write(ctx, (tx) => bookCapture(tx, capture));
const stored = (facts: Partial<Invoice> = {}) => t.db.write(ctx, (tx) => aStoredInvoice(tx, facts));

function invoiceRow(id: InvoiceId) {
  return t.db.read(ctx, (tx) =>
    tx.one<{ status: string; paid: bigint; balance: bigint; dispute: unknown }>(
      `select status, paid_amount as paid, balance, dispute from receivables.invoice where id = $1`,
      [id],
    ),
  );
}

function rows<T>(text: string, ...params: unknown[]): Promise<T[]> {
  return t.db.read(ctx, (tx) => tx.rows<T>(text, params));
}

describe('bookCapture', () => {
  it('settles the invoice and announces payment and paid invoice', async () => {
    const invoice = await stored();
    const outcome = await book(aCapture(invoice.id));
    expect(outcome).toMatchObject({
      outcome: 'booked',
      applied: 10_000n,
      excess: 0n,
      creditNoteId: null,
    });
    expect(await invoiceRow(invoice.id)).toMatchObject({
      status: 'paid',
      paid: 10_000n,
      balance: 0n,
    });
    const events = await rows<{ type: string }>(
      `select type from outbox.event where record_id = any($1) order by seq`,
      [invoice.id, (outcome as { paymentId: string }).paymentId],
    );
    expect(events.map(({ type }) => type).sort()).toEqual(['invoice.paid', 'payment.received']);
  });

  it('books account and order of the invoice and keeps part payments', async () => {
    const invoice = await stored();
    await book(aCapture(invoice.id, { amount: 2_500n }));
    expect(await invoiceRow(invoice.id)).toMatchObject({
      status: 'partially_paid',
      balance: 7_500n,
    });
    const [payment] = await rows(
      `select account_id, amount, applied_amount, status, number from receivables.payment
        where invoice_id = $1`,
      invoice.id,
    );
    expect(payment).toMatchObject({
      account_id: invoice.accountId,
      amount: 2_500n,
      applied_amount: 2_500n,
      status: 'completed',
    });
  });

  it('keeps the excess as an issued on-account credit note', async () => {
    const invoice = await stored();
    const capture = aCapture(invoice.id, { amount: 12_500n });
    const outcome = await book(capture);
    expect(outcome).toMatchObject({ applied: 10_000n, excess: 2_500n });
    const [note] = await rows(
      `select kind, status, account_id, provider_payment_id, total, remaining, number
       from receivables.credit_note where invoice_id = $1`,
      invoice.id,
    );
    expect(note).toMatchObject({
      kind: 'on_account',
      status: 'issued',
      account_id: invoice.accountId,
      provider_payment_id: capture.providerPaymentId,
      total: 2_500n,
      remaining: 2_500n,
    });
  });

  it.each(['paid', 'void', 'cancelled'] as const)(
    'takes a capture for an invoice that is %s as excess alone',
    async (status) => {
      const settled = status === 'paid' ? { paidAmount: 0n, total: 0n } : {};
      const invoice = await stored({ status, balance: 0n, ...settled });
      expect(await book(aCapture(invoice.id, { amount: 700n }))).toMatchObject({
        outcome: 'booked',
        applied: 0n,
        excess: 700n,
      });
      expect(await invoiceRow(invoice.id)).toMatchObject({ status, balance: 0n });
    },
  );

  it('ends a dispute', async () => {
    const invoice = await stored({
      status: 'disputed',
      dispute: aDispute(10_000n),
    });
    await book(aCapture(invoice.id, { amount: 1n }));
    expect(await invoiceRow(invoice.id)).toMatchObject({
      status: 'partially_paid',
      dispute: { outcome: 'settled' },
    });
  });

  it('applies nothing that cannot be applied', async () => {
    const invoice = await stored();
    expect(await book(aCapture(newId<'invoice'>()))).toEqual({ outcome: 'invoice_not_found' });
    expect(await book(aCapture('nonsense' as InvoiceId))).toEqual({ outcome: 'invoice_not_found' });
    expect(await book(aCapture(invoice.id, { amount: 0n }))).toEqual({ outcome: 'zero_amount' });
    expect(await book(aCapture(invoice.id, { currency: 'USD' }))).toEqual({
      outcome: 'currency_mismatch',
      expected: 'EUR',
    });
    expect(
      await rows(`select 1 from receivables.payment where invoice_id = $1`, invoice.id),
    ).toEqual([]);
  });

  it('does not see an invoice of another company', async () => {
    const other = await t.newCompany();
    const invoice = await t.db.write(other, (tx) => aStoredInvoice(tx));
    expect(await book(aCapture(invoice.id))).toEqual({ outcome: 'invoice_not_found' });
  });
});

describe('bookCapture under concurrency', () => {
  const applied = (outcomes: CaptureOutcome[]) =>
    outcomes.reduce((sum, o) => (o.outcome === 'booked' ? sum + o.applied : sum), 0n);

  it('makes one payment of many deliveries of one capture', async () => {
    const invoice = await stored();
    const capture = aCapture(invoice.id);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => book(capture)));
    expect(outcomes.filter(({ outcome }) => outcome === 'booked')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already_processed')).toHaveLength(19);
    expect(await invoiceRow(invoice.id)).toMatchObject({ status: 'paid', balance: 0n });
  });

  it('makes one payment of a capture delivered for two invoices at once', async () => {
    const [one, two] = [await stored(), await stored()];
    const providerPaymentId = `pay_${newId()}`;
    const outcomes = await Promise.all(
      [one, two, one, two].map(({ id }) => book(aCapture(id, { providerPaymentId }))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'booked')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already_processed')).toHaveLength(3);
  });

  it('keeps money for a draft on account whose tax nobody knows', async () => {
    const invoice = await stored({ status: 'draft', sentAt: null });
    await t.db.write(ctx, (tx) =>
      tx.run(
        `update receivables.invoice_line set tax_category = null, tax_reason = 'rate_missing'
         where company_id = $1 and invoice_id = $2`,
        [ctx.companyId, invoice.id],
      ),
    );
    const outcome = await book(aCapture(invoice.id));
    expect(outcome).toMatchObject({ outcome: 'booked', applied: 0n, excess: 10_000n });
    expect(await invoiceRow(invoice.id)).toMatchObject({ status: 'draft', paid: 0n });
  });

  it('finds it booked also where a statement is waited for behind it', async () => {
    const [one, two] = [await stored(), await stored()];
    const providerPaymentId = `pay_${newId()}`;
    let attempts = 0;
    let second: Promise<CaptureOutcome> | undefined;
    await t.db.write(ctx, async (tx) => {
      const first = await bookCapture(tx, aCapture(one.id, { providerPaymentId }));
      second = t.db.write(ctx, async (other) => {
        attempts += 1;
        const outcome = await bookCapture(other, aCapture(two.id, { providerPaymentId }));
        await other.run('select 1');
        return outcome;
      });
      second.catch(() => undefined);
      // Behind the other's number is its insert, which waits for this one's end.
      while ((await waitingFor(t)) === 0) await sleep(10);
      return first;
    });
    expect(await second).toMatchObject({ outcome: 'already_processed' });
    expect(attempts).toBe(2);
  });

  it.each([
    ['below', 150n],
    ['at', 200n],
    ['above', 300n],
  ] as const)('keeps every cent of fifty captures %s the balance', async (_, each) => {
    const invoice = await stored();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => book(aCapture(invoice.id, { amount: each }))),
    );
    expect(outcomes.every(({ outcome }) => outcome === 'booked')).toBe(true);
    const settled = applied(outcomes);
    expect(settled).toBe(50n * each < 10_000n ? 50n * each : 10_000n);
    expect(await invoiceRow(invoice.id)).toMatchObject({
      paid: settled,
      balance: 10_000n - settled,
    });
    const [sums] = await rows<{ amount: bigint; credit: bigint }>(
      `select sum(p.amount)::bigint as amount, coalesce(sum(n.total), 0)::bigint as credit
       from receivables.payment p left join receivables.credit_note n
         on n.company_id = p.company_id and n.payment_id = p.id
       where p.invoice_id = $1`,
      invoice.id,
    );
    expect(sums).toEqual({ amount: 50n * each, credit: 50n * each - settled });
    const [gaps] = await rows<{ gaps: number }>(
      `select (max(number_seq) - count(*))::int as gaps from receivables.payment`,
    );
    expect(gaps).toEqual({ gaps: 0 });
  });
});
