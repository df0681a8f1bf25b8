import { watchFailpoints } from '@quittance/config/host';
import { refuseDeadlocks } from '../support/deadlocks.js';
import { expectInvariants } from '../support/invariants.js';
import { invoiceBooks } from './support/books.js';
import { MoneyStage, type Outcome } from './support/money-stage.js';

refuseDeadlocks();

let stage: MoneyStage;

beforeAll(async () => {
  stage = await MoneyStage.open();
});

afterEach(() => watchFailpoints(undefined));
afterAll(() => stage?.close());

/** What money can be moved on: 100.00, of which 20.00 are paid by hand where that is asked for. */
interface Scene {
  readonly id: string;
  readonly payment: string;
  /** Credit of its customer, 50.00. */
  readonly note: string;
}

const TOTAL = 10_000n;
const PAID = 2_000n;

async function sceneOf(paid: boolean): Promise<Scene> {
  const [invoice] = await stage.invoices(Number(TOTAL));
  const { id = '', accountId = '' } = invoice ?? {};
  const credit = { accountId, amount: '50.00', currency: 'EUR', method: 'bank_transfer' };
  const { creditNote } = await stage.must('/payments', credit);
  const payment = paid
    ? await stage.must(`/invoices/${id}/payments`, { amount: '20.00', method: 'cash' })
    : { id: '' };
  return { id, payment: String(payment.id), note: (creditNote as { id: string }).id };
}

interface Move {
  /** Passed once it holds the lock on the invoice. */
  readonly point: string;
  readonly run: (scene: Scene) => Promise<Outcome>;
  /** What it takes off the balance. */
  readonly settles: bigint;
}

const MOVES = {
  capture: {
    point: 'lock.receivables.invoice',
    run: ({ id }) => stage.capture(id, 3_500),
    settles: 3_500n,
  },
  payment: {
    point: 'lock.receivables.invoice',
    run: ({ id }) =>
      stage.call(`/invoices/${id}/payments`, { amount: '30.00', method: 'bank_transfer' }),
    settles: 3_000n,
  },
  refund: {
    point: 'lock.receivables.invoice',
    run: ({ payment }) =>
      stage.call(`/payments/${payment}/refund`, { amount: '10.00', reason: 'Returned' }),
    settles: -1_000n,
  },
  credit: {
    point: 'lock.receivables.invoice',
    run: ({ id, note }) =>
      stage.call(`/credit-notes/${note}/apply`, { invoiceId: id, amount: '20.00' }),
    settles: 2_000n,
  },
  void: {
    point: 'lock.receivables.invoice',
    run: ({ id }) => stage.call(`/invoices/${id}/void`, { reason: 'Wrong' }),
    settles: 0n,
  },
} as const satisfies Readonly<Record<string, Move>>;

type Name = keyof typeof MOVES;
const NAMES = Object.keys(MOVES) as Name[];

/** Holds whoever comes to the point first; the others pass. */
function heldAt(point: string) {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let taken = false;
  watchFailpoints((name) => {
    if (name !== point || taken) return;
    taken = true;
    arrive();
    return released;
  });
  return { arrived, release };
}

/** Whether a piece of work comes to wait for a lock before it is through. */
async function comesToWait(work: Promise<unknown>): Promise<boolean> {
  let isThrough = false;
  const through = () => (isThrough = true);
  work.then(through, through);
  while (!isThrough) {
    const { waits } = await stage.t.db.read(stage.ctx, (tx) =>
      tx.one<{ waits: boolean }>(
        `select exists (select from pg_locks l join pg_stat_activity a using (pid)
           where a.datname = current_database() and not l.granted) as waits`,
      ),
    );
    if (waits) return true;
  }
  return false;
}

/** The first holds its lock until the second waits for it; then both go on. */
async function interleaved(first: Name, second: Name, scene: Scene) {
  const { arrived, release } = heldAt(MOVES[first].point);
  const one = MOVES[first].run(scene);
  const refusedEarly = one.then((outcome) => `${first} was through before its lock: ${outcome}`);
  const early = await Promise.race([arrived, refusedEarly]);
  const two = MOVES[second].run(scene);
  const waited = early ?? (await comesToWait(two));
  release();
  return { waited, outcomes: await Promise.all([one, two]) };
}

const DONE: Readonly<Record<Name, Outcome>> = {
  capture: '200',
  payment: '201',
  refund: '200',
  credit: '200',
  void: '200',
};

const PAIRS = NAMES.flatMap((first) =>
  NAMES.filter((second) => second !== first).map((second) => [first, second] as const),
);

describe('while the lock of one is held', () => {
  test.each(PAIRS.filter((pair) => !pair.includes('void')))(
    '%s, then %s: the other waits, and both are booked',
    async (first, second) => {
      const scene = await sceneOf(true);
      const { waited, outcomes } = await interleaved(first, second, scene);
      expect({ waited, outcomes }).toEqual({
        waited: true,
        outcomes: [DONE[first], DONE[second]],
      });
      const settled = PAID + MOVES[first].settles + MOVES[second].settles;
      expect(await invoiceBooks(stage.t, stage.ctx, scene.id)).toMatchObject({
        status: 'partially_paid',
        balance: TOTAL - settled,
      });
      await expectInvariants(stage.t);
    },
  );

  test.each(PAIRS.filter(([first, second]) => second === 'void' && first !== 'refund'))(
    '%s, then %s: the invoice has money on it and is not voided',
    async (first, second) => {
      const scene = await sceneOf(false);
      const { waited, outcomes } = await interleaved(first, second, scene);
      expect({ waited, outcomes }).toEqual({
        waited: true,
        outcomes: [DONE[first], '409 invoice_has_payments'],
      });
      expect(await invoiceBooks(stage.t, stage.ctx, scene.id)).toMatchObject({
        status: 'partially_paid',
        balance: TOTAL - MOVES[first].settles,
      });
      await expectInvariants(stage.t);
    },
  );

  test.each([
    // The money is kept: what comes for a void invoice is credit of its customer.
    ['capture', '200'],
    ['payment', '422 payment_exceeds_balance'],
    ['credit', '422 credit_exceeds_balance'],
  ] as const)('void, then %s: the invoice is void and %s', async (second, outcome) => {
    const scene = await sceneOf(false);
    const { waited, outcomes } = await interleaved('void', second, scene);
    expect({ waited, outcomes }).toEqual({ waited: true, outcomes: ['200', outcome] });
    expect(await invoiceBooks(stage.t, stage.ctx, scene.id)).toMatchObject({
      status: 'void',
      balance: 0n,
    });
    await expectInvariants(stage.t);
  });

  test.each([
    ['refund', 'void'],
    ['void', 'refund'],
  ] as const)(
    '%s, then %s: a part goes back, and the rest keeps it from being void',
    async (first, second) => {
      const scene = await sceneOf(true);
      const { waited, outcomes } = await interleaved(first, second, scene);
      const expected = { refund: '200', void: '409 invoice_has_payments' };
      expect({ waited, outcomes }).toEqual({
        waited: true,
        outcomes: [expected[first], expected[second]],
      });
      expect(await invoiceBooks(stage.t, stage.ctx, scene.id)).toMatchObject({ balance: 9_000n });
      await expectInvariants(stage.t);
    },
  );
});
