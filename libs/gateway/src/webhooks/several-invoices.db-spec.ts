import { DisputeInvoice, RecordPayment } from '@quittance/receivables/host';
import { newId, type InvoiceId } from '@quittance/kernel';
import { Client } from 'pg';
import { collectableInvoices } from '@quittance/receivables';
import { comesToWait } from '../../../../test/support/waiting.js';
import { requestClose } from '../checkouts/checkout.repository.js';
import { anOutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { Debts } from '../testing/debts.js';
import { WebhookStage } from '../testing/webhook-stage.js';

let stage: WebhookStage;
let owner: Client;

beforeAll(async () => {
  stage = await WebhookStage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

const indebted = (totals?: readonly bigint[]) => Debts.open({ stage, owner }, totals);

describe('a checkout of several invoices', () => {
  test('asks once for all, and the capture pays them in one payment', async () => {
    const debts = await indebted();
    const [first, second, third] = debts.ids;
    const answer = await debts.checkout();
    expect(answer).toMatchObject({
      invoiceId: second,
      amount: '1000.00',
      allocations: [
        { invoiceId: second, amount: '500.00' },
        { invoiceId: third, amount: '200.00' },
        { invoiceId: first, amount: '300.00' },
      ],
    });
    const told = await debts.pays(answer.providerLinkId)();
    const [payment, ...others] = await stage.payments(debts.ctx);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ amount: 100_000n, applied: 100_000n, onAccount: 0n });
    expect(told).toEqual({ received: true, applied: true, paymentId: payment?.id });
    expect(await debts.balances()).toEqual([0n, 0n, 0n]);
    expect(await stage.checkouts(debts.ctx)).toEqual([{ status: 'paid', paymentId: payment?.id }]);
    expect(await stage.receipts(debts.ctx)).toEqual([]);
    expect(await debts.amiss()).toEqual([]);
  });

  test('of a part pays what is due first', async () => {
    const debts = await indebted();
    const { providerLinkId } = await debts.checkout(debts.ids, { amount: '600.00' });
    await debts.pays(providerLinkId)();
    expect(await debts.balances()).toEqual([30_000n, 0n, 10_000n]);
    expect(await debts.amiss()).toEqual([]);
  });

  test('leaves out what is in dispute', async () => {
    const debts = await indebted([100_000n, 10_000n]);
    const [id] = debts.ids as [InvoiceId];
    const dispute = { reason: 'Too much', amount: '200.00' };
    await new DisputeInvoice(stage.t.db).execute(debts.ctx, id, dispute);
    const answer = await debts.checkout(debts.ids, { undisputedOnly: true });
    expect(answer.amount).toBe('900.00');
  });

  test('told of by both events at once is booked once', async () => {
    const debts = await indebted();
    const tell = debts.pays((await debts.checkout()).providerLinkId);
    const answers = await Promise.all([tell(), tell(), tell()]);
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await stage.payments(debts.ctx)).toHaveLength(1);
    expect(await debts.balances()).toEqual([0n, 0n, 0n]);
  });

  test('is booked as well where only the link is looked at', async () => {
    const debts = await indebted();
    const { providerLinkId } = await debts.checkout();
    stage.fake.pay(providerLinkId);
    const later = stage.t.ctx(debts.ctx.companyId, { now: '2026-04-02T09:00:00Z' }).now;
    await stage.gateway.sweep.execute(later);
    expect(await debts.balances()).toEqual([0n, 0n, 0n]);
    expect(await debts.amiss()).toEqual([]);
  });

  test('keeps as credit what was meant for an invoice that is paid meanwhile', async () => {
    const debts = await indebted();
    const [, second] = debts.ids as [InvoiceId, InvoiceId];
    const { providerLinkId } = await debts.checkout();
    const payment = { amount: '500.00', method: 'cash' } as const;
    await new RecordPayment(stage.t.db).execute(debts.ctx, second, payment);
    await debts.pays(providerLinkId)();
    const [, captured] = await stage.payments(debts.ctx);
    expect(captured).toMatchObject({ amount: 100_000n, applied: 50_000n, onAccount: 50_000n });
    expect(await debts.balances()).toEqual([0n, 0n, 0n]);
    expect(await debts.amiss()).toEqual([]);
  });

  test('is closed as soon as one of its invoices is paid, and not before', async () => {
    const debts = await indebted();
    const [first, second] = debts.ids as [InvoiceId, InvoiceId];
    await debts.checkout();
    const close = (id: InvoiceId) => stage.t.db.write(debts.ctx, (tx) => requestClose(tx, id));
    expect(await close(first)).toBe(0);
    const payment = { amount: '500.00', method: 'cash' } as const;
    await new RecordPayment(stage.t.db).execute(debts.ctx, second, payment);
    expect(await close(second)).toBe(1);
    expect(await stage.checkouts(debts.ctx)).toEqual([{ status: 'closing', paymentId: null }]);
  });

  test('asked for again answers the live link, in any order of the invoices', async () => {
    const debts = await indebted();
    const first = await debts.checkout();
    expect(await debts.checkout([...debts.ids].reverse())).toEqual(first);
    const attempts = await stage.checkouts(debts.ctx);
    expect(attempts).toHaveLength(1);
  });

  test('expires every link over one of its invoices, and both captures are kept', async () => {
    const debts = await indebted();
    const [first, second, third] = debts.ids as [InvoiceId, InvoiceId, InvoiceId];
    const alone = await debts.checkout([first]);
    const pair = await debts.checkout([second, third]);
    const all = await debts.checkout();
    const statuses = await stage.rows(
      debts.ctx,
      'select status from gateway.checkout order by created_at, id',
    );
    expect(statuses).toEqual([
      { status: 'cancelled' },
      { status: 'cancelled' },
      { status: 'open' },
    ]);
    await debts.pays(all.providerLinkId)();
    await debts.pays(pair.providerLinkId)();
    await debts.pays(alone.providerLinkId)();
    const payments = await stage.payments(debts.ctx);
    expect(payments.map(({ onAccount }) => onAccount)).toEqual([0n, 70_000n, 30_000n]);
    expect(await debts.amiss()).toEqual([]);
  });

  test('gives way to a link over one of them alone', async () => {
    const debts = await indebted();
    const [first] = debts.ids as [InvoiceId];
    await debts.checkout();
    await stage.gateway.startCheckout.execute(debts.ctx, { invoiceId: first });
    expect(await debts.amiss()).toEqual([]);
    const open = await stage.rows(
      debts.ctx,
      `select invoice_count as invoices from gateway.checkout where status = 'open'`,
    );
    expect(open).toEqual([{ invoices: 1 }]);
  });

  test('made at once over sets that overlap leave one live link of each invoice', async () => {
    const debts = await indebted();
    const [first, second, third] = debts.ids as [InvoiceId, InvoiceId, InvoiceId];
    const sets = [[first, second], [second, third], [third, first], [first], debts.ids];
    await Promise.allSettled(sets.map((ids) => debts.checkout(ids)));
    expect(await debts.amiss()).toEqual([]);
  });

  test('waits for whoever begins to collect one of its invoices', async () => {
    const debts = await indebted();
    const [first, second, third] = debts.ids as [InvoiceId, InvoiceId, InvoiceId];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const other = stage.t.db.write(debts.ctx, async (tx) => {
      await collectableInvoices.lockTogether(tx, [first, second]);
      locked();
      await held;
    });
    await isLocked;
    const asked = debts.checkout([second, third]);
    expect(await comesToWait(stage.t, asked)).toBe(true);
    letGo();
    await Promise.all([other, asked]);
  });

  test('is refunded from the invoice that was paid last', async () => {
    const debts = await indebted();
    const { providerLinkId } = await debts.checkout();
    const { payment } = stage.fake.pay(providerLinkId);
    await stage.deliver('payment.captured', { payment }, debts.secret);
    const refund = {
      id: `rfnd_${newId()}`,
      entity: 'refund',
      payment_id: payment.id,
      amount: 40_000,
      currency: 'EUR',
      status: 'processed',
    };
    await stage.deliver('refund.processed', { refund, payment }, debts.secret);
    expect(await debts.balances()).toEqual([30_000n, 0n, 10_000n]);
    expect(await debts.amiss()).toEqual([]);
  });
});

