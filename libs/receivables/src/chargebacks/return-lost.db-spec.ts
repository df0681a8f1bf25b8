import { parseLocalDate } from '@quittance/calendar';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bookCapture } from '../payments/book-capture.js';
import type { PaymentId } from '../payments/payment-id.js';
import { madeRefunds } from '../payments/record-provider-refund.js';
import { invoiceProof } from '../proofs/invoice-proof.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations, rowsOf, type MoneyOperations } from '../testing/money-operations.js';
import { UndoWriteOff } from '../write-offs/undo-write-off.js';
import { WriteOffInvoice } from '../write-offs/write-off-invoice.js';

let t: TestDatabase;
let ctx: Ctx;
let money: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  money = moneyOperations(t.db);
});
afterAll(async () => {
  await expectInvariants(t, ['I9b']);
  await t.close();
});

interface Paid {
  readonly invoiceId: InvoiceId;
  readonly paymentId: PaymentId;
  readonly providerPaymentId: string;
}

/** An invoice of 100.00 that was paid by card. */
async function paid(): Promise<Paid> {
  const { id: invoiceId } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  const providerPaymentId = `pay_${newId()}`;
  const capture = { provider: 'sandbox', providerPaymentId, amount: 10_000n, currency: 'EUR' };
  const rest = { method: 'gateway', receivedOn: parseLocalDate('2026-03-02') } as const;
  const booked = await t.db.write(ctx, (tx) =>
    bookCapture(tx, { invoiceId, ...capture, ...rest, reference: null }),
  );
  if (booked.outcome !== 'booked') throw new Error('The capture was not booked');
  return { invoiceId, paymentId: booked.paymentId, providerPaymentId };
}

/** The bank has so much of it, in minor units. */
const disputed = ({ paymentId }: Paid, amount: bigint) =>
  t.db.write(ctx, (tx) =>
    madeRefunds.followDispute(tx, {
      paymentId,
      provider: 'sandbox',
      disputeId: `dp_${paymentId}`,
      amount,
      currency: 'EUR',
      reason: 'Fraud',
      returnReason: 'Won',
    }),
  );

const writeOff = (id: InvoiceId) =>
  new WriteOffInvoice(t.db).execute(ctx, id, { reason: 'Insolvent' });

const proved = (id: InvoiceId) => t.db.read(ctx, (tx) => invoiceProof(tx, id));

const notes = ({ paymentId }: Paid) =>
  rowsOf(t.db, ctx, 'select total from receivables.credit_note where payment_id = $1', [paymentId]);

test('what a dispute gives back pays the invoice that was written off meanwhile', async () => {
  const scene = await paid();
  await disputed(scene, 10_000n);
  await writeOff(scene.invoiceId);
  await disputed(scene, 0n);
  const summed = { paidAmount: '100.00', writtenOffAmount: '0.00', balance: '0.00' };
  const proof = await proved(scene.invoiceId);
  expect(proof).toMatchObject({ status: 'paid', agrees: true, summed });
  expect(proof.movements.map(({ kind }) => kind).slice(0, 3)).toEqual([
    'payment',
    'chargeback',
    'write_off',
  ]);
  expect(await notes(scene)).toEqual([]);
  const rows = await rowsOf(
    t.db,
    ctx,
    `select kind, amount from receivables.write_off where invoice_id = $1 order by id`,
    [scene.invoiceId],
  );
  expect(rows).toEqual([
    { kind: 'written_off', amount: 10_000n },
    { kind: 'recovered', amount: -10_000n },
  ]);
});

test('a part that comes back is taken off what is open first, then off the write-off', async () => {
  const scene = await paid();
  await disputed(scene, 7_000n);
  await writeOff(scene.invoiceId);
  await disputed(scene, 9_000n);
  const owed = {
    status: 'partially_paid',
    summed: { writtenOffAmount: '70.00', balance: '20.00' },
  };
  expect(await proved(scene.invoiceId)).toMatchObject(owed);
  await disputed(scene, 4_000n);
  expect(await proved(scene.invoiceId)).toMatchObject({
    status: 'written_off',
    agrees: true,
    summed: { paidAmount: '60.00', writtenOffAmount: '40.00', balance: '0.00' },
  });
  expect(await notes(scene)).toEqual([]);
});

test('a refund that failed pays the invoice that was written off meanwhile', async () => {
  const scene = await paid();
  const { providerPaymentId } = scene;
  const refund = { provider: 'sandbox', providerPaymentId, providerRefundId: `rf_${newId()}` };
  await t.db.write(ctx, (tx) =>
    madeRefunds.record(tx, { ...refund, amount: 10_000n, currency: 'EUR' }),
  );
  await writeOff(scene.invoiceId);
  const failed = { ...refund, elsewhere: { amount: 0n, refundIds: [] } };
  expect(await t.db.write(ctx, (tx) => madeRefunds.undo(tx, failed))).toBe(10_000n);
  expect(await proved(scene.invoiceId)).toMatchObject({
    status: 'paid',
    agrees: true,
    summed: { writtenOffAmount: '0.00', balance: '0.00' },
  });
  expect(await notes(scene)).toEqual([]);
});

test('what was paid otherwise meanwhile is on account, the write-off undone or not', async () => {
  const scene = await paid();
  await disputed(scene, 10_000n);
  await writeOff(scene.invoiceId);
  await money.recordPayment.execute(ctx, scene.invoiceId, { amount: '30', method: 'cash' });
  await new UndoWriteOff(t.db).execute(ctx, scene.invoiceId, { reason: 'Found again' });
  await money.recordPayment.execute(ctx, scene.invoiceId, { amount: '20', method: 'cash' });
  await writeOff(scene.invoiceId);
  await disputed(scene, 0n);
  expect(await proved(scene.invoiceId)).toMatchObject({ status: 'paid', agrees: true });
  expect(await notes(scene)).toEqual([{ total: 5_000n }]);
});
