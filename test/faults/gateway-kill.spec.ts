import { systemClock, type Ctx } from '@quittance/kernel';
import { expectInvariants } from '../support/invariants.js';
import type { StaffClient } from '../support/test-api.js';
import { eventCount, invoiceBooks, paymentBooks } from './support/books.js';
import { killHosts, startStaff, type HostProcess } from './support/host-process.js';
import { combined, sample } from './support/kill-cases.js';
import { KilledRequest, aMinuteLater, sweepTwoMinutesLater } from './support/killed-request.js';
import { CAPTURE_EVENTS, deliver, webhookOf, type Json } from './support/razorpay-events.js';
import { TwoHosts } from './support/two-hosts.js';

/** What happens first after the kill: the worker's look, or the caller asking again. */
const FIRST = ['swept', 'asked again'] as const;
/** And of a refund the provider's news. */
const FIRST_OF_REFUND = [...FIRST, 'told by the provider'] as const;

let hosts: TwoHosts;
/** The host that is started again after each kill. */
let survivor: HostProcess;

beforeAll(async () => {
  hosts = await TwoHosts.open();
  survivor = await startStaff(hosts.t);
});

// The processes go by the clock of the machine.
beforeEach(() => hosts.t.clock.set(systemClock.now()));

afterAll(async () => {
  await killHosts();
  await hosts?.close();
});

type KillPoint = readonly [name: string, failpoint: string];

function cases<First extends string>(points: readonly KillPoint[], firsts: readonly First[]) {
  return combined(points, firsts).map(([[name, point], first]) => [name, first, point] as const);
}

interface Payer {
  readonly ctx: Ctx;
  readonly secret: string;
  readonly staff: StaffClient;
  readonly invoiceId: string;
}

async function aPayer(): Promise<Payer> {
  const { ctx, secret } = await hosts.company();
  const [staff, invoiceId] = [await hosts.staff.newAdmin(ctx), await hosts.invoiceOf(ctx)];
  return { ctx, secret, staff, invoiceId };
}

const linksOf = (invoiceId: string) =>
  hosts.fake.links.filter(({ reference_id: reference }) => String(reference).startsWith(invoiceId));

const payable = (invoiceId: string) =>
  linksOf(invoiceId).filter(({ status }) => status === 'created');

async function tell({ secret }: Payer, event: string, entities: Json): Promise<void> {
  const answer = await deliver(survivor.url, webhookOf(event, entities, secret));
  expect(answer?.status).toBe(200);
}

/** Pays the link, tells of it three times, and expects it in both books once. */
async function expectPaidOnce(payer: Payer, linkId: string, amount: bigint): Promise<void> {
  const entities = hosts.pay(linkId);
  for (const event of CAPTURE_EVENTS) await tell(payer, event, entities);
  const payments = await paymentBooks(hosts.t, payer.ctx);
  const booked = payments.filter(({ providerPaymentId }) => providerPaymentId !== null);
  const id = entities.payment.id;
  expect(booked).toMatchObject([{ providerPaymentId: id, amount, applied: amount }]);
  const invoice = await invoiceBooks(hosts.t, payer.ctx, payer.invoiceId);
  expect(invoice).toMatchObject({ status: 'paid', balance: 0n });
  expect(await eventCount(hosts.t, payer.ctx, 'payment.received')).toBe(1);
  await expectInvariants(hosts.t);
}

