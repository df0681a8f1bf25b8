import { newId, systemClock, type Ctx } from '@quittance/kernel';
import { expectInvariants } from '../../support/invariants.js';
import { startStaffApi, type StaffClient, type TestStaffApi } from '../../support/test-api.js';
import { sampled } from '../../support/tier.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sentInvoices } from '../support/books.js';
import { DoomedHost } from '../support/doomed-host.js';
import { combined, inGroups } from '../support/kill-cases.js';
import { aMinuteLaterFor } from '../support/killed-request.js';
import { killHosts, startStaff, type HostProcess } from '../support/host-process.js';
import type { Json } from '../support/razorpay-events.js';

let t: TestDatabase;
let staff: TestStaffApi;
let healthy: HostProcess;

beforeAll(async () => {
  t = await testDatabase();
  [staff, healthy] = await Promise.all([startStaffApi(t), startStaff(t)]);
});

afterAll(async () => {
  await killHosts();
  await staff?.close();
  await t?.close();
});

/** A company of each scene's own: whoever is stopped holds its counters. */
interface Books {
  readonly ctx: Ctx;
  readonly admin: StaffClient;
}

async function newBooks(): Promise<Books> {
  const ctx = await t.newCompany();
  return { ctx, admin: await staff.newAdmin(ctx) };
}

async function must({ admin }: Books, path: string, body: Json): Promise<Json> {
  const answer = await admin.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Json;
}

/** What a request that moves money is made of. */
interface Move {
  readonly accountId: string;
  readonly path: string;
  readonly body: Json;
  /** The books of the customer when it was carried out, as `figures` tells them. */
  readonly done: readonly string[];
}

/**
 * The money of a customer: invoices, payments and credit notes in the order of their numbers. The
 * hosts go by the real clock, so that an unpaid invoice may be overdue to them.
 */
async function figures({ ctx, accountId }: Books & Move): Promise<string[]> {
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ figure: string }>(
      `select format('invoice %s %s', replace(status, 'overdue', 'sent'), balance) as figure,
        1 as kind, number_seq as seq
         from receivables.invoice where account_id = $1
       union all select format('payment %s %s', status, amount - refunded_amount), 2, number_seq
         from receivables.payment where account_id = $1
       union all select format('credit %s %s', status, remaining), 3, number_seq
         from receivables.credit_note where account_id = $1
       order by 2, 3`,
      [accountId],
    ),
  );
  return rows.map(({ figure }) => figure);
}

async function customer({ ctx }: Books, ...totals: number[]) {
  const invoices = await sentInvoices(t, ctx, totals);
  return { accountId: invoices[0]?.accountId ?? '', ids: invoices.map(({ id }) => String(id)) };
}

const LINE = { description: 'Goodwill', quantity: '1', unitPrice: '50.00' };

async function draftNote(books: Books, accountId: string, more: Json = {}): Promise<string> {
  const body = { accountId, currency: 'EUR', reason: 'Goodwill', lines: [LINE], ...more };
  return String((await must(books, '/credit-notes', body)).id);
}

async function issuedNote(books: Books, accountId: string): Promise<string> {
  const id = await draftNote(books, accountId);
  await must(books, `/credit-notes/${id}/issue`, {});
  return id;
}

const SCENES = {
  'credit is applied': async (books) => {
    const { accountId, ids } = await customer(books, 10_000, 3_000);
    const note = await issuedNote(books, accountId);
    const allocations = [
      { invoiceId: ids[0], amount: '20.00' },
      { invoiceId: ids[1], amount: '30.00' },
    ];
    const done = ['invoice partially_paid 8000', 'invoice paid 0', 'credit applied 0'];
    return { accountId, path: `/credit-notes/${note}/allocations`, body: { allocations }, done };
  },
  'credit is taken back': async (books) => {
    const { accountId, ids } = await customer(books, 5_000);
    const note = await issuedNote(books, accountId);
    await must(books, `/credit-notes/${note}/apply`, { invoiceId: ids[0], amount: '50.00' });
    const done = ['invoice sent 5000', 'credit issued 5000'];
    const body = { invoiceId: ids[0] };
    return { accountId, path: `/credit-notes/${note}/unapply`, body, done };
  },
  'a credit note is issued': async (books) => {
    const { accountId } = await customer(books, 10_000);
    const note = await draftNote(books, accountId);
    const done = ['invoice sent 10000', 'credit issued 5000'];
    return { accountId, path: `/credit-notes/${note}/issue`, body: {}, done };
  },
  'a credit note is voided': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const note = await draftNote(books, accountId, { invoiceId: ids[0] });
    const done = ['invoice sent 10000', 'credit void 0'];
    return { accountId, path: `/credit-notes/${note}/void`, body: { reason: 'x' }, done };
  },
  'an invoice is voided': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const done = ['invoice void 0'];
    return { accountId, path: `/invoices/${ids[0]}/void`, body: { reason: 'x' }, done };
  },
  'a payment is entered': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const done = ['invoice partially_paid 6000', 'payment completed 4000'];
    const body = { amount: '40.00', method: 'cash' };
    return { accountId, path: `/invoices/${ids[0]}/payments`, body, done };
  },
  'a payment is refunded': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const allocations = [{ invoiceId: ids[0], amount: '100.00' }];
    const paid = { accountId, amount: '130.00', currency: 'EUR', method: 'cash', allocations };
    const payment = await must(books, '/payments', paid);
    const done = ['invoice partially_paid 2000', 'payment refunded 8000', 'credit void 0'];
    const body = { amount: '50.00', reason: 'Returned' };
    return { accountId, path: `/payments/${payment.id}/refund`, body, done };
  },
  'a payment is cleared': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const cheque = { amount: '130.00', method: 'cheque', pending: true };
    const payment = await must(books, `/invoices/${ids[0]}/payments`, cheque);
    const done = ['invoice paid 0', 'payment completed 13000', 'credit issued 3000'];
    return { accountId, path: `/payments/${payment.id}/clear`, body: {}, done };
  },
  'a dispute is opened': async (books) => {
    const { accountId, ids } = await customer(books, 10_000);
    const done = ['invoice disputed 10000'];
    const body = { reason: 'Too much', amount: '10.00' };
    return { accountId, path: `/invoices/${ids[0]}/dispute`, body, done };
  },
} satisfies Record<string, (books: Books) => Promise<Move>>;

