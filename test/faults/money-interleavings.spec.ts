import { refuseDeadlocks } from '../support/deadlocks.js';
import { sampled } from '../support/tier.js';
import { expectInvariants } from '../support/invariants.js';
import { invoiceBooks } from './support/books.js';
import { MoneyStage, type Outcome } from './support/money-stage.js';
import { SEED, Seeded } from './support/seeded.js';

refuseDeadlocks();

let stage: MoneyStage;

beforeAll(async () => {
  stage = await MoneyStage.open();
});

afterAll(() => stage?.close());

/** How often each outcome came, in the order of their names. */
function counted(outcomes: readonly Outcome[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = {};
  for (const outcome of [...outcomes].sort()) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, work));
}

/** What payments and credit notes of one invoice add up to, in minor units. */
function sumsOf(invoiceId: string) {
  return stage.t.db.read(stage.ctx, (tx) =>
    tx.one<{ payments: number; amount: bigint; applied: bigint; onAccount: bigint; notes: bigint }>(
      `select count(*)::int as payments, coalesce(sum(amount), 0)::bigint as amount,
         coalesce(sum(applied_amount), 0)::bigint as applied,
         coalesce(sum(on_account_amount), 0)::bigint as "onAccount",
         (select coalesce(sum(total), 0)::bigint from receivables.credit_note
          where kind = 'on_account' and invoice_id = $1) as notes
       from receivables.payment where invoice_id = $1 and status <> 'failed'`,
      [invoiceId],
    ),
  );
}

async function openInvoice(total = 10_000): Promise<string> {
  const [invoice] = await stage.invoices(total);
  return invoice?.id ?? '';
}

const TOTAL = 10_000;
const CAPTURES = [2, 10, 50].flatMap((count) =>
  [
    ['below', 0.8],
    ['exactly', 1],
    ['above', 1.3],
  ].map(([how, share]) => [count, how, Math.round((TOTAL * Number(share)) / count)] as const),
);

describe('captures of one invoice at once', () => {
  test.each(CAPTURES)('%i that come to %s the balance are all booked', async (count, _, each) => {
    const id = await openInvoice(TOTAL);
    const outcomes = await times(count, () => stage.capture(id, each));
    expect(counted(outcomes)).toEqual({ '200': count });
    const amount = BigInt(count * each);
    const applied = amount < BigInt(TOTAL) ? amount : BigInt(TOTAL);
    const onAccount = amount - applied;
    expect(await sumsOf(id)).toEqual({
      payments: count,
      amount,
      applied,
      onAccount,
      notes: onAccount,
    });
    expect(await invoiceBooks(stage.t, stage.ctx, id)).toEqual({
      status: amount < BigInt(TOTAL) ? 'partially_paid' : 'paid',
      total: BigInt(TOTAL),
      paid: applied,
      balance: BigInt(TOTAL) - applied,
    });
    await expectInvariants(stage.t);
  });
});