describe('a host is killed while it makes a payment link', () => {
  const checkout = ({ staff, invoiceId }: Payer) =>
    new KilledRequest(hosts, staff, '/payments/checkout', { invoiceId });

  /** Every attempt has an outcome, and one link at the provider can be paid: the one answered. */
  async function recovered(payer: Payer, request: KilledRequest, first: string): Promise<string> {
    if (first === 'swept') await sweepTwoMinutesLater(hosts);
    await aMinuteLater(hosts);
    const answer = await request.send(survivor.url);
    expect(answer).toMatchObject({ status: 201, body: { invoiceId: payer.invoiceId } });
    await sweepTwoMinutesLater(hosts);
    const linkId = String(answer?.body.providerLinkId);
    expect(payable(payer.invoiceId).map(({ id }) => id)).toEqual([linkId]);
    const attempts = await hosts.t.db.read(payer.ctx, (tx) =>
      tx.rows<{ status: string }>(`select status from gateway.checkout
        where status not in ('open', 'failed', 'cancelled')`),
    );
    expect(attempts).toEqual([]);
    await expectInvariants(hosts.t);
    return linkId;
  }

  test.each(
    cases(
      [
        ['with the key taken', 'transaction.commit_sent:kill@1'],
        ['with the attempt written', 'transaction.flushed:kill@2'],
        ['with the commit of the attempt on its way', 'transaction.commit_sent:kill@2'],
        ['with the attempt committed', 'checkout.after_attempt:kill'],
        ['before the provider is asked', 'checkout.before_provider:kill'],
        ['after the provider has made it', 'checkout.after_provider:kill'],
        ['with the link written', 'transaction.flushed:kill@3'],
        ['with the commit of the link on its way', 'transaction.commit_sent:kill@3'],
        ['before it answers', 'checkout.after_outcome:kill'],
        ['with the answer kept', 'transaction.commit_sent:kill@4'],
      ],
      FIRST,
    ),
  )('%s; %s, there is one link, and it is paid once', async (_, first, point) => {
    const payer = await aPayer();
    const request = checkout(payer);
    expect(await request.sendAndKill(point)).toBeNull();
    const linkId = await recovered(payer, request, first);
    expect(linksOf(payer.invoiceId)).toHaveLength(1);
    await expectPaidOnce(payer, linkId, 11_800n);
  });

  const REPLACING: readonly KillPoint[] = [
    ['with the attempt committed', 'checkout.after_attempt:kill'],
    ['before the provider is asked', 'checkout.before_provider:kill'],
    ['after the provider has made it', 'checkout.after_provider:kill'],
    ['before it answers', 'checkout.after_outcome:kill'],
  ];
  // Between these two the replaced link is closed or not.
  test.each(sample(REPLACING, (_, i) => i === 0 || i === 2))(
    'that takes the place of another, %s: the other is closed',
    async (_, point) => {
      const payer = await aPayer();
      const earlier = await checkout(payer).send(survivor.url);
      const part = { amount: '18.00', method: 'cash' };
      const path = `/invoices/${payer.invoiceId}/payments`;
      expect((await payer.staff.call('POST', path, { body: part })).status).toBe(201);
      const request = checkout(payer);
      expect(await request.sendAndKill(point)).toBeNull();
      const linkId = await recovered(payer, request, 'swept');
      expect(linkId).not.toBe(earlier?.body.providerLinkId);
      await expectPaidOnce(payer, linkId, 10_000n);
    },
  );
});

describe('a host is killed while it has the provider return money', () => {
  interface Paid extends Payer {
    readonly payment: Json;
    readonly request: KilledRequest;
  }

  async function paid(): Promise<Paid> {
    const scene = await hosts.scene();
    const staff = await hosts.staff.newAdmin(scene.ctx);
    await tell({ ...scene, staff }, 'payment.captured', scene.entities);
    const { id } = await hosts.t.db.read(scene.ctx, (tx) =>
      tx.one<{ id: string }>('select id from billing.payment'),
    );
    const body = { amount: '18.00', reason: 'Returned goods', instructProvider: true };
    const request = new KilledRequest(hosts, staff, `/payments/${id}/refund`, body);
    return { ...scene, staff, payment: scene.entities.payment, request };
  }

  const returned = ({ payment }: Paid) =>
    hosts.fake.refunds().filter(({ payment_id: id }) => id === payment.id);

  async function tellOfRefunds(scene: Paid): Promise<void> {
    const { payment } = scene;
    for (const refund of returned(scene)) {
      Object.assign(refund, { status: 'processed' });
      await tell(scene, 'refund.processed', { refund, payment });
    }
  }

  /** The provider has returned it once, the books say so once, and nothing is left open. */
  async function expectReturnedOnce(scene: Paid): Promise<void> {
    expect(returned(scene)).toMatchObject([{ amount: 1_800 }]);
    expect(await paymentBooks(hosts.t, scene.ctx)).toMatchObject([{ refunded: 1_800n }]);
    const requests = await hosts.t.db.read(scene.ctx, (tx) =>
      tx.rows('select status, next_sweep_at as "nextSweepAt" from gateway.refund_request'),
    );
    expect(requests).toEqual([{ status: 'confirmed', nextSweepAt: null }]);
    const invoice = await invoiceBooks(hosts.t, scene.ctx, scene.invoiceId);
    expect(invoice).toMatchObject({ status: 'partially_paid', balance: 1_800n });
    await expectInvariants(hosts.t);
  }

  const POINTS = [
    ['with the key taken', 'transaction.commit_sent:kill@1'],
    ['with the request written', 'transaction.flushed:kill@2'],
    ['with the commit of the request on its way', 'transaction.commit_sent:kill@2'],
    ['before the provider is asked', 'refund.before_provider:kill'],
    ['with what the provider says written', 'transaction.flushed:kill@3'],
    ['with the commit of that on its way', 'transaction.commit_sent:kill@3'],
    ['after the provider was asked', 'refund.after_provider:kill'],
    ['with the answer kept', 'transaction.commit_sent:kill@4'],
  ] as const;

  test.each(cases(POINTS, FIRST_OF_REFUND))(
    '%s; %s, it is returned once',
    async (_, first, point) => {
      const scene = await paid();
      expect(await scene.request.sendAndKill(point)).toBeNull();
      if (first === 'swept') await sweepTwoMinutesLater(hosts);
      if (first === 'told by the provider') await tellOfRefunds(scene);
      await aMinuteLater(hosts);
      expect(await scene.request.send(survivor.url)).toMatchObject({ status: 200 });
      await sweepTwoMinutesLater(hosts);
      await tellOfRefunds(scene);
      await tellOfRefunds(scene);
      await expectReturnedOnce(scene);
    },
  );
});
