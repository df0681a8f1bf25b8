import type { Ctx } from '@quittance/kernel';
import { expectInvariants } from '../../support/invariants.js';
import { sampled } from '../../support/tier.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { eventCount, invoiceBooks, paymentBooks, sentInvoices } from '../support/books.js';
import { killHosts, startPortal, type HostProcess } from '../support/host-process.js';
import {
  CAPTURE_EVENTS,
  aPayment,
  captureOf,
  deliver,
  webhookOf,
  type Delivered,
  type Payment,
  type Webhook,
} from '../support/razorpay-events.js';

let t: TestDatabase;
/** The host that the provider reaches after each kill. */
let survivor: HostProcess;

beforeAll(async () => {
  t = await testDatabase();
  survivor = await startPortal(t);
});

afterAll(async () => {
  await killHosts();
  await t?.close();
});

/** Payments that settle exactly, in two parts, and above what is open, with their webhooks. */
interface Scene {
  readonly ctx: Ctx;
  readonly invoiceIds: readonly string[];
  readonly payments: readonly Payment[];
  readonly webhooks: readonly Webhook[];
}

const TOTALS = [11_800, 10_000, 5_000, 2_500];

async function newScene(): Promise<Scene> {
  const ctx = await t.newCompany();
  const invoiceIds = (await sentInvoices(t, ctx, TOTALS)).map(({ id }) => id);
  const paid = (invoice: number, amount: number) =>
    aPayment({ companyId: ctx.companyId, invoiceId: invoiceIds[invoice] ?? '', amount });
  const [whole, above] = [paid(0, 11_800), paid(2, 7_000)];
  const rest = [paid(1, 4_000), paid(1, 6_000), paid(3, 2_000)];
  const threefold = CAPTURE_EVENTS.map((event) => webhookOf(event, whole.entities));
  return {
    ctx,
    invoiceIds,
    payments: [whole, above, ...rest],
    webhooks: [...threefold, ...[above, ...rest].map((payment) => captureOf(payment))],
  };
}

/** The books must tell of every payment once, whatever happened on the way. */
async function expectBookedOnce({ ctx, invoiceIds, payments }: Scene): Promise<void> {
  const booked = await paymentBooks(t, ctx);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const found = booked.map((each) => ({ id: each.providerPaymentId ?? '', amount: each.amount }));
  const wanted = payments.map(({ id, amount }) => ({ id, amount: BigInt(amount) }));
  expect(found.sort(byId)).toEqual(wanted.sort(byId));
  const invoices = await Promise.all(invoiceIds.map((id) => invoiceBooks(t, ctx, id)));
  expect(invoices.map(({ status, balance }) => `${status} ${balance}`)).toEqual([
    'paid 0',
    'paid 0',
    'paid 0',
    'partially_paid 500',
  ]);
  expect(booked.map(({ onAccount }) => onAccount).filter(Boolean)).toEqual([2_000n]);
  expect(await eventCount(t, ctx, 'payment.received')).toBe(payments.length);
  await expectInvariants(t);
}

function deliverAll(url: string, webhooks: readonly Webhook[]): Promise<(Delivered | null)[]> {
  return Promise.all(webhooks.map((webhook) => deliver(url, webhook)));
}

/** Starts a host that dies at a point, delivers all at once, and waits for its end. */
async function deliverUntilKilled(scene: Scene, failpoint: string): Promise<(Delivered | null)[]> {
  const dying = await startPortal(t, { FAILPOINT: failpoint });
  const answers = await deliverAll(dying.url, scene.webhooks);
  expect(await dying.ended).toBe('SIGKILL');
  return answers;
}

/** The payments that answers of 200 said were booked. */
function acknowledged(answers: readonly (Delivered | null)[]): string[] {
  return answers.flatMap((answer) => (answer?.body.applied ? [String(answer.body.paymentId)] : []));
}

describe('the host is killed while captures come in', () => {
  // The first capture has a transaction of its own, those that come in meanwhile share the second.
  const points = [
    ['with the invoices locked', 'lock.receivables.invoice:kill@2'],
    ['with its number drawn', 'insert.numbering.counter:kill@1'],
    ['with the numbers drawn', 'insert.numbering.counter:kill@2'],
    ['with the payments on their way to the database', 'insert.receivables.payment:kill@2'],
    ['with the invoices settled', 'update.receivables.invoice:kill@2'],
    ['with the excess on account', 'insert.receivables.credit_note:kill@1'],
    ['with all but events and logs written', 'transaction.worked:kill@2'],
    ['with everything written', 'transaction.flushed:kill@2'],
    ['with the first commit on its way', 'transaction.commit_sent:kill@1'],
    ['with a shared commit on its way', 'transaction.commit_sent:kill@2'],
    ['with the commit acknowledged, before all answers', 'transaction.committed:kill@2'],
  ] as const;

  test.each(sampled(points))('%s, and every payment is booked once', async (_, failpoint) => {
    const scene = await newScene();
    const answers = await deliverUntilKilled(scene, failpoint);
    expect(answers).toContain(null);
    expect(answers.every((answer) => answer === null || answer.status === 200)).toBe(true);
    const kept = (
      await t.db.read(scene.ctx, (tx) =>
        tx.rows<{ id: string }>('select id from receivables.payment'),
      )
    ).map(({ id }) => id);
    expect(kept).toEqual(expect.arrayContaining(acknowledged(answers)));
    const again = await deliverAll(survivor.url, scene.webhooks);
    expect(again.map((answer) => answer?.status)).toEqual(scene.webhooks.map(() => 200));
    await expectBookedOnce(scene);
  });

  test('right after its first answer, and what it has answered is there', async () => {
    const scene = await newScene();
    const dying = await startPortal(t);
    const [first] = scene.webhooks;
    if (!first) throw new Error('The scene has no webhook');
    const others = scene.webhooks.slice(1).map((webhook) => deliver(dying.url, webhook));
    const answer = await deliver(dying.url, first);
    dying.process.kill('SIGKILL');
    expect(answer).toMatchObject({ status: 200 });
    const answers = [answer, ...(await Promise.all(others))];
    const kept = await t.db.read(scene.ctx, (tx) =>
      tx.rows<{ id: string }>('select id from receivables.payment'),
    );
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged(answers)));
    await deliverAll(survivor.url, scene.webhooks);
    await expectBookedOnce(scene);
  });
});
