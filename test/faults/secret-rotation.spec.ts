import { newId } from '@quittance/kernel';
import Stripe from 'stripe';
import { expectInvariants } from '../support/invariants.js';
import { everythingOf, invoiceBooks, paymentBooks } from './support/books.js';
import { ProviderHosts, WIRED, type Collector } from './support/provider-hosts.js';
import type { Webhook } from './support/razorpay-events.js';
import { SEED, Seeded } from './support/seeded.js';

let hosts: ProviderHosts;

beforeAll(async () => {
  hosts = await ProviderHosts.open();
});

afterAll(async () => {
  await expectInvariants(hosts.t);
  await hosts?.close();
});

const newSecret = () => `whsec_${newId()}`;

/** Captures of a company that nobody was told of yet. */
async function captures(collector: Collector, count: number) {
  const links = [];
  for (let i = 0; i < count; i += 1) links.push(await hosts.link(collector));
  return links.map((link) => ({ ...link, told: hosts.pay(collector, link) }));
}

/** As providers do when nobody says 200: the same event again, signed anew. */
async function untilTaken(send: () => Promise<number | undefined>): Promise<number> {
  for (let tries = 1; tries <= 20; tries += 1) {
    if ((await send()) === 200) return tries;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The capture was never taken');
}

describe.each(WIRED)('a secret of %s that is rotated in mid-stream', (provider) => {
  test('loses no capture and books none twice, signed with the old or the new one', async () => {
    const collector = await hosts.collector(provider);
    const chance = new Seeded(SEED);
    const stream = await captures(collector, 12);
    const next = newSecret();
    const rotation = hosts.rotate(collector, next, 24);
    const deliveries = stream.flatMap(({ told }) => {
      const secrets = chance.shuffled([collector.secret, next]);
      return secrets.map((secret) =>
        untilTaken(async () => (await hosts.deliver(provider, told(secret)))?.status),
      );
    });
    await Promise.all([rotation, ...deliveries]);
    for (const { invoiceId } of stream) {
      expect(await invoiceBooks(hosts.t, collector.ctx, invoiceId)).toMatchObject({ balance: 0n });
    }
    expect(await paymentBooks(hosts.t, collector.ctx)).toHaveLength(stream.length);
  });

  test('takes both while they overlap, and the old one not a second longer', async () => {
    const collector = await hosts.collector(provider);
    const stream = await captures(collector, 3);
    const next = newSecret();
    const [old, both, late] = stream.map(({ told }) => told);
    if (!old || !both || !late) throw new Error('There are no captures');
    await hosts.rotate(collector, next, 1);
    const status = async (secret: string, told: typeof old) =>
      (await hosts.deliver(provider, told(secret)))?.status;
    expect(await status(collector.secret, old)).toBe(200);
    expect(await status(next, both)).toBe(200);
    const now = hosts.t.clock.now();
    hosts.t.clock.set('2026-03-02T10:00:00Z');
    expect(await status(collector.secret, late)).toBe(401);
    expect(await status(next, late)).toBe(200);
    hosts.t.clock.set(now);
    expect(await paymentBooks(hosts.t, collector.ctx)).toHaveLength(3);
  });

  test('never takes an unknown one or that of another company, which writes nothing', async () => {
    const [collector, other] = [await hosts.collector(provider), await hosts.collector(provider)];
    const [capture] = await captures(collector, 1);
    if (!capture) throw new Error('There is no capture');
    const [next, othersNext] = [newSecret(), newSecret()];
    await hosts.rotate(collector, next, 24);
    await hosts.rotate(other, othersNext, 24);
    const before = await everythingOf(hosts.t, collector.ctx);
    const wrong = [newSecret(), other.secret, othersNext, '', `${next} `, next.slice(1)];
    const statuses = await Promise.all(
      [...wrong, ...wrong].map(
        async (secret) => (await hosts.deliver(provider, capture.told(secret)))?.status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await everythingOf(hosts.t, collector.ctx)).toEqual(before);
    expect((await hosts.deliver(provider, capture.told(next)))?.status).toBe(200);
  });

  test('is forgotten at once when it is replaced without overlap, twice in a row', async () => {
    const collector = await hosts.collector(provider);
    const [capture] = await captures(collector, 1);
    if (!capture) throw new Error('There is no capture');
    const [second, third] = [newSecret(), newSecret()];
    await hosts.rotate(collector, second, 24);
    await hosts.rotate(collector, third, 0);
    for (const secret of [collector.secret, second]) {
      expect((await hosts.deliver(provider, capture.told(secret)))?.status).toBe(401);
    }
    expect((await hosts.deliver(provider, capture.told(third)))?.status).toBe(200);
  });
});

test('a header of Stripe signed with old and new at once is taken by who knows one', async () => {
  const collector = await hosts.collector('stripe');
  const next = newSecret();
  const stream = await captures(collector, 2);
  const [before, after] = stream.map(({ told }) => signedTwice(told(collector.secret), next));
  if (!before || !after) throw new Error('There are no captures');
  expect((await hosts.deliver('stripe', before))?.status).toBe(200);
  await hosts.rotate(collector, next, 0);
  expect((await hosts.deliver('stripe', after))?.status).toBe(200);
  expect(await paymentBooks(hosts.t, collector.ctx)).toHaveLength(2);
});

/** The same webhook with the signature of another secret in front, as while Stripe rolls one. */
function signedTwice({ body, headers }: Webhook, secret: string): Webhook {
  const [time = '', v1] = (headers['stripe-signature'] ?? '').split(',');
  const timestamp = Number(time.slice('t='.length));
  const other = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body, headers: { ...headers, 'stripe-signature': `${other},${v1}` } };
}
