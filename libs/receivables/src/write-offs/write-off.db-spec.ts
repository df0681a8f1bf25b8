import { parseLocalDate } from '@quittance/calendar';
import { addSeconds, newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bookCapture } from '../payments/book-capture.js';
import { invoiceProof } from '../proofs/invoice-proof.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  moneyOperations,
  outcomeOf,
  outcomes,
  rowsOf,
  type MoneyOperations,
} from '../testing/money-operations.js';
import { UndoWriteOff } from './undo-write-off.js';
import { WriteOffInvoice } from './write-off-invoice.js';

let t: TestDatabase;
let ctx: Ctx;
let money: MoneyOperations;
let writeOff: (id: InvoiceId) => ReturnType<WriteOffInvoice['execute']>;
let undo: (id: InvoiceId) => ReturnType<UndoWriteOff['execute']>;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  money = moneyOperations(t.db);
  writeOff = (id) => new WriteOffInvoice(t.db).execute(ctx, id, { reason: 'Insolvent' });
  undo = (id) => new UndoWriteOff(t.db).execute(ctx, id, { reason: 'Found again' });
});
afterAll(async () => {
  await expectInvariants(t, ['I9b']);
  await t.close();
});

/** One of 100.00, with so much of it paid. */
async function invoiceWith(paid: string | null): Promise<InvoiceId> {
  const { id } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  if (paid) await money.recordPayment.execute(ctx, id, { amount: paid, method: 'cash' });
  return id;
}

const provedOf = (id: InvoiceId) => t.db.read(ctx, (tx) => invoiceProof(tx, id));

const capture = (invoiceId: InvoiceId, amount: bigint, day = '2026-03-02') =>
  t.db.write(ctx, (tx) =>
    bookCapture(tx, {
      invoiceId,
      provider: 'sandbox',
      providerPaymentId: newId(),
      amount,
      currency: 'EUR',
      method: 'gateway',
      receivedOn: parseLocalDate(day),
      reference: null,
    }),
  );

it('who asked first and had to wait stands behind those who went before', async () => {
  const id = await invoiceWith('40');
  const early = { ...ctx, now: addSeconds(ctx.now, -5) };
  await writeOff(id);
  // Both began before the write-off, and held the invoice behind it.
  await new UndoWriteOff(t.db).execute(early, id, { reason: 'Found again' });
  await money.recordPayment.execute(early, id, { amount: '60', method: 'cash' });
  const { movements, agrees } = await provedOf(id);
  expect(agrees).toBe(true);
  expect(movements.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['payment', '60.00'],
    ['write_off', '0.00'],
    ['write_off_undone', '60.00'],
    ['payment', '0.00'],
  ]);
});

it('what is left is written off and proved, and money for it is taken after all', async () => {
  const id = await invoiceWith('40');
  expect(await writeOff(id)).toMatchObject({
    status: 'written_off',
    paidAmount: '40.00',
    writtenOffAmount: '60.00',
    balance: '0.00',
  });
  expect(await capture(id, 2_500n)).toMatchObject({ applied: 2_500n, excess: 0n });
  const proof = await provedOf(id);
  expect(proof.movements.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual(
    expect.arrayContaining([
      ['payment', '40.00', '60.00'],
      ['write_off', '60.00', '0.00'],
    ]),
  );
  expect(proof).toMatchObject({
    status: 'written_off',
    agrees: true,
    summed: { paidAmount: '65.00', writtenOffAmount: '35.00', balance: '0.00' },
  });
  expect(await capture(id, 4_000n)).toMatchObject({ applied: 3_500n, excess: 500n });
  expect(await provedOf(id)).toMatchObject({
    status: 'paid',
    agrees: true,
    summed: { paidAmount: '100.00', writtenOffAmount: '0.00' },
  });
  const rows = await rowsOf(
    t.db,
    ctx,
    `select kind, amount, reason from receivables.write_off where company_id = $1
       and invoice_id = $2 order by created_at, id`,
    [ctx.companyId, id],
  );
  expect(rows).toEqual([
    { kind: 'written_off', amount: 6_000n, reason: 'Insolvent' },
    { kind: 'recovered', amount: -2_500n, reason: null },
    { kind: 'recovered', amount: -3_500n, reason: null },
  ]);
});

it('money takes nothing back before the day on which it was written off', async () => {
  const id = await invoiceWith(null);
  await writeOff(id);
  await capture(id, 2_500n, '2026-02-01');
  await capture(id, 2_500n, '2099-03-01');
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ kind: string; day: string }>(
      `select kind, applied_on as day from receivables.write_off where company_id = $1
         and invoice_id = $2 order by id`,
      [ctx.companyId, id],
    ),
  );
  const [written] = rows;
  expect(rows).toEqual([
    { kind: 'written_off', day: expect.stringMatching(/^20[2-8]/) },
    { kind: 'recovered', day: written?.day },
    { kind: 'recovered', day: '2099-03-01' },
  ]);
});

