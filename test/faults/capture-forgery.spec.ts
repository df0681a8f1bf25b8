import { newId } from '@quittance/kernel';
import { request } from 'node:http';
import { expectInvariants } from '../support/invariants.js';
import { runs } from '../support/tier.js';
import { everythingOf } from './support/books.js';
import {
  deliver,
  signed,
  webhookOf,
  type Delivered,
  type Json,
  type Webhook,
} from './support/razorpay-events.js';
import { SEED, Seeded } from './support/seeded.js';
import { TwoHosts, type Scene } from './support/two-hosts.js';

const SIGNATURE = 'x-razorpay-signature';

let hosts: TwoHosts;
let mine: Scene;
let theirs: Scene;

beforeAll(async () => {
  hosts = await TwoHosts.open();
  [mine, theirs] = [await hosts.scene(), await hosts.scene()];
});

afterAll(() => hosts?.close());

type Forge = (genuine: Webhook) => Webhook;

const withSignature =
  (forged: (genuine: string) => string | undefined): Forge =>
  ({ body, headers: { [SIGNATURE]: genuine = '', ...headers } }) => {
    const signature = forged(genuine);
    return {
      body,
      headers: signature === undefined ? headers : { ...headers, [SIGNATURE]: signature },
    };
  };

const withBody =
  (changed: (body: string) => string): Forge =>
  ({ body, headers }) => ({ body: changed(body), headers });

/** Signed with the right secret of the wrong company, or about a company nobody can tell. */
const withNotes =
  (notes: () => unknown, secret: () => string): Forge =>
  () => {
    const payment = { ...mine.entities.payment, notes: notes(), order_id: null, description: null };
    return webhookOf('payment.captured', { payment }, secret());
  };

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

const FORGERIES: readonly (readonly [string, Forge])[] = [
  ['has no signature', withSignature(() => undefined)],
  ['has an empty signature', withSignature(() => '')],
  ['lacks the last digit of its signature', withSignature((hex) => hex.slice(0, -1))],
  ['has a digit too many', withSignature((hex) => `${hex}0`)],
  ['is signed in upper case', withSignature((hex) => hex.toUpperCase())],
  ['is signed in base64', withSignature(base64)],
  ['names the algorithm before its signature', withSignature((hex) => `sha256=${hex}`)],
  ['has its signature twice', withSignature((hex) => `${hex}, ${hex}`)],
  ['has no hexadecimal digits', withSignature(() => 'z'.repeat(64))],
  ['has zeroes for a signature', withSignature(() => '0'.repeat(64))],
  ['has one digit changed', withSignature((hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1))],
  ['was written anew', withBody((body) => JSON.stringify(JSON.parse(body), null, 1))],
  ['has a byte more', withBody((body) => `${body} `)],
  ['has a byte less', withBody((body) => body.slice(0, -1))],
  ['has one byte changed', withBody((body) => body.replace('"amount":11800', '"amount":11801'))],
  ['has no body', withBody(() => '')],
  [
    'is signed by another company',
    withNotes(
      () => mine.entities.payment.notes,
      () => theirs.secret,
    ),
  ],
  [
    'is made out to another company',
    withNotes(
      () => theirs.entities.payment.notes,
      () => mine.secret,
    ),
  ],
  [
    'is signed with no secret',
    withNotes(
      () => mine.entities.payment.notes,
      () => '',
    ),
  ],
  [
    'has a list for notes',
    withNotes(
      () => [],
      () => mine.secret,
    ),
  ],
  [
    'has no notes',
    withNotes(
      () => null,
      () => mine.secret,
    ),
  ],
  [
    'has text for notes',
    withNotes(
      () => mine.ctx.companyId,
      () => mine.secret,
    ),
  ],
  [
    'is made out to nobody',
    withNotes(
      () => ({ company_id: newId() }),
      () => mine.secret,
    ),
  ],
  [
    'has a list for a company',
    withNotes(
      () => ({ company_id: [mine.ctx.companyId] }),
      () => mine.secret,
    ),
  ],
  [
    'has SQL for a company',
    withNotes(
      () => ({ company_id: "' or true --" }),
      () => mine.secret,
    ),
  ],
];

