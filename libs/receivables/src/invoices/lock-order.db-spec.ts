import { newId, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '../payments/payment-id.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import { lockForRefund } from '../payments/refund.repository.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations } from '../testing/money-operations.js';
import { lockFreeInvoices, lockInvoices } from './invoice.repository.js';

let t: TestDatabase;
let ctx: Ctx;
let accountId: AccountId;
/** Ascending, as every transaction locks them. */
let ids: readonly InvoiceId[];
let paymentId: PaymentId;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  accountId = await t.db.write(ctx, aCustomer);
  const made: InvoiceId[] = [];
  for (let i = 0; i < 8; i += 1) {
    made.push((await t.db.write(ctx, (tx) => aStoredInvoice(tx, { accountId }))).id);
  }
  ids = made.toSorted();
  const payment = await moneyOperations(t.db).recordAccountPayment.execute(ctx, {
    accountId,
    amount: '8',
    currency: 'EUR',
    method: 'cash',
    allocations: scrambled().map((invoiceId) => ({ invoiceId, amount: '1' })),
  });
  paymentId = payment.id;
});
afterAll(() => t.close());

const scrambled = () => [5, 2, 7, 0, 3, 6, 1, 4].map((i) => ids[i] ?? newId<'invoice'>());

/** Which invoices work holds while it waits for one that another transaction holds. */
async function heldBehind(waitedFor: InvoiceId, work: () => Promise<unknown>): Promise<number[]> {
  let waiting: Promise<unknown> = Promise.resolve();
  const held = await t.db.write(ctx, async (holder) => {
    await lockInvoices(holder, [waitedFor]);
    waiting = work();
    while ((await waitingFor(t)) === 0);
    return t.db.write(ctx, (tx) => lockFreeInvoices(tx, ids));
  });
  await waiting;
  return ids.flatMap((id, i) => (held.has(id) ? [i] : []));
}

// A race of transactions finds another order only now and then; this does so at once.
test.each<[string, () => Promise<unknown>]>([
  ['that are named', () => t.db.write(ctx, (tx) => lockInvoices(tx, scrambled()))],
  ['of a payment', () => t.db.write(ctx, (tx) => lockForRefund(tx, paymentId))],
])('invoices %s are locked in the order of their ids', async (_, work) => {
  const fifth = ids[4] ?? newId<'invoice'>();
  expect(await heldBehind(fifth, work)).toEqual([0, 1, 2, 3, 4]);
});