describe('several invoices are not paid together', () => {
  const refused = (code: string, pointer: string) =>
    expect.objectContaining({
      code,
      options: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
    });

  test('of two accounts, or in two currencies', async () => {
    const debts = await indebted();
    const [first] = debts.ids as [InvoiceId];
    const other = await anOutstandingInvoice(stage.t.db, debts.ctx);
    await expect(debts.checkout([first, other.id])).rejects.toEqual(
      refused('account_mismatch', '/invoiceIds/1'),
    );
    const { accountId } = debts;
    const usd = await anOutstandingInvoice(stage.t.db, debts.ctx, { accountId, currency: 'USD' });
    await expect(debts.checkout([first, usd.id])).rejects.toEqual(
      refused('currency_mismatch', '/invoiceIds/1'),
    );
  });

  test('where one is unknown, named twice or paid', async () => {
    const debts = await indebted();
    const [first] = debts.ids as [InvoiceId];
    await expect(debts.checkout([first, newId<'invoice'>()])).rejects.toEqual(
      refused('reference_not_found', '/invoiceIds/1'),
    );
    await expect(debts.checkout([first, first])).rejects.toEqual(
      refused('validation_failed', '/invoiceIds/1'),
    );
    const paid = await anOutstandingInvoice(stage.t.db, debts.ctx, {
      accountId: debts.accountId,
      status: 'paid',
    });
    await expect(debts.checkout([first, paid.id])).rejects.toEqual(
      refused('invoice_has_no_balance', '/invoiceIds/1'),
    );
  });

  test('beyond a hundred', async () => {
    const debts = await indebted([100n]);
    const many = Array.from({ length: 101 }, () => newId<'invoice'>());
    await expect(debts.checkout(many)).rejects.toMatchObject({ code: 'too_many_invoices' });
  });
});