describe('a webhook that', () => {
  const everything = () =>
    Promise.all([everythingOf(hosts.t, mine.ctx), everythingOf(hosts.t, theirs.ctx)]);
  let before: Awaited<ReturnType<typeof everything>>;
  beforeAll(async () => {
    before = await everything();
  });

  test.each(FORGERIES)('%s is refused and writes nothing', async (_, forge) => {
    const { staff, portal } = hosts;
    const genuine = webhookOf('payment.captured', mine.entities, mine.secret);
    for (const { url } of [staff, portal]) {
      const answer = await deliver(url, forge(genuine));
      expect(answer?.status).toBe(401);
      expect(answer?.body).toMatchObject({ status: 401, code: 'invalid_signature' });
    }
    expect(await everything()).toEqual(before);
  });

  test('brings its signature in two headers is refused and writes nothing', async () => {
    const { body, headers } = webhookOf('payment.captured', mine.entities, mine.secret);
    const genuine = headers[SIGNATURE] ?? '';
    for (const twice of [
      [genuine, genuine],
      ['0'.repeat(64), genuine],
    ]) {
      const status = await statusOf(hosts.portal.url, body, { ...headers, [SIGNATURE]: twice });
      expect(status).toBe(401);
    }
    expect(await everything()).toEqual(before);
  });

  test('is signed for one provider is no webhook of another', async () => {
    const genuine = webhookOf('payment.captured', mine.entities, mine.secret);
    expect((await deliver(hosts.portal.url, genuine, 'sandbox'))?.status).toBe(401);
    expect((await deliver(hosts.portal.url, genuine, 'nobody'))?.status).toBe(404);
    expect(await everything()).toEqual(before);
  });

  test('does not verify tells nothing of which companies there are', async () => {
    const answers = await Promise.all(
      [mine.ctx.companyId, newId(), 'c-7', null, 7].map((company_id) => {
        const payment = { id: 'pay_1', amount: 1, currency: 'EUR', notes: { company_id } };
        return deliver(hosts.portal.url, webhookOf('payment.captured', { payment }, 'guessed'));
      }),
    );
    const told = answers.map((answer) => ({ ...answer?.body, requestId: '' }));
    expect(new Set(told.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

/** A header may be a list here, which `fetch` would join. */
function statusOf(
  url: string,
  body: string,
  headers: Record<string, string | string[]>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/payments/webhook/razorpay`,
      { method: 'POST', headers },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const EVENTS = [
  'payment.captured',
  'payment_link.paid',
  'payment_link.partially_paid',
  'order.paid',
  'payment.failed',
  'payment_link.expired',
  'payment_link.cancelled',
  'refund.created',
  'refund.processed',
  'payment.authorized',
];

/** Entities put together from what belongs to either company, to nobody, or is missing. */
function mixedEntities(chance: Seeded, sides: readonly Scene[]): Json {
  const some = (pick: (side: Scene) => unknown) =>
    chance.pick([...sides.map(pick), ...sides.map(pick), null, newId()]);
  const notes = () => ({
    company_id: some(({ ctx }) => ctx.companyId),
    invoice_id: some(({ invoiceId }) => invoiceId),
    attempt_id: some(({ entities }) => (entities.payment.notes as Json).attempt_id),
  });
  const common = () => ({
    notes: chance.pick([notes(), notes(), [], null]),
    amount: chance.pick([1, 11_800, 20_000]),
    currency: chance.pick(['EUR', 'EUR', 'USD']),
  });
  const link = {
    id: some(({ entities }) => entities.payment_link.id),
    reference_id: some(({ entities }) => entities.payment_link.reference_id),
    ...common(),
  };
  const payment = {
    id: some(({ entities }) => entities.payment.id),
    order_id: some(({ entities }) => entities.payment.order_id),
    description: some(({ entities }) => entities.payment.description),
    captured: true,
    ...common(),
  };
  const order = {
    id: some(({ entities }) => entities.order.id),
    receipt: some(({ entities }) => entities.order.receipt),
    product_id: some(({ entities }) => entities.order.product_id),
    ...common(),
  };
  const refund = {
    id: `rfnd_${newId()}`,
    payment_id: some(({ entities }) => entities.payment.id),
    status: 'processed',
    ...common(),
  };
  const all = { payment, payment_link: link, order, refund };
  return Object.fromEntries(Object.entries(all).filter(() => chance.next() < 0.8));
}

describe('the signature of one company', () => {
  test('never touches another, whatever the body refers to', async () => {
    const { t, staff, portal } = hosts;
    const sides = [await hosts.scene(), await hosts.scene()];
    for (const { entities, secret } of sides) {
      await deliver(staff.url, webhookOf('payment.captured', entities, secret));
    }
    const chance = new Seeded(SEED);
    const statuses = new Map<number, number>();
    const known = new Map<Scene, Awaited<ReturnType<typeof everythingOf>>>();
    const rounds = runs(40, 3);
    for (let round = 0; round < rounds; round += 1) {
      const [signer, victim] = chance.shuffled(sides) as [Scene, Scene];
      const before = known.get(victim) ?? (await everythingOf(t, victim.ctx));
      known.set(victim, before);
      known.delete(signer);
      const entities = mixedEntities(chance, sides);
      const webhook = webhookOf(chance.pick(EVENTS), entities, signer.secret);
      const answer = (await deliver(chance.pick([staff.url, portal.url]), webhook)) as Delivered;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const after = await everythingOf(t, victim.ctx);
      expect({ round, webhook, after }).toEqual({ round, webhook, after: before });
    }
    expect([...statuses.keys()].sort()).toEqual([200, 401]);
    expect(statuses.get(200)).toBeGreaterThan(rounds / 4);
    await expectInvariants(t);
  });

  test('over bytes that are no event is refused', async () => {
    const bodies = [
      '',
      'null',
      '[]',
      '{}',
      '{"event":7}',
      '\u0000',
      '{"event":"payment.captured"}',
    ];
    const answers = await Promise.all(
      bodies.map((body) => deliver(hosts.portal.url, signed(body, mine.secret))),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(bodies.map(() => 401));
  });
});
