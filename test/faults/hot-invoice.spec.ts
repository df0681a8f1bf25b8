import { setTimeout as pause } from 'node:timers/promises';
import { startPortalApi, type TestApi } from '../support/test-api.js';
import { refuseDeadlocks } from '../support/deadlocks.js';
import { expectInvariants } from '../support/invariants.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { invoiceBooks, sentInvoices } from './support/books.js';
import {
  WEBHOOK_SECRET,
  aPayment,
  captureOf,
  deliver,
  type Webhook,
} from './support/razorpay-events.js';

const ENVIRONMENT = {
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'rzp_test_secret',
  RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
};
const COUNT = 200;
const TOTAL = 100_000;
/** Providers come again for a day; here that many times. */
const DELIVERIES = 50;

refuseDeadlocks();

let t: TestDatabase;
let portals: readonly TestApi[];

beforeAll(async () => {
  t = await testDatabase();
  portals = await Promise.all([startPortalApi(t, ENVIRONMENT), startPortalApi(t, ENVIRONMENT)]);
});

afterAll(async () => {
  await Promise.all((portals ?? []).map((portal) => portal.close()));
  await t?.close();
});

/**
 * Delivers as a provider does: what is answered 503, and nothing else, comes again, to either host.
 */
async function untilTaken(webhook: Webhook, first: number): Promise<void> {
  for (let turn = 0; turn < DELIVERIES; turn += 1) {
    const portal = portals[(first + turn) % portals.length];
    const answer = await deliver(portal?.url ?? '', webhook);
    const { applied, reason, code } = answer?.body ?? {};
    // The work of one that was given up goes on, and its redelivery may find it done.
    if (applied === true || (turn > 0 && reason === 'already_processed')) return;
    if (code !== 'database_busy') throw new Error(`Answered ${JSON.stringify(answer)}`);
    await pause(100 + 10 * (first % 20));
  }
  throw new Error(`A capture was refused ${DELIVERIES} times`);
}

/** What the payments and the credit notes of an invoice add up to. */
function sumsOf(ctx: Parameters<TestDatabase['db']['read']>[0], invoiceId: string) {
  return t.db.read(ctx, (tx) =>
    tx.one<{ payments: number; amount: bigint; applied: bigint; notes: bigint; events: number }>(
      `select count(*)::int as payments, sum(amount)::bigint as amount,
         sum(applied_amount)::bigint as applied,
         (select coalesce(sum(total), 0)::bigint from receivables.credit_note
          where kind = 'on_account' and invoice_id = $1) as notes,
         (select count(*)::int from outbox.event where type = 'payment.received') as events
       from receivables.payment where invoice_id = $1`,
      [invoiceId],
    ),
  );
}

describe('two hundred captures of one invoice at once', () => {
  test.each([
    ['below', 0.5],
    ['exactly', 1],
    ['above', 2],
  ])(
    'that come to %s its total are each booked once, whoever has to come again',
    async (_, share) => {
      const ctx = await t.newCompany();
      const [invoice] = await sentInvoices(t, ctx, [TOTAL]);
      if (!invoice) throw new Error('No invoice was made');
      const each = Math.round((TOTAL * share) / COUNT);
      const { companyId } = ctx;
      const webhooks = Array.from({ length: COUNT }, () =>
        captureOf(aPayment({ companyId, invoiceId: invoice.id, amount: each })),
      );
      await Promise.all(webhooks.map(untilTaken));
      const amount = BigInt(COUNT * each);
      const paid = amount < BigInt(TOTAL) ? amount : BigInt(TOTAL);
      expect(await sumsOf(ctx, invoice.id)).toEqual({
        payments: COUNT,
        amount,
        applied: paid,
        notes: amount - paid,
        events: COUNT,
      });
      expect(await invoiceBooks(t, ctx, invoice.id)).toEqual({
        status: share < 1 ? 'partially_paid' : 'paid',
        total: BigInt(TOTAL),
        paid,
        balance: BigInt(TOTAL) - paid,
      });
      await expectInvariants(t);
    },
  );
});
