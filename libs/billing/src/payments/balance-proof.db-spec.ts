import {
  newId,
  parseLocalDate,
  type AccountId,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
  type PaymentId,
} from '@quittance/kernel';
import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { invoiceProof } from '../invoices/invoice-proof.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  moneyOperations,
  outcomeOf,
  rowsOf,
  type MoneyOperations,
} from '../testing/money-operations.js';
import { bookCapture } from './book-capture.js';

let t: TestDatabase;
let ctx: Ctx;
let operations: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  operations = moneyOperations(t.db);
});
afterAll(async () => {
  await expectInvariants(t);
  await t.close();
});

/** What is there to act on; operations pick by an index into what exists when they run. */
interface World {
  readonly accountId: AccountId;
  readonly invoices: readonly InvoiceId[];
}

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly other: number;
  readonly amount: number;
}

const KINDS = [
  'capture',
  'pay',
  'submit',
  'clear',
  'cancel',
  'refund',
  'account payment',
  'apply',
  'unapply',
  'dispute',
  'resolve',
  'void',
] as const;

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(20),
  other: fc.nat(20),
  amount: fc.integer({ min: 1, max: 15_000 }),
});

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

async function idsOf<T>(table: string, { accountId }: World): Promise<T[]> {
  const text = `select id from billing.${table} where account_id = $1 order by number`;
  return (await rowsOf<{ id: T }>(t.db, ctx, text, [accountId])).map(({ id }) => id);
}

/** Carries out a step; what the business refuses, or has nothing to act on, changes nothing. */
async function carryOut(world: World, { kind, which, other, amount }: Step): Promise<void> {
  const invoiceId = at(world.invoices, which) ?? newId<'invoice'>();
  const text = (amount / 100).toFixed(2);
  const cash = { amount: text, method: 'cash' } as const;
  const payment = at(await idsOf<PaymentId>('payment', world), other) ?? newId<'payment'>();
  const note = at(await idsOf<CreditNoteId>('credit_note', world), other) ?? newId<'credit-note'>();
  const reason = { reason: 'x' };
  const steps: Record<Step['kind'], () => Promise<unknown>> = {
    capture: () => t.db.write(ctx, (tx) => bookCapture(tx, aCapture(invoiceId, amount))),
    pay: () => operations.recordPayment.execute(ctx, invoiceId, cash),
    submit: () => operations.recordPayment.execute(ctx, invoiceId, { ...cash, pending: true }),
    clear: () => operations.clearPayment.execute(ctx, payment),
    cancel: () => operations.cancelPayment.execute(ctx, payment),
    refund: () => operations.refundPayment.execute(ctx, payment, { amount: text, ...reason }),
    'account payment': () =>
      operations.recordAccountPayment.execute(ctx, {
        ...cash,
        accountId: world.accountId,
        currency: 'EUR',
        allocations: world.invoices.map((id) => ({ invoiceId: id, amount: '1.00' })),
      }),
    apply: () => operations.applyCreditNote.execute(ctx, note, { invoiceId, amount: text }),
    unapply: () => operations.unapplyCreditNote.execute(ctx, note, { invoiceId }),
    dispute: () => operations.disputeInvoice.execute(ctx, invoiceId, reason),
    resolve: () => operations.resolveInvoice.execute(ctx, invoiceId, { note: null }),
    void: () => operations.voidInvoice.execute(ctx, invoiceId, reason),
  };
  await outcomeOf(steps[kind]());
}

const aCapture = (invoiceId: InvoiceId, amount: number) => ({
  invoiceId,
  provider: 'sandbox',
  providerPaymentId: newId(),
  amount: BigInt(amount),
  currency: 'EUR',
  method: 'gateway' as const,
  receivedOn: parseLocalDate('2026-03-02'),
  reference: null,
});

it('the proof of every invoice agrees after any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = await t.db.write(ctx, async (tx) => {
        const accountId = await aCustomer(tx);
        const first = await aStoredInvoice(tx, { accountId });
        const second = await aStoredInvoice(tx, { accountId, total: 3_333n });
        return { accountId, invoices: [first.id, second.id] };
      });
      for (const each of steps) await carryOut(world, each);
      for (const id of world.invoices) {
        const proof = await t.db.read(ctx, (tx) => invoiceProof(tx, id));
        expect(proof.summed).toEqual(proof.kept);
        expect(proof.agrees).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
