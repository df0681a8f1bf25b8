import {
  newId,
  type AccountId,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { creditNoteProof } from '../proofs/credit-note-proof.js';
import { invoiceProof } from '../proofs/invoice-proof.js';
import { aCustomer, aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  moneyOperations,
  outcomeOf,
  rowsOf,
  type MoneyOperations,
} from '../testing/money-operations.js';
import { bookCapture } from './book-capture.js';

let t: TestDatabase;
let operations: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  operations = moneyOperations(t.db);
});
afterAll(async () => {
  await expectInvariants(t, ['I9b']);
  await t.close();
});

/** What is there to act on; operations pick by an index into what exists when they run. */
interface World {
  readonly ctx: Ctx;
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
  'note',
  'note of an invoice',
  'issue',
  'void note',
  'apply',
  'allocate',
  'unapply',
  'dispute',
  'dispute a part',
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

async function idsOf<T>(table: string, { ctx, accountId }: World): Promise<T[]> {
  const text = `select id from receivables.${table} where account_id = $1 order by number`;
  return (await rowsOf<{ id: T }>(t.db, ctx, text, [accountId])).map(({ id }) => id);
}

/** Carries out a step; what the business refuses, or has nothing to act on, changes nothing. */
async function carryOut(world: World, { kind, which, other, amount }: Step): Promise<void> {
  const { ctx, accountId, invoices } = world;
  const invoiceId = at(invoices, which) ?? newId<'invoice'>();
  const text = (amount / 100).toFixed(2);
  const cash = { amount: text, method: 'cash' } as const;
  const payment = at(await idsOf<PaymentId>('payment', world), other) ?? newId<'payment'>();
  const note = at(await idsOf<CreditNoteId>('credit_note', world), other) ?? newId<'credit-note'>();
  const reason = { reason: 'x' };
  const written = { ...reason, accountId, currency: 'EUR', lines: [aLineOver(text)] };
  const small = invoices.map((id) => ({ invoiceId: id, amount: '1.00' }));
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
        accountId,
        currency: 'EUR',
        allocations: small,
      }),
    note: () => operations.createCreditNote.execute(ctx, written),
    'note of an invoice': () => operations.createCreditNote.execute(ctx, { ...written, invoiceId }),
    issue: () => operations.issueCreditNote.execute(ctx, note),
    'void note': () => operations.voidCreditNote.execute(ctx, note, reason),
    apply: () => operations.applyCreditNote.execute(ctx, note, { invoiceId, amount: text }),
    allocate: () => operations.applyCreditNote.execute(ctx, note, small),
    unapply: () => operations.unapplyCreditNote.execute(ctx, note, { invoiceId }),
    dispute: () => operations.disputeInvoice.execute(ctx, invoiceId, reason),
    'dispute a part': () =>
      operations.disputeInvoice.execute(ctx, invoiceId, { ...reason, amount: text }),
    resolve: () => operations.resolveInvoice.execute(ctx, invoiceId, { note: null }),
    void: () => operations.voidInvoice.execute(ctx, invoiceId, reason),
  };
  await outcomeOf(steps[kind]());
}

const aLineOver = (unitPrice: string) => ({
  productId: null,
  invoiceLineId: null,
  description: 'Work',
  quantity: '1',
  unitPrice,
  discount: null,
  taxCode: null,
  taxRate: null,
  periodStart: null,
  periodEnd: null,
});

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

/** Where the money of an account is, in minor units. */
async function moneyOf({ ctx, accountId }: World) {
  const [sums] = await rowsOf<Record<'received' | 'held' | 'issued' | 'credited' | 'left', bigint>>(
    t.db,
    ctx,
    `select
       (select coalesce(sum(amount - refunded_amount), 0)::bigint from receivables.payment
        where account_id = $1 and status in ('completed', 'refunded')) as received,
       (select coalesce(sum(paid_amount), 0)::bigint from receivables.invoice where account_id = $1)
         + (select coalesce(sum(applied_amount + remaining), 0)::bigint from receivables.credit_note
            where account_id = $1 and kind = 'on_account') as held,
       (select coalesce(sum(total - refunded_amount), 0)::bigint from receivables.credit_note
        where account_id = $1 and status not in ('draft', 'void')) as issued,
       (select coalesce(sum(credited_amount), 0)::bigint from receivables.invoice
        where account_id = $1) as credited,
       (select coalesce(sum(remaining), 0)::bigint from receivables.credit_note
        where account_id = $1 and status <> 'draft') as left`,
    [accountId],
  );
  if (!sums) throw new Error('Sums always have a row');
  return sums;
}

async function expectProofs(world: World): Promise<void> {
  const notes = await idsOf<CreditNoteId>('credit_note', world);
  const proofs = await t.db.read(world.ctx, (tx) =>
    Promise.all([
      ...world.invoices.map((id) => invoiceProof(tx, id)),
      ...notes.map((id) => creditNoteProof(tx, id)),
    ]),
  );
  for (const proof of proofs) {
    expect(proof.summed).toEqual(proof.kept);
    expect(proof.agrees).toBe(true);
  }
}

describe.each([
  ['is applied by hand', false],
  ['goes to invoices by itself', true],
])('where credit %s', (_, autoApplyCredit) => {
  let ctx: Ctx;
  beforeAll(async () => {
    ctx = await t.newCompany({ autoApplyCredit });
  });

  it('every proof agrees and no money is lost or made, whatever is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = await t.db.write(ctx, async (tx) => {
          const accountId = await aCustomer(tx);
          const first = await aStoredInvoice(tx, { accountId });
          const second = await aStoredInvoice(tx, { accountId, total: 3_333n });
          return { ctx, accountId, invoices: [first.id, second.id] };
        });
        for (const each of steps) await carryOut(world, each);
        await expectProofs(world);
        const { received, held, issued, credited, left } = await moneyOf(world);
        expect(held).toBe(received);
        expect(credited + left).toBe(issued);
      }),
      { numRuns: runs(30, 5) },
    );
  });
});
