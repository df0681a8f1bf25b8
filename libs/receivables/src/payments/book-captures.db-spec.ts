import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { bookCaptures } from './book-capture.js';
import type { Capture } from './capture.js';

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const book = (captures: readonly Capture[]) => t.db.write(ctx, (tx) => bookCaptures(tx, captures));

/** A sent invoice of 100.00 EUR. */
const anInvoice = async (): Promise<InvoiceId> =>
  (await t.db.write(ctx, (tx) => aStoredInvoice(tx))).id;

function aCapture(invoiceId: InvoiceId, amount: bigint, by?: Ctx): Capture {
  return {
    invoiceId,
    provider: 'sandbox',
    providerPaymentId: `pay_${newId()}`,
    amount,
    currency: 'EUR',
    method: 'gateway',
    receivedOn: parseLocalDate('2026-03-02'),
    reference: null,
    ...(by && { by }),
  };
}

function rows<T>(text: string): Promise<T[]> {
  return t.db.read(ctx, (tx) => tx.rows<T>(text));
}

describe('captures booked together', () => {
  test('settle one invoice one after the other, and the excess is on account', async () => {
    const id = await anInvoice();
    const outcomes = await book([4_000n, 5_000n, 3_000n].map((amount) => aCapture(id, amount)));
    expect(outcomes).toMatchObject([
      { outcome: 'booked', applied: 4_000n, excess: 0n, creditNoteId: null },
      { outcome: 'booked', applied: 5_000n, excess: 0n },
      { outcome: 'booked', applied: 1_000n, excess: 2_000n, creditNoteId: expect.any(String) },
    ]);
    const invoices = await rows('select status, balance, version from receivables.invoice');
    expect(invoices).toEqual([{ status: 'paid', balance: 0n, version: 2 }]);
    const paid = await rows<{ data: unknown }>(
      `select data from outbox.event where type = 'invoice.paid'`,
    );
    expect(paid).toMatchObject([{ data: { version: 2, balance: '0.00' } }]);
    await expectInvariants(t, ['I9b']);
  });

  test('are numbered in their order, without a gap', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, anInvoice));
    const outcomes = await book(ids.map((id) => aCapture(id, 10_000n)));
    expect(outcomes.map((each) => ('paymentNumber' in each ? each.paymentNumber : ''))).toEqual([
      'PAY-000001',
      'PAY-000002',
      'PAY-000003',
      'PAY-000004',
      'PAY-000005',
    ]);
    await expectInvariants(t, ['I9b']);
  });

  test('leave out what cannot be booked, and draw no number for it', async () => {
    const id = await anInvoice();
    const twice = aCapture(id, 2_000n);
    const outcomes = await book([
      aCapture(newId<'invoice'>(), 1_000n),
      twice,
      { ...aCapture(id, 1_000n), currency: 'USD' },
      twice,
      aCapture(id, 0n),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'invoice_not_found',
      'booked',
      'currency_mismatch',
      'already_processed',
      'zero_amount',
    ]);
    expect(await rows('select number from receivables.payment')).toEqual([
      { number: 'PAY-000001' },
    ]);
    await expectInvariants(t, ['I9b']);
  });

  test('of two providers are two, though both go by the same id', async () => {
    const id = await anInvoice();
    const providerPaymentId = `pay_${newId()}`;
    const by = (provider: string) => ({ ...aCapture(id, 2_000n), provider, providerPaymentId });
    expect(await book([by('one')])).toMatchObject([{ outcome: 'booked' }]);
    expect(await book([by('two'), by('two'), by('one')])).toMatchObject([
      { outcome: 'booked' },
      { outcome: 'already_processed' },
      { outcome: 'already_processed' },
    ]);
    expect(await rows('select balance from receivables.invoice')).toEqual([{ balance: 6_000n }]);
    await expectInvariants(t, ['I9b']);
  });

  test('apply all that they bring above it, where the company wants that', async () => {
    await t.db.write(ctx, (tx) =>
      tx.run('update company.company set auto_apply_credit = true where id = $1', [ctx.companyId]),
    );
    const { id, accountId } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
    for (const total of [1_000n, 1_000n]) {
      await t.db.write(ctx, (tx) => aStoredInvoice(tx, { accountId, total }));
    }
    await book([11_000n, 1_000n].map((amount) => aCapture(id, amount)));
    expect(await rows('select number from receivables.invoice where balance > 0')).toEqual([]);
    expect(await rows('select remaining from receivables.credit_note')).toEqual([
      { remaining: 0n },
      { remaining: 0n },
    ]);
    await expectInvariants(t, ['I9b']);
  });

  test('each bear the request they came with', async () => {
    const id = await anInvoice();
    const requests = ['first', 'second'].map((requestId, i) => ({
      ...t.ctx(ctx.companyId, { now: `2026-03-02T09:00:0${i}Z` }),
      requestId,
    }));
    await book(requests.map((by) => aCapture(id, 1_000n, by)));
    const wanted = [
      { requestId: 'first', at: '2026-03-02T09:00:00.000Z' },
      { requestId: 'second', at: '2026-03-02T09:00:01.000Z' },
    ];
    const columns = `request_id as "requestId", occurred_at as at`;
    const events = `select ${columns} from outbox.event where type = 'payment.received'
      order by seq`;
    const entries = `select ${columns} from audit.entry where action = 'payment.received'
      order by id`;
    const created = `select created_at as at from receivables.payment order by number_seq`;
    expect(await rows(events)).toEqual(wanted);
    expect(await rows(entries)).toEqual(wanted);
    expect(await rows(created)).toEqual(wanted.map(({ at }) => ({ at })));
  });
});
