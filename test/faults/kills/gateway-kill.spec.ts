import { systemClock, type Ctx } from '@quittance/kernel';
import { expectInvariants } from '../../support/invariants.js';
import type { StaffClient } from '../../support/test-api.js';
import { sampled } from '../../support/tier.js';
import { eventCount, invoiceBooks, paymentBooks } from '../support/books.js';
import { killHosts, startStaff, type HostProcess } from '../support/host-process.js';
import { DoomedHost } from '../support/doomed-host.js';
import { dyingTogether, sample } from '../support/kill-cases.js';
import {
  KilledRequest,
  aMinuteLater,
  sweepTwoMinutesLater,
  type Told,
} from '../support/killed-request.js';
import { CAPTURE_EVENTS, deliver, webhookOf, type Json } from '../support/razorpay-events.js';
import { TwoHosts } from '../support/two-hosts.js';

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

/** What happens, and the fail point: for its second time with `@2`. */
type KillPoint = readonly [name: string, failpoint: string];

/** Requests that were in a host when it was killed, and what they were answered when sent again. */
interface Case<Scene> {
  readonly scene: Scene;
  readonly told: Told;
  readonly again: Told;
}

/** Stops a request at each point, kills the host with all of them, and sends them again. */
async function killedAndSentAgain<Scene extends { readonly request: KilledRequest }>(
  points: readonly KillPoint[],
  newScene: () => Promise<Scene>,
  then: (scenes: readonly Scene[]) => Promise<void>,
): Promise<Map<KillPoint, Case<Scene>>> {
  hosts.t.clock.set(systemClock.now());
  const doomed = await DoomedHost.start(hosts.t);
  const scenes: Scene[] = [];
  for (const [, failpoint] of points) {
    const scene = await newScene();
    scenes.push(scene);
    await doomed.stopAt(failpoint, (url) => scene.request.send(url));
  }
  const told = (await doomed.kill()) as Told[];
  await expectInvariants(hosts.t);
  await then(scenes);
  await aMinuteLater(hosts);
  const cases = new Map<KillPoint, Case<Scene>>();
  for (const [i, scene] of scenes.entries()) {
    const again = await scene.request.send(survivor.url);
    cases.set(points[i] as KillPoint, { scene, told: told[i] ?? null, again });
  }
  await sweepTwoMinutesLater(hosts);
  return cases;
}

/** A test is handed the members of its row. */
function pointOf(points: readonly KillPoint[], [name]: readonly string[]): KillPoint {
  const found = points.find((point) => point[0] === name);
  if (!found) throw new Error(`There is no point ${name}`);
  return found;
}

