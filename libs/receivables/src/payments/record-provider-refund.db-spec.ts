import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { bookCapture } from './book-capture.js';
import { invoiceOfProviderPayment } from './provider-payments.js';
import { recordProviderRefund } from './record-provider-refund.js';

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

/** An invoice over 100.00 EUR with a capture of this many cents on it. */
async function captured(
  amount: bigint,
  { provider = 'sandbox', providerPaymentId = `pay_${newId()}` } = {},
) {
  const invoice = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  await t.db.write(ctx, (tx) =>
    bookCapture(tx, {
      invoiceId: invoice.id,
      provider,
      providerPaymentId,
      amount,
      currency: 'EUR',
      method: 'gateway',
      receivedOn: parseLocalDate('2026-03-02'),
      reference: null,
    }),
  );
  return { invoiceId: invoice.id, providerPaymentId };
}

function refund(
  providerPaymentId: string,
  amount: bigint,
  providerRefundId = `rfnd_${newId()}`,
  provider = 'sandbox',
) {
  return t.db.write(ctx, (tx) =>
    recordProviderRefund(tx, {
      provider,
      providerPaymentId,
      providerRefundId,
      amount,
      currency: 'EUR',
    }),
  );
}

function invoiceRow(id: InvoiceId) {
  return t.db.read(ctx, (tx) =>
    tx.one(`select status, paid_amount as paid, balance from receivables.invoice where id = $1`, [
      id,
    ]),
  );
}

describe('recordProviderRefund', () => {
  it('reverses the invoice, which settles again', async () => {
    const { invoiceId, providerPaymentId } = await captured(10_000n);
    expect(await refund(providerPaymentId, 4_000n)).toMatchObject({ outcome: 'recorded' });
    expect(await invoiceRow(invoiceId)).toEqual({
      status: 'partially_paid',
      paid: 6_000n,
      balance: 4_000n,
    });
    await refund(providerPaymentId, 6_000n);
    expect(await invoiceRow(invoiceId)).toEqual({ status: 'sent', paid: 0n, balance: 10_000n });
  });

  it('takes the on-account credit first, and voids the note once all is returned', async () => {
    const { invoiceId, providerPaymentId } = await captured(12_000n);
    await refund(providerPaymentId, 2_000n);
    expect(await invoiceRow(invoiceId)).toMatchObject({ status: 'paid', paid: 10_000n });
    const note = await t.db.read(ctx, (tx) =>
      tx.one(
        `select status, remaining, refunded_amount as refunded from receivables.credit_note
        where invoice_id = $1`,
        [invoiceId],
      ),
    );
    expect(note).toEqual({ status: 'void', remaining: 0n, refunded: 2_000n });
  });

  it('records a refund once, however often it is delivered', async () => {
    const { invoiceId, providerPaymentId } = await captured(10_000n);
    const id = `rfnd_${newId()}`;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refund(providerPaymentId, 3_000n, id)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already_processed')).toHaveLength(19);
    expect(await invoiceRow(invoiceId)).toMatchObject({ paid: 7_000n });
  });

  it('never returns more than the payment, whoever asks first', async () => {
    const { invoiceId, providerPaymentId } = await captured(10_000n);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refund(providerPaymentId, 900n)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(11);
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ code: 'refund_exceeds_payment' });
    expect(await invoiceRow(invoiceId)).toMatchObject({ paid: 100n, balance: 9_900n });
  });

  it('is of its own provider’s payment, though others use the same ids', async () => {
    const providerPaymentId = `pay_${newId()}`;
    const providers = ['one', 'two'];
    const invoices: InvoiceId[] = [];
    for (const provider of providers) {
      invoices.push((await captured(10_000n, { provider, providerPaymentId })).invoiceId);
    }
    const id = `rfnd_${newId()}`;
    const back = (provider: string, amount: bigint) =>
      refund(providerPaymentId, amount, id, provider);
    expect(await back('one', 1_000n)).toMatchObject({ outcome: 'recorded' });
    expect(await back('two', 2_000n)).toMatchObject({ outcome: 'recorded' });
    expect(await back('three', 2_000n)).toEqual({ outcome: 'payment_not_found' });
    const paid = await Promise.all(invoices.map(invoiceRow));
    expect(paid).toMatchObject([{ paid: 9_000n }, { paid: 8_000n }]);
    const known = await t.db.read(ctx, (tx) =>
      Promise.all(
        ['one', 'two', 'three'].map((each) =>
          invoiceOfProviderPayment(tx, each, providerPaymentId),
        ),
      ),
    );
    expect(known).toEqual([...invoices, null]);
  });

  it('tells apart what it cannot record', async () => {
    const { providerPaymentId } = await captured(10_000n);
    expect(await refund('pay_unknown', 1n)).toEqual({ outcome: 'payment_not_found' });
    expect(await refund(providerPaymentId, 0n)).toEqual({ outcome: 'zero_amount' });
  });
});
