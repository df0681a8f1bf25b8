import { newId } from '@quittance/kernel';
import { expectInvariants } from '../support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../support/test-api.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { sentInvoices } from './support/books.js';
import { combined } from './support/kill-cases.js';
import { killHosts, startStaff, type HostProcess } from './support/host-process.js';
import type { Json } from './support/razorpay-events.js';

let t: TestDatabase;
let staff: TestStaffApi;
let healthy: HostProcess;
let apiKey: string;

beforeAll(async () => {
  t = await testDatabase();
  [staff, healthy] = await Promise.all([startStaffApi(t), startStaff(t)]);
  const rights = ['view', 'create', 'update'];
  const matrix = { invoices: rights, payments: rights, 'credit-notes': rights };
  const role = await must('/roles', { name: 'Money', matrix });
  apiKey = String((await must('/api-keys', { name: 'Tests', roleId: role.id })).key);
});

afterAll(async () => {
  await killHosts();
  await staff?.close();
  await t?.close();
});

async function must(path: string, body: Json): Promise<Json> {
  const answer = await staff.admin.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Json;
}

/** A request that moves money of one customer. */
interface Scene {
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
async function figures(accountId: string): Promise<string[]> {
  const rows = await t.db.read(staff.company, (tx) =>
    tx.rows<{ figure: string }>(
      `select format('invoice %s %s', replace(status, 'overdue', 'sent'), balance) as figure, 1 as kind, number_seq as seq
         from billing.invoice where account_id = $1
       union all select format('payment %s %s', status, amount - refunded_amount), 2, number_seq
         from billing.payment where account_id = $1
       union all select format('credit %s %s', status, remaining), 3, number_seq
         from billing.credit_note where account_id = $1
       order by 2, 3`,
      [accountId],
    ),
  );
  return rows.map(({ figure }) => figure);
}

async function customer(...totals: number[]) {
  const invoices = await sentInvoices(t, staff.company, totals);
  return { accountId: invoices[0]?.accountId ?? '', ids: invoices.map(({ id }) => String(id)) };
}

const LINE = { description: 'Goodwill', quantity: '1', unitPrice: '50.00' };

async function draftNote(accountId: string, more: Json = {}): Promise<string> {
  const body = { accountId, currency: 'EUR', reason: 'Goodwill', lines: [LINE], ...more };
  return String((await must('/credit-notes', body)).id);
}

async function issuedNote(accountId: string): Promise<string> {
  const id = await draftNote(accountId);
  await must(`/credit-notes/${id}/issue`, {});
  return id;
}

const SCENES = {
  'credit is applied': async () => {
    const { accountId, ids } = await customer(10_000, 3_000);
    const note = await issuedNote(accountId);
    const allocations = [
      { invoiceId: ids[0], amount: '20.00' },
      { invoiceId: ids[1], amount: '30.00' },
    ];
    const done = ['invoice partially_paid 8000', 'invoice paid 0', 'credit applied 0'];
    return { accountId, path: `/credit-notes/${note}/allocations`, body: { allocations }, done };
  },
  'credit is taken back': async () => {
    const { accountId, ids } = await customer(5_000);
    const note = await issuedNote(accountId);
    await must(`/credit-notes/${note}/apply`, { invoiceId: ids[0], amount: '50.00' });
    const done = ['invoice sent 5000', 'credit issued 5000'];
    const body = { invoiceId: ids[0] };
    return { accountId, path: `/credit-notes/${note}/unapply`, body, done };
  },
  'a credit note is issued': async () => {
    const { accountId } = await customer(10_000);
    const note = await draftNote(accountId);
    const done = ['invoice sent 10000', 'credit issued 5000'];
    return { accountId, path: `/credit-notes/${note}/issue`, body: {}, done };
  },
  'a credit note is voided': async () => {
    const { accountId, ids } = await customer(10_000);
    const note = await draftNote(accountId, { invoiceId: ids[0] });
    const done = ['invoice sent 10000', 'credit void 0'];
    return { accountId, path: `/credit-notes/${note}/void`, body: { reason: 'x' }, done };
  },
  'an invoice is voided': async () => {
    const { accountId, ids } = await customer(10_000);
    const done = ['invoice void 0'];
    return { accountId, path: `/invoices/${ids[0]}/void`, body: { reason: 'x' }, done };
  },
  'a payment is refunded': async () => {
    const { accountId, ids } = await customer(10_000);
    const allocations = [{ invoiceId: ids[0], amount: '100.00' }];
    const paid = { accountId, amount: '130.00', currency: 'EUR', method: 'cash', allocations };
    const payment = await must('/payments', paid);
    const done = ['invoice partially_paid 2000', 'payment refunded 8000', 'credit void 0'];
    const body = { amount: '50.00', reason: 'Returned' };
    return { accountId, path: `/payments/${payment.id}/refund`, body, done };
  },
  'a payment is cleared': async () => {
    const { accountId, ids } = await customer(10_000);
    const cheque = { amount: '130.00', method: 'cheque', pending: true };
    const payment = await must(`/invoices/${ids[0]}/payments`, cheque);
    const done = ['invoice paid 0', 'payment completed 13000', 'credit issued 3000'];
    return { accountId, path: `/payments/${payment.id}/clear`, body: {}, done };
  },
  'a dispute is opened': async () => {
    const { accountId, ids } = await customer(10_000);
    const done = ['invoice disputed 10000'];
    const body = { reason: 'Too much', amount: '10.00' };
    return { accountId, path: `/invoices/${ids[0]}/dispute`, body, done };
  },
} satisfies Record<string, () => Promise<Scene>>;

/** Where each is killed before anything of it may stay. */
const POINTS: Readonly<Record<keyof typeof SCENES, readonly string[]>> = {
  'credit is applied': ['credit.after_locks', 'credit.after_application', 'credit.after_books'],
  'credit is taken back': ['credit_unapply.after_locks', 'credit.after_application'],
  'a credit note is issued': ['credit_issue.after_locks', 'credit_issue.after_note'],
  'a credit note is voided': ['credit_void.after_locks', 'credit_void.after_note'],
  'an invoice is voided': ['void.after_invoice_lock'],
  'a payment is refunded': ['refund.after_locks', 'refund.after_refund', 'refund.after_invoices'],
  'a payment is cleared': [
    'clear.after_locks',
    'clear.after_payment',
    'capture.after_invoice',
    'capture.after_credit_note',
  ],
  'a dispute is opened': [],
};

type Killed = readonly [name: keyof typeof SCENES, failpoint: string];
const EARLY = Object.entries(POINTS).flatMap(([name, points]) =>
  points.map((point): Killed => [name as keyof typeof SCENES, `${point}:kill`]),
);
// The key of the request is claimed in a transaction of its own; the second has the effect.
const ENDS = ['transaction.flushed:kill@2', 'transaction.commit_sent:kill@2'] as const;
const LATE: readonly Killed[] = combined(Object.keys(SCENES) as (keyof typeof SCENES)[], ENDS);

/** The answer's status, or null when the connection broke before there was one. */
async function send(url: string, { path, body }: Scene, key: string): Promise<number | null> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
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

/** Sends the request to a host that dies at the point; answers the key it was sent under. */
async function sendToDying(scene: Scene, failpoint: string): Promise<string> {
  const dying = await startStaff(t, { FAILPOINT: failpoint });
  const key = newId();
  expect(await send(dying.url, scene, key)).toBeNull();
  expect(await dying.ended).toBe('SIGKILL');
  return key;
}

describe('the host is killed while', () => {
  test.each(EARLY)('%s, at %s: nothing of it stays, and it can be done', async (name, point) => {
    const scene: Scene = await SCENES[name]();
    const before = await figures(scene.accountId);
    expect(before).not.toEqual(scene.done);
    await sendToDying(scene, point);
    expect(await figures(scene.accountId)).toEqual(before);
    expect(await send(healthy.url, scene, newId())).toBe(200);
    expect(await figures(scene.accountId)).toEqual(scene.done);
    await expectInvariants(t);
  });

  test.each(LATE)('%s, at %s: all of it stays or nothing', async (name, point) => {
    const scene: Scene = await SCENES[name]();
    const before = await figures(scene.accountId);
    const key = await sendToDying(scene, point);
    const after = await figures(scene.accountId);
    const happened = JSON.stringify(after) === JSON.stringify(scene.done);
    expect(happened ? scene.done : before).toEqual(after);
    // What was kept is answered under its key; what was not is done once, under another.
    expect(await send(healthy.url, scene, happened ? key : newId())).toBe(200);
    expect(await figures(scene.accountId)).toEqual(scene.done);
    await expectInvariants(t);
  });
});