describe('twenty at once', () => {
  test('void an invoice once', async () => {
    const id = await openInvoice();
    const outcomes = await times(20, () => stage.call(`/invoices/${id}/void`, { reason: 'Wrong' }));
    expect(counted(outcomes)).toEqual({ '200': 1, '409 invoice_not_voidable': 19 });
    await expectInvariants(stage.t);
  });

  test('refund all of a payment once', async () => {
    const { paymentId } = await paidInvoice();
    const outcomes = await times(20, () =>
      stage.call(`/payments/${paymentId}/refund`, { reason: 'Returned' }),
    );
    expect(counted(outcomes)).toEqual({ '200': 1, '409 payment_not_refundable': 19 });
    await expectInvariants(stage.t);
  });

  test('refund parts of a payment never beyond its amount', async () => {
    const { id, paymentId } = await paidInvoice();
    const outcomes = await times(20, () =>
      stage.call(`/payments/${paymentId}/refund`, { amount: '9.00', reason: 'Returned' }),
    );
    expect(counted(outcomes)).toEqual({ '200': 11, '422 refund_exceeds_payment': 9 });
    expect(await invoiceBooks(stage.t, stage.ctx, id)).toMatchObject({ balance: 9_900n });
    await expectInvariants(stage.t);
  });

  test('clear a pending payment once, with one note for its excess', async () => {
    const id = await openInvoice();
    const pending = await pendingPayment(id, '130.00');
    const outcomes = await times(20, () => stage.call(`/payments/${pending}/clear`));
    expect(counted(outcomes)).toEqual({ '200': 1, '409 payment_not_pending': 19 });
    expect(await sumsOf(id)).toMatchObject({ applied: 10_000n, onAccount: 3_000n, notes: 3_000n });
    await expectInvariants(stage.t);
  });

  test('either clear or cancel a pending payment', async () => {
    const id = await openInvoice();
    const pending = await pendingPayment(id, '40.00');
    const chance = new Seeded(SEED);
    const verbs = chance.shuffled(['clear', 'cancel'].flatMap((verb) => Array(10).fill(verb)));
    const outcomes = await Promise.all(
      verbs.map((verb) => stage.call(`/payments/${pending}/${verb}`)),
    );
    expect(counted(outcomes)).toEqual({ '200': 1, '409 payment_not_pending': 19 });
    await expectInvariants(stage.t);
  });

  test.each([
    ['issue', '409 credit_note_status_conflict'],
    ['void', '409 credit_note_not_voidable'],
  ])('%s a credit note once', async (operation, refused) => {
    const invoices = await stage.invoices(10_000);
    const note = await writtenNote(invoices[0]?.accountId ?? '', '40.00');
    const work = () => stage.call(`/credit-notes/${note}/${operation}`, { reason: 'Wrong' });
    const outcomes = await times(20, operation === 'issue' ? () => issue(note) : work);
    expect(counted(outcomes)).toEqual({ '200': 1, [refused]: 19 });
    await expectInvariants(stage.t);
  });

  test('either void a credit note or use it', async () => {
    const [invoice] = await stage.invoices(10_000);
    const note = await writtenNote(invoice?.accountId ?? '', '40.00');
    await issue(note);
    const body = { invoiceId: invoice?.id ?? '', amount: '2.00' };
    const outcomes = await Promise.all(
      new Seeded(SEED)
        .shuffled(['void', 'apply'].flatMap((verb) => Array<string>(10).fill(verb)))
        .map((verb) =>
          stage.call(`/credit-notes/${note}/${verb}`, verb === 'void' ? { reason: 'x' } : body),
        ),
    );
    const { '200': done } = counted(outcomes);
    expect([1, 10]).toContain(done);
    await expectInvariants(stage.t);
  });

  test('write credit notes of one invoice never beyond its total', async () => {
    const [invoice] = await stage.invoices(10_000);
    const { id: invoiceId = '', accountId = '' } = invoice ?? {};
    const lines = [{ ...LINE, unitPrice: '30.00' }];
    const body = { accountId, invoiceId, reason: 'Broken', lines };
    const outcomes = await times(20, () => stage.call('/credit-notes', body));
    expect(counted(outcomes)).toEqual({ '201': 3, '422 credit_exceeds_invoice': 17 });
    await expectInvariants(stage.t);
  });

  test('take credit that goes out by itself, each cent of it once', async () => {
    await stage.automaticCredit(true);
    const invoices = await stage.invoices(...Array<number>(5).fill(10_000));
    const accountId = invoices[0]?.accountId ?? '';
    const notes = await times(5, () => writtenNote(accountId, '70.00'));
    const work = [
      ...notes.map((note) => () => issue(note)),
      ...invoices.map(
        ({ id }) =>
          () =>
            stage.capture(id, 13_000),
      ),
      ...invoices.map(
        ({ id }) =>
          () =>
            stage.call(`/invoices/${id}/dispute`, { reason: 'x' }),
      ),
    ];
    const outcomes = await Promise.all(new Seeded(SEED).shuffled(work).map((each) => each()));
    expect(outcomes.filter((outcome) => outcome === '200').length).toBeGreaterThanOrEqual(10);
    await stage.automaticCredit(false);
    await expectInvariants(stage.t);
  });

  test('apply one credit to twenty invoices never beyond what it holds', async () => {
    const invoices = await stage.invoices(...Array<number>(20).fill(1_000));
    const note = await creditOf(invoices[0]?.accountId ?? '', '75.00');
    const outcomes = await Promise.all(
      invoices.map(({ id: invoiceId }) =>
        stage.call(`/credit-notes/${note}/apply`, { invoiceId, amount: '10.00' }),
      ),
    );
    expect(counted(outcomes)).toEqual({ '200': 7, '422 credit_exceeds_remaining': 13 });
    await expectInvariants(stage.t);
  });
});

/** An invoice of 100.00 that is paid by hand. */
async function paidInvoice(): Promise<{ id: string; paymentId: string }> {
  const id = await openInvoice();
  const { id: paymentId } = await stage.must(`/invoices/${id}/payments`, {
    amount: '100.00',
    method: 'bank_transfer',
  });
  return { id, paymentId: String(paymentId) };
}

async function pendingPayment(invoiceId: string, amount: string): Promise<string> {
  const body = { amount, method: 'cheque', pending: true };
  return String((await stage.must(`/invoices/${invoiceId}/payments`, body)).id);
}

/** The credit note of money that came without an invoice. */
async function creditOf(accountId: string, amount: string): Promise<string> {
  const body = { accountId, amount, currency: 'EUR', method: 'bank_transfer' };
  const { creditNote } = await stage.must('/payments', body);
  return String((creditNote as { id: string }).id);
}

const LINE = { description: 'Goodwill', quantity: '1' };

/** A draft credit note that a person wrote. */
async function writtenNote(accountId: string, unitPrice: string): Promise<string> {
  const lines = [{ ...LINE, unitPrice }];
  const body = { accountId, currency: 'EUR', reason: 'Goodwill', lines };
  return String((await stage.must('/credit-notes', body)).id);
}

const issue = (note: string): Promise<Outcome> => stage.call(`/credit-notes/${note}/issue`);

/**
 * An invoice with everything on it that can be moved: paid in part, a cheque, credit of its
 * customer.
 */
