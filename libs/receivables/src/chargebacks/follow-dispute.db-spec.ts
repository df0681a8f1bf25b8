import { type Ctx, type InvoiceId } from '@quittance/kernel';
import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { runs } from '../../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations, rowsOf, type MoneyOperations } from '../testing/money-operations.js';
import type { PaymentId } from '../payments/payment-id.js';
import { WriteOffInvoice } from '../write-offs/write-off-invoice.js';
import { followDispute } from './follow-dispute.js';

let t: TestDatabase;
let ctx: Ctx;
let operations: MoneyOperations;
let writeOff: WriteOffInvoice;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  operations = moneyOperations(t.db);
  writeOff = new WriteOffInvoice(t.db);
});
afterAll(async () => {
  await expectInvariants(t);
  await t.close();
});

/** Follows a dispute of a payment up to an amount in minor units. */
function disputed(paymentId: PaymentId, amount: bigint, disputeId = `dp_${paymentId}`) {
  const said = { provider: 'sandbox', reason: 'Fraud', returnReason: 'Won' };
  return t.db.write(ctx, (tx) =>
    followDispute(tx, { ...said, paymentId, disputeId, amount, currency: 'EUR' }),
  );
}

/** A customer with invoices of these totals in minor units. */
async function debts(...totals: bigint[]) {
  const accountId = await t.db.write(ctx, (tx) => aCustomer(tx));
  const ids: InvoiceId[] = [];
  for (const total of totals) {
    ids.push((await t.db.write(ctx, (tx) => aStoredInvoice(tx, { accountId, total }))).id);
  }
  return { accountId, ids };
}

const balances = async (ids: readonly InvoiceId[]) => {
  const rows = await rowsOf<{ id: string; balance: bigint }>(
    t.db,
    ctx,
    `select id, balance from receivables.invoice where id = any($1)`,
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.balance);
};

/** One payment of an amount over the first two of three invoices of 100.00 each. */
async function paid(amount: string) {
  const { accountId, ids } = await debts(10_000n, 10_000n, 10_000n);
  const payment = await operations.recordAccountPayment.execute(ctx, {
    accountId,
    amount,
    currency: 'EUR',
    method: 'card',
    allocations: ids.slice(0, 2).map((invoiceId) => ({ invoiceId, amount: '100' })),
  });
  return { accountId, ids, payment };
}

it('takes back all of a payment: its invoices, its excess, and credit spent', async () => {
  const { ids, payment } = await paid('260');
  const noteId = payment.creditNote?.id;
  if (!noteId || !ids[2]) throw new Error('There is no excess');
  await operations.applyCreditNote.execute(ctx, noteId, { invoiceId: ids[2], amount: '45' });
  await operations.refundPayment.execute(ctx, payment.id, { amount: '5', reason: 'Part' });
  expect(await balances(ids)).toEqual([0n, 0n, 5_500n]);
  expect(await disputed(payment.id, 26_000n)).toEqual({ outcome: 'followed', lost: 25_500n });
  expect(await balances(ids)).toEqual([10_000n, 10_000n, 10_000n]);
  expect(await disputed(payment.id, 26_000n)).toEqual({ outcome: 'followed', lost: 25_500n });

  expect(await disputed(payment.id, 0n)).toEqual({ outcome: 'followed', lost: 0n });
  expect(await balances(ids)).toEqual([0n, 0n, 10_000n]);
  const notes = await rowsOf(
    t.db,
    ctx,
    `select total, remaining, status from receivables.credit_note where payment_id = $1
     order by id`,
    [payment.id],
  );
  expect(notes).toEqual([
    { total: 6_000n, remaining: 0n, status: 'void' },
    { total: 5_500n, remaining: 5_500n, status: 'issued' },
  ]);
  // What came back as credit can be given back like any other money of the payment.
  await operations.refundPayment.execute(ctx, payment.id, { reason: 'All of it' });
  expect(await balances(ids)).toEqual([10_000n, 10_000n, 10_000n]);
});