describe('verify tells', () => {
  /** What the damage violates; it is undone. */
  async function damaged(debts: Debts, statement: string): Promise<string[]> {
    await owner.query('begin');
    try {
      const { rowCount } = await owner.query(statement);
      expect(rowCount).toBeGreaterThan(0);
      return [...new Set((await debts.amiss()).map((each) => each.slice(0, 4)))];
    } finally {
      await owner.query('rollback');
    }
  }

  const own = (debts: Debts) => `company_id = '${debts.ctx.companyId}'`;

  test('of an attempt that asks for more than its invoices', async () => {
    const debts = await indebted();
    await debts.checkout();
    const lost = `delete from gateway.checkout_invoice where ${own(debts)} and position = 2`;
    expect(await damaged(debts, lost)).toEqual(['I9f:']);
  });

  test('of two links over one invoice', async () => {
    const debts = await indebted();
    await debts.checkout();
    await debts.checkout([debts.ids[1] as InvoiceId]);
    const back = `update gateway.checkout set status = 'open'
      where ${own(debts)} and invoice_count = 3`;
    await owner.query('drop index gateway.checkout_live_key');
    expect(await damaged(debts, back)).toEqual(['I9g:']);
  });

  test('of money that went where none was meant to go', async () => {
    const debts = await indebted();
    await debts.pays((await debts.checkout()).providerLinkId)();
    const less = `update gateway.checkout_invoice set amount = amount - 1
      where ${own(debts)} and position = 0`;
    expect(await damaged(debts, less)).toEqual(['I9f:', 'I9h:']);
  });
});