function caseAt<Scene>(cases: Map<KillPoint, Case<Scene>> | undefined, point: KillPoint) {
  const found = cases?.get(point);
  if (!found) throw new Error(`${point[0]} was not reached`);
  expect(found.told).toBeNull();
  return found;
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

interface CheckingOut extends Payer {
  readonly request: KilledRequest;
  /** The link that the new one takes the place of. */
  readonly earlier?: string;
}

async function checkingOut(): Promise<CheckingOut> {
  const payer = await aPayer();
  const { staff, invoiceId } = payer;
  return { ...payer, request: new KilledRequest(staff, '/payments/checkout', { invoiceId }) };
}

/** A part is paid after the first link was made: another is asked for. */
async function checkingOutAgain(): Promise<CheckingOut> {
  const first = await checkingOut();
  const earlier = await first.request.send(survivor.url);
  const part = { amount: '18.00', method: 'cash' };
  const path = `/invoices/${first.invoiceId}/payments`;
  expect((await first.staff.call('POST', path, { body: part })).status).toBe(201);
  const { staff, invoiceId } = first;
  const request = new KilledRequest(staff, '/payments/checkout', { invoiceId });
  return { ...first, request, earlier: String(earlier?.body.providerLinkId) };
}

const sweptFirst = (first: string) => async () => {
  if (first === 'swept') await sweepTwoMinutesLater(hosts);
};

/** Every attempt has an outcome, and one link at the provider can be paid: the one answered. */
async function expectOneLink({ scene, again }: Case<CheckingOut>): Promise<string> {
  expect(again).toMatchObject({ status: 201, body: { invoiceId: scene.invoiceId } });
  const linkId = String(again?.body.providerLinkId);
  expect(payable(scene.invoiceId).map(({ id }) => id)).toEqual([linkId]);
  const attempts = await hosts.t.db.read(scene.ctx, (tx) =>
    tx.rows<{ status: string }>(`select status from gateway.checkout
      where status not in ('open', 'failed', 'cancelled')`),
  );
  expect(attempts).toEqual([]);
  return linkId;
}

const MAKING: readonly KillPoint[] = [
  ['with the key taken', 'transaction.commit_sent@1'],
  ['with the attempt written', 'transaction.flushed@2'],
  ['with the commit of the attempt on its way', 'transaction.commit_sent@2'],
  ['before the provider is asked', 'transaction.committed@2'],
  ['after the provider has made it', 'transaction.begun@3'],
  ['with the link written', 'transaction.flushed@3'],
  ['with the commit of the link on its way', 'transaction.commit_sent@3'],
  ['before it answers', 'transaction.committed@3'],
  ['with the answer kept', 'transaction.commit_sent@4'],
];

describe.each(dyingTogether(sampled(MAKING), FIRST))(
  'a host is killed while it makes payment links; %s',
  (first, points) => {
    let cases: Map<KillPoint, Case<CheckingOut>>;
    beforeAll(async () => {
      cases = await killedAndSentAgain(points, checkingOut, sweptFirst(first));
    });

    test.each(points)('%s, there is one link, and it is paid once', async (...point) => {
      const killed = caseAt(cases, pointOf(points, point));
      const linkId = await expectOneLink(killed);
      expect(linksOf(killed.scene.invoiceId)).toHaveLength(1);
      await expectPaidOnce(killed.scene, linkId, 11_800n);
    });
  },
);

const REPLACING: readonly KillPoint[] = [
  ['before the provider is asked', 'transaction.committed@2'],
  ['after the provider has acted', 'transaction.begun@3'],
  // The link that was made, and the one that was closed.
  ['before it answers', 'transaction.committed@4'],
];

describe('a host is killed while it makes links that take the place of others', () => {
  // Between these two the replaced link is closed or not.
  const points = sample(REPLACING, (_, i) => i < 2);
  let cases: Map<KillPoint, Case<CheckingOut>>;
  beforeAll(async () => {
    cases = await killedAndSentAgain(points, checkingOutAgain, sweptFirst('swept'));
  });

  test.each(points)('%s: the other is closed', async (...point) => {
    const killed = caseAt(cases, pointOf(points, point));
    const linkId = await expectOneLink(killed);
    expect(linkId).not.toBe(killed.scene.earlier);
    await expectPaidOnce(killed.scene, linkId, 10_000n);
  });
});

interface Paid extends Payer {
  readonly payment: Json;
  readonly request: KilledRequest;
}

async function paid(): Promise<Paid> {
  const scene = await hosts.scene();
  const staff = await hosts.staff.newAdmin(scene.ctx);
  await tell({ ...scene, staff }, 'payment.captured', scene.entities);
  const { id } = await hosts.t.db.read(scene.ctx, (tx) =>
    tx.one<{ id: string }>('select id from receivables.payment'),
  );
  const body = { amount: '18.00', reason: 'Returned goods', instructProvider: true };
  const request = new KilledRequest(staff, `/payments/${id}/refund`, body);
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

const RETURNING: readonly KillPoint[] = [
  ['with the key taken', 'transaction.commit_sent@1'],
  ['with the request written', 'transaction.flushed@2'],
  ['with the commit of the request on its way', 'transaction.commit_sent@2'],
  ['before the provider is asked', 'transaction.committed@2'],
  ['with what the provider says written', 'transaction.flushed@3'],
  ['with the commit of that on its way', 'transaction.commit_sent@3'],
  ['after the provider was asked', 'transaction.committed@3'],
  ['with the answer kept', 'transaction.commit_sent@4'],
];

describe.each(dyingTogether(sampled(RETURNING), FIRST_OF_REFUND))(
  'a host is killed while it has the provider return money; %s',
  (first, points) => {
    let cases: Map<KillPoint, Case<Paid>>;
    beforeAll(async () => {
      cases = await killedAndSentAgain(points, paid, async (scenes) => {
        await sweptFirst(first)();
        if (first !== 'told by the provider') return;
        for (const scene of scenes) await tellOfRefunds(scene);
      });
    });

    test.each(points)('%s, it is returned once', async (...point) => {
      const { scene, again } = caseAt(cases, pointOf(points, point));
      expect(again).toMatchObject({ status: 200 });
      await tellOfRefunds(scene);
      await tellOfRefunds(scene);
      await expectReturnedOnce(scene);
    });
  },
);