it('gives money back on account where its invoice was paid otherwise meanwhile', async () => {
  const { ids, payment } = await paid('200');
  await disputed(payment.id, 20_000n);
  const again = { amount: '70', method: 'cash' } as const;
  await operations.recordPayment.execute(ctx, ids[0] as InvoiceId, again);
  await operations.voidInvoice.execute(ctx, ids[1] as InvoiceId, { reason: 'Wrong' });
  await disputed(payment.id, 0n);
  expect(await balances(ids)).toEqual([0n, 0n, 10_000n]);
  const [row] = await rowsOf(
    t.db,
    ctx,
    `select amount, from_invoices, to_credit from receivables.refund
     where payment_id = $1 and kind = 'returned'`,
    [payment.id],
  );
  expect(row).toEqual({ amount: -20_000n, from_invoices: -3_000n, to_credit: 17_000n });
});

it('loses once to a dispute told of many times at once, and to two what there is', async () => {
  const { ids, payment } = await paid('200');
  const told = await Promise.all(
    ['a', 'a', 'b', 'b'].map((name) => disputed(payment.id, 15_000n, `dp_${name}`)),
  );
  const lost = new Set(told.map((each) => (each.outcome === 'followed' ? each.lost : -1n)));
  expect(lost).toEqual(new Set([15_000n, 5_000n]));
  expect(await balances(ids)).toEqual([10_000n, 10_000n, 10_000n]);
});

it('loses to disputes exactly what they have, whatever else happens to the payment', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('dispute' as const),
      name: fc.constantFrom('a', 'b'),
      amount: fc.bigInt({ min: 0n, max: 30_000n }),
    }),
    fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 120 }) }),
    fc.record({ kind: fc.constant('cash' as const), invoice: fc.nat(2) }),
    fc.record({ kind: fc.constant('write_off' as const), invoice: fc.nat(2) }),
    fc.record({ kind: fc.constant('apply' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { ids, payment } = await paid('260');
      const has = new Map<string, bigint>();
      for (const each of steps) {
        if (each.kind === 'dispute') {
          const id = `dp_${each.name}_${payment.id}`;
          const followed = await disputed(payment.id, each.amount, id);
          if (followed.outcome === 'followed') has.set(id, followed.lost);
          expect(has.get(id) ?? 0n).toBeLessThanOrEqual(each.amount);
        } else if (each.kind === 'refund') {
          const refund = { amount: String(each.amount), reason: 'Part' };
          await operations.refundPayment.execute(ctx, payment.id, refund).catch(refused);
        } else if (each.kind === 'cash') {
          const id = ids[each.invoice] as InvoiceId;
          const cash = { amount: '33', method: 'cash' } as const;
          await operations.recordPayment.execute(ctx, id, cash).catch(refused);
        } else if (each.kind === 'write_off') {
          const id = ids[each.invoice] as InvoiceId;
          await writeOff.execute(ctx, id, { reason: 'Insolvent' }).catch(refused);
        } else if (payment.creditNote) {
          const use = { invoiceId: ids[2] as InvoiceId, amount: String(each.amount) };
          await operations.applyCreditNote.execute(ctx, payment.creditNote.id, use).catch(refused);
        }
      }
      const [kept] = await rowsOf<{ lost: bigint }>(
        t.db,
        ctx,
        `select coalesce(sum(r.amount), 0)::bigint as lost from receivables.refund r
         where r.payment_id = $1 and (r.kind = 'chargeback' or r.reverses_id in (
           select id from receivables.refund where kind = 'chargeback'))`,
        [payment.id],
      );
      expect(kept?.lost).toBe([...has.values()].reduce((sum, each) => sum + each, 0n));
    }),
    { numRuns: runs(5, 40) },
  );
});

describe('where the company applies credit by itself', () => {
  beforeAll(async () => {
    ctx = await t.newCompany({ autoApplyCredit: true });
  });

  it('gives back all that a dispute took in two parts, and applies what is left then', async () => {
    const { ids, payment } = await paid('200');
    await disputed(payment.id, 10_000n);
    await disputed(payment.id, 15_000n);
    expect(await balances(ids)).toEqual([5_000n, 10_000n, 10_000n]);
    const cash = { amount: '50', method: 'cash' } as const;
    await operations.recordPayment.execute(ctx, ids[0] as InvoiceId, cash);
    expect(await disputed(payment.id, 0n)).toEqual({ outcome: 'followed', lost: 0n });
    expect(await balances(ids)).toEqual([0n, 0n, 5_000n]);
  });
});

/** What the books do not allow just then. */
function refused(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && 'status' in error)) throw error;
}