/** Where each is killed before anything of it may stay. */
const POINTS: Readonly<Record<keyof typeof SCENES, readonly string[]>> = {
  'credit is applied': [
    'lock.receivables.credit_note',
    'insert.receivables.credit_application',
    'call.receivables.check_books',
  ],
  'credit is taken back': ['lock.receivables.credit_note', 'insert.receivables.credit_application'],
  'a credit note is issued': ['lock.receivables.credit_note', 'update.receivables.credit_note'],
  'a credit note is voided': ['lock.receivables.credit_note', 'update.receivables.credit_note'],
  'an invoice is voided': ['lock.receivables.invoice'],
  'a payment is entered': ['lock.receivables.invoice', 'insert.receivables.payment'],
  'a payment is refunded': [
    'lock.receivables.payment',
    'insert.receivables.refund',
    'update.receivables.invoice',
  ],
  'a payment is cleared': [
    'lock.receivables.payment',
    'update.receivables.payment',
    'update.receivables.invoice',
    'insert.receivables.credit_note',
  ],
  'a dispute is opened': [],
};

type Killed = readonly [name: keyof typeof SCENES, failpoint: string];
const EARLY = Object.entries(POINTS).flatMap(([name, points]) =>
  points.map((point): Killed => [name as keyof typeof SCENES, point]),
);
// The key of the request is claimed in a transaction of its own; the second has the effect.
const ENDS = ['transaction.flushed@2', 'transaction.commit_sent@2'] as const;
const LATE: readonly Killed[] = combined(Object.keys(SCENES) as (keyof typeof SCENES)[], ENDS);

/** A request on its own company, before it is sent. */
type Scene = Books & Move;

/** The answer's status, or null when the connection broke before there was one. */
async function send(url: string, { admin, path, body }: Scene, key: string) {
  const headers = {
    authorization: `Bearer ${admin.token()}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  try {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}${path}`, request)).status;
  } catch (error) {
    // By name: the test's realm has another TypeError than the one fetch throws.
    if ((error as Error).name === 'TypeError') return null;
    throw error;
  }
}

/** A request that was in the host when it was killed. */
interface Case {
  readonly scene: Scene;
  readonly before: readonly string[];
  readonly key: string;
  /** What its sender was told. */
  readonly told: unknown;
}

/** Stops each of them at its point and kills the host with all of them. */
async function killedTogether(killed: readonly Killed[]): Promise<readonly Case[]> {
  t.clock.set(systemClock.now());
  const doomed = await DoomedHost.start(t);
  const cases: Omit<Case, 'told'>[] = [];
  for (const [name, point] of killed) {
    const books = await newBooks();
    const scene: Scene = { ...books, ...(await SCENES[name](books)) };
    const [before, key] = [await figures(scene), newId()];
    expect(before).not.toEqual(scene.done);
    await doomed.stopAt(point, (url) => send(url, scene, key));
    cases.push({ scene, before, key });
  }
  const told = await doomed.kill();
  await expectInvariants(t);
  return cases.map((each, i) => ({ ...each, told: told[i] }));
}

describe.each(inGroups(sampled([...EARLY, ...LATE])))(
  'the host is killed (%s) while',
  (_, killed) => {
    let cases: readonly Case[];
    beforeAll(async () => {
      cases = await killedTogether(killed);
    });

    const caseOf = (name: string, point: string): Case => {
      const found = cases[killed.findIndex((each) => each[0] === name && each[1] === point)];
      if (!found) throw new Error(`${name} did not come to ${point}`);
      expect(found.told).toBeNull();
      return found;
    };
    test.each(killed)('%s, at %s: all of it stays or nothing', async (name, point) => {
      const { scene, before, key } = caseOf(name, point);
      const after = await figures(scene);
      const happened = JSON.stringify(after) === JSON.stringify(scene.done);
      expect(happened ? scene.done : before).toEqual(after);
      const early = EARLY.some((each) => each[0] === name && each[1] === point);
      expect(early && happened).toBe(false);
      // What was kept is answered under its key; what was not is done once.
      if (!happened) await aMinuteLaterFor(t, key);
      const answer = await send(healthy.url, scene, key);
      expect([200, 201]).toContain(answer);
      expect(await figures(scene)).toEqual(scene.done);
      await expectInvariants(t);
    });
  },
);