interface Busy {
  readonly id: string;
  readonly refundable: string;
  readonly pending: string;
  readonly note: string;
  /** Written by a person; a part of it is applied to the invoice where it is to be taken back. */
  readonly used: string;
}

async function busyInvoice(credited: boolean): Promise<Busy> {
  const [invoice] = await stage.invoices(TOTAL);
  const { id = '', accountId = '' } = invoice ?? {};
  const paid = await stage.must(`/invoices/${id}/payments`, { amount: '20.00', method: 'cash' });
  const [pending, note] = await Promise.all([
    pendingPayment(id, '45.00'),
    creditOf(accountId, '50.00'),
  ]);
  const used = await writtenNote(accountId, '20.00');
  await stage.must(`/credit-notes/${used}/issue`, {});
  if (credited) {
    await stage.must(`/credit-notes/${used}/apply`, { invoiceId: id, amount: '10.00' });
  }
  return { id, refundable: String(paid.id), pending, note, used };
}

type Move = (busy: Busy) => Promise<Outcome>;

const MOVES: Readonly<Record<string, Move>> = {
  capture: ({ id }) => stage.capture(id, 3_500),
  payment: ({ id }) => stage.call(`/invoices/${id}/payments`, { amount: '30.00', method: 'cash' }),
  refund: ({ refundable }) =>
    stage.call(`/payments/${refundable}/refund`, { amount: '10.00', reason: 'Returned' }),
  void: ({ id }) => stage.call(`/invoices/${id}/void`, { reason: 'Wrong' }),
  dispute: ({ id }) =>
    stage.call(`/invoices/${id}/dispute`, { reason: 'Not ours', amount: '15.00' }),
  clear: ({ pending }) => stage.call(`/payments/${pending}/clear`),
  credit: ({ id, note }) =>
    stage.call(`/credit-notes/${note}/apply`, { invoiceId: id, amount: '20.00' }),
  unapply: ({ id, used }) =>
    stage.call(`/credit-notes/${used}/unapply`, { invoiceId: id, amount: '5.00' }),
};

/** What a move may be refused with; captures never are. */
const REFUSALS: Readonly<Record<string, readonly Outcome[]>> = {
  capture: [],
  payment: ['422 payment_exceeds_balance'],
  refund: ['409 payment_not_refundable', '422 refund_exceeds_payment'],
  void: ['409 invoice_has_payments', '409 invoice_not_voidable'],
  dispute: [
    '409 invoice_status_conflict',
    '409 dispute_already_open',
    '422 dispute_exceeds_balance',
  ],
  clear: ['409 payment_not_pending'],
  credit: ['422 credit_exceeds_balance', '422 credit_exceeds_remaining'],
  unapply: ['409 credit_not_applied'],
};

/** Every choice of so many names, in order. */
function choices(names: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return names.flatMap((name, i) =>
    choices(names.slice(i + 1), size - 1).map((rest) => [name, ...rest]),
  );
}

/** Lets each of the moves run three times, all at once, in an order drawn from the seed. */
async function expectRightBooksAfter(names: readonly string[], seed: number): Promise<void> {
  const busy = await busyInvoice(names.includes('unapply'));
  const chance = new Seeded(seed);
  const drawn = chance.shuffled(names.flatMap((name) => Array<string>(3).fill(name)));
  const outcomes = await Promise.all(
    drawn.map(async (name) => ({ name, outcome: await (MOVES[name] as Move)(busy) })),
  );
  for (const { name, outcome } of outcomes) {
    const allowed = ['200', '201', ...(REFUSALS[name] ?? [])];
    expect({ seed, name, outcome: allowed.includes(outcome) || outcome }).toEqual({
      seed,
      name,
      outcome: true,
    });
  }
  const captured = outcomes.filter(({ name }) => name === 'capture').length;
  const sums = await stage.t.db.read(stage.ctx, (tx) =>
    tx.one<{ amount: bigint }>(
      `select coalesce(sum(amount), 0)::bigint as amount from receivables.payment
       where invoice_id = $1 and provider is not null`,
      [busy.id],
    ),
  );
  expect(sums.amount).toBe(BigInt(captured) * 3_500n);
  await expectInvariants(stage.t);
}

const names = Object.keys(MOVES);
const PAIRS = choices(names, 2).map((pair, i) => [pair.join(' and '), pair, SEED + i] as const);
const TRIPLES = choices(['capture', 'payment', 'refund', 'void', 'credit'], 3).map(
  (triple, i) => [triple.join(', '), triple, SEED + 100 + i] as const,
);

describe('at once on one invoice, three times each,', () => {
  test.each(sampled(PAIRS))('%s leave the books right', (_, pair, seed) =>
    expectRightBooksAfter(pair, seed),
  );

  test.each(sampled(TRIPLES))('%s leave the books right', (_, triple, seed) =>
    expectRightBooksAfter(triple, seed),
  );

  test.each([1, 2, 3, 4, 5])('all there are leave the books right (%i)', (round) =>
    expectRightBooksAfter(names, SEED + 200 + round),
  );
});