it('it is undone by a row, and only what was written off is', async () => {
  const id = await invoiceWith(null);
  expect(await outcomeOf(undo(id))).toBe('invoice_status_conflict');
  await writeOff(id);
  expect(await outcomeOf(money.voidInvoice.execute(ctx, id, { reason: 'Wrong' }))).toBe(
    'invoice_not_voidable',
  );
  const again = await undo(id);
  expect(again).toMatchObject({ writtenOffAmount: '0.00', balance: '100.00' });
  expect(again.status).not.toBe('written_off');
  expect(await outcomeOf(undo(id))).toBe('invoice_status_conflict');
  expect((await provedOf(id)).agrees).toBe(true);
});

it('a person may enter money up to what was written off, and not beyond', async () => {
  const id = await invoiceWith(null);
  await writeOff(id);
  const pay = (amount: string) =>
    money.recordPayment.execute(ctx, id, { amount, method: 'bank_transfer' });
  expect(await outcomeOf(pay('100.01'))).toBe('payment_exceeds_balance');
  expect(await outcomeOf(pay('100'))).toBe('done');
  expect(await provedOf(id)).toMatchObject({ status: 'paid', agrees: true });
});

it('money given back of one that is written off in part is owed again', async () => {
  const { id } = await t.db.write(ctx, (tx) => aStoredInvoice(tx));
  const cash = { amount: '40', method: 'cash' } as const;
  const payment = await money.recordPayment.execute(ctx, id, cash);
  await writeOff(id);
  await money.refundPayment.execute(ctx, payment.id, { amount: '10', reason: 'Returned' });
  expect(await provedOf(id)).toMatchObject({
    status: 'partially_paid',
    agrees: true,
    summed: { paidAmount: '30.00', writtenOffAmount: '60.00', balance: '10.00' },
  });
  expect(await writeOff(id)).toMatchObject({ status: 'written_off', writtenOffAmount: '70.00' });
});

it('what is disputed or paid is not written off', async () => {
  const disputed = await invoiceWith(null);
  await money.disputeInvoice.execute(ctx, disputed, { reason: 'Too much' });
  expect(await outcomeOf(writeOff(disputed))).toBe('invoice_status_conflict');
  expect(await outcomeOf(writeOff(await invoiceWith('100')))).toBe('invoice_status_conflict');
});

it('nothing is written off of one over nothing', async () => {
  const { id } = await t.db.write(ctx, (tx) => aStoredInvoice(tx, { subtotal: 0n, total: 0n }));
  expect(await outcomeOf(writeOff(id))).toBe('invoice_status_conflict');
});

it('what a note corrects that is not used up is not written off before it is', async () => {
  const own = await t.newCompany({ autoApplyCredit: false });
  const { id, accountId } = await t.db.write(own, (tx) => aStoredInvoice(tx));
  const draft = { accountId, invoiceId: id, reason: 'Wrong' };
  const note = await money.createCreditNote.execute(own, draft);
  await money.issueCreditNote.execute(own, note.id);
  const off = () => outcomeOf(new WriteOffInvoice(t.db).execute(own, id, { reason: 'Insolvent' }));
  expect(await off()).toBe('invoice_credit_open');
  await money.voidCreditNote.execute(own, note.id, { reason: 'Right after all' });
  expect(await off()).toBe('done');
});

it('of people who write it off at once one does', async () => {
  const id = await invoiceWith(null);
  expect(await outcomes(4, () => writeOff(id))).toEqual({ done: 1, invoice_status_conflict: 3 });
});

describe('a note over the whole of one written off', () => {
  /** Two of a customer, 40 of the first paid and the rest written off, and a draft note over it. */
  async function noted(own: Ctx) {
    const { id, accountId } = await t.db.write(own, (tx) => aStoredInvoice(tx));
    const { id: other } = await t.db.write(own, (tx) => aStoredInvoice(tx, { accountId }));
    await money.recordPayment.execute(own, id, { amount: '40', method: 'cash' });
    const draft = { accountId, invoiceId: id, reason: 'Wrong' };
    const note = await money.createCreditNote.execute(own, draft);
    await new WriteOffInvoice(t.db).execute(own, id, { reason: 'Insolvent' });
    return { id, other, note: note.id };
  }

  it.each([
    [false, '40.00', '100.00'],
    [true, '0.00', '60.00'],
  ])('takes that back and leaves what was paid; by itself: %s', async (auto, remaining, owed) => {
    const own = await t.newCompany({ autoApplyCredit: auto });
    const { id, other, note } = await noted(own);
    expect(await money.issueCreditNote.execute(own, note)).toMatchObject({ remaining });
    const [proof, of] = await t.db.read(own, (tx) =>
      Promise.all([invoiceProof(tx, id), invoiceProof(tx, other)]),
    );
    expect(proof).toMatchObject({
      status: 'paid',
      agrees: true,
      summed: { creditedAmount: '60.00', writtenOffAmount: '0.00', balance: '0.00' },
    });
    expect(of).toMatchObject({ agrees: true, summed: { balance: owed } });
  });
});
