import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { refuseDeadlocks } from '../../../../test/support/deadlocks.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  moneyOperations,
  outcomes,
  rowsOf,
  type MoneyOperations,
} from '../testing/money-operations.js';
import { bookCapture, bookCaptures } from './book-capture.js';
import type { Capture } from './capture.js';

refuseDeadlocks();

let t: TestDatabase;
let ctx: Ctx;
let operations: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  operations = moneyOperations(t.db);
});
afterAll(async () => {
  await expectInvariants(t, ['I9b']);
  await t.close();
});

const stored = (facts: Partial<Invoice> = {}) => t.db.write(ctx, (tx) => aStoredInvoice(tx, facts));
const pay = (id: InvoiceId, amount: string, pending = false) =>
  operations.recordPayment.execute(ctx, id, { amount, method: 'cash', pending });

const aCapture = (invoiceId: InvoiceId, amount: bigint): Capture => ({
  invoiceId,
  provider: 'sandbox',
  providerPaymentId: newId(),
  amount,
  currency: 'EUR',
  method: 'gateway',
  receivedOn: parseLocalDate('2026-03-02'),
  reference: null,
});

async function invoiceNow(id: InvoiceId) {
  const text = `select status, paid_amount as paid, credited_amount as credited, balance
    from receivables.invoice where id = $1`;
  return (await rowsOf(t.db, ctx, text, [id]))[0];
}

describe('the same thing done many times at once', () => {
  it('manual payments never exceed the balance', async () => {
    const { id } = await stored();
    expect(await outcomes(20, () => pay(id, '30'))).toEqual({
      done: 3,
      payment_exceeds_balance: 17,
    });
    expect(await invoiceNow(id)).toMatchObject({ paid: 9_000n, balance: 1_000n });
  });

  it('a payment is refunded up to its amount', async () => {
    const { id } = await stored();
    const payment = await pay(id, '100');
    const refund = () =>
      operations.refundPayment.execute(ctx, payment.id, { amount: '15', reason: 'x' });
    expect(await outcomes(20, refund)).toEqual({ done: 6, refund_exceeds_payment: 14 });
    expect(await invoiceNow(id)).toMatchObject({ status: 'partially_paid', paid: 1_000n });
  });

  it('a pending payment is cleared or cancelled once', async () => {
    const { id } = await stored();
    const payment = await pay(id, '120', true);
    const either = (i: number) =>
      i % 2 === 0
        ? operations.clearPayment.execute(ctx, payment.id)
        : operations.cancelPayment.execute(ctx, payment.id);
    expect(await outcomes(20, either)).toEqual({ done: 1, payment_not_pending: 19 });
  });

  it('an invoice is voided once', async () => {
    const { id } = await stored();
    const voidIt = () => operations.voidInvoice.execute(ctx, id, { reason: 'x' });
    expect(await outcomes(20, voidIt)).toEqual({ done: 1, invoice_not_voidable: 19 });
  });

  it('credit on account is applied once, to however many invoices', async () => {
    const accountId = await t.db.write(ctx, aCustomer);
    const invoices = await Promise.all(Array.from({ length: 20 }, () => stored({ accountId })));
    const payment = await operations.recordAccountPayment.execute(ctx, {
      accountId,
      amount: '100',
      currency: 'EUR',
      method: 'cash',
    });
    const note = payment.creditNote?.id ?? newId<'credit-note'>();
    const apply = (i: number) =>
      operations.applyCreditNote.execute(ctx, note, {
        invoiceId: invoices[i]?.id ?? newId<'invoice'>(),
        amount: '40',
      });
    expect(await outcomes(20, apply)).toEqual({ done: 2, credit_exceeds_remaining: 18 });
  });
});

describe('different things done at once', () => {
  it('voiding and paying end in a void invoice or a paid one, never in both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await stored();
      const done = await outcomes(2, (i) =>
        i === 0 ? operations.voidInvoice.execute(ctx, id, { reason: 'x' }) : pay(id, '100'),
      );
      expect(done.done).toBe(1);
    }
  });

  it('captures, payments and refunds of one invoice keep every cent', async () => {
    const { id } = await stored({ total: 100_000n });
    const payments: PaymentId[] = [];
    for (let i = 0; i < 5; i += 1) payments.push((await pay(id, '50')).id);
    const capture = (amount: bigint) =>
      t.db.write(ctx, (tx) => bookCapture(tx, aCapture(id, amount)));
    await outcomes(60, (i) => {
      const payment = payments[i % 5] ?? newId<'payment'>();
      if (i % 3 === 0) return capture(4_000n);
      if (i % 3 === 1) return pay(id, '45.50');
      return operations.refundPayment.execute(ctx, payment, { amount: '7', reason: 'x' });
    });
    const [sums] = await rowsOf<{ net: bigint }>(
      t.db,
      ctx,
      `select sum(amount - refunded_amount)::bigint as net from receivables.payment
        where invoice_id = $1`,
      [id],
    );
    const [held] = await rowsOf<{ held: bigint }>(
      t.db,
      ctx,
      `select (i.paid_amount + coalesce((select sum(n.remaining) from receivables.credit_note n
         where n.company_id = i.company_id and n.invoice_id = i.id), 0))::bigint as held
       from receivables.invoice i where i.id = $1`,
      [id],
    );
    expect(held?.held).toBe(sums?.net);
  });

  it('payments over the same invoices in any order wait in turn without a deadlock', async () => {
    const accountId = await t.db.write(ctx, aCustomer);
    const ids = (await Promise.all(Array.from({ length: 4 }, () => stored({ accountId })))).map(
      ({ id }) => id,
    );
    const over = (order: readonly InvoiceId[]) =>
      operations.recordAccountPayment.execute(ctx, {
        accountId,
        amount: '8',
        currency: 'EUR',
        method: 'cash',
        allocations: order.map((invoiceId) => ({ invoiceId, amount: '2' })),
      });
    const counts = await outcomes(30, (i) => {
      if (i % 3 === 2) return pay(ids[i % 4] ?? newId<'invoice'>(), '1');
      return over(i % 3 === 0 ? ids : ids.toReversed());
    });
    expect(counts).toEqual({ done: 30 });
  });

  it('captures and credit over the same invoices in any order wait without deadlock', async () => {
    const accountId = await t.db.write(ctx, aCustomer);
    const invoices = await Promise.all(Array.from({ length: 4 }, () => stored({ accountId })));
    const ids = invoices.map(({ id }) => id);
    const cash = { accountId, amount: '100', currency: 'EUR', method: 'cash' } as const;
    const notes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { creditNote } = await operations.recordAccountPayment.execute(ctx, cash);
        return creditNote?.id ?? newId<'credit-note'>();
      }),
    );
    const counts = await outcomes(30, (i) => {
      const order = i % 2 === 0 ? ids : ids.toReversed();
      if (i % 3 === 0) {
        const parts = order.map((invoiceId) => ({ invoiceId, amount: '2' }));
        return operations.applyCreditNote.execute(ctx, notes[i / 3] ?? newId(), parts);
      }
      const captures = order.map((invoiceId) => aCapture(invoiceId, 100n));
      return t.db.write(ctx, (tx) => bookCaptures(tx, captures));
    });
    expect(counts).toEqual({ done: 30 });
  });
});
