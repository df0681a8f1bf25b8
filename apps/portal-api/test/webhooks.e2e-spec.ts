import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { connect, type Socket } from 'node:net';
import { expectInvariants } from '../../../test/support/invariants.js';
import type { StaffClient } from '../../../test/support/test-api.js';
import { PortalStage } from './portal-stage.js';

const SECRET = 'the-webhook-secret';
const PATH = '/payments/webhook/razorpay';

let stage: PortalStage;
let fake: FakeRazorpay;

beforeAll(async () => {
  stage = await PortalStage.open();
  fake = await startFakeRazorpay();
  await useRazorpay(stage.staff.admin, SECRET);
});

afterAll(async () => {
  await expectInvariants(stage.t);
  await fake?.stop();
  await stage?.close();
});

async function useRazorpay(client: StaffClient, webhookSecret: string): Promise<void> {
  const { keyId, keySecret, url } = fake;
  await client.call('PUT', '/connectors/payment', {
    body: {
      provider: 'razorpay',
      credentials: { keyId, keySecret, webhookSecret },
      settings: { baseUrl: url },
    },
  });
}

/** The webhook of a fresh capture, signed. */
async function capture(
  more: Record<string, unknown> = {},
  secret = SECRET,
  by = stage.staff.admin,
) {
  const { id } = await stage.invoice(by);
  const { providerLinkId } = await stage.checkout(id, undefined, by);
  const { payment } = fake.pay(providerLinkId);
  return {
    id,
    payment,
    ...fake.webhook('payment.captured', { payment: { ...payment, ...more } }, secret),
  };
}

const post = (body: string, headers: Record<string, string>, url = stage.portal.url) =>
  fetch(`${url}${PATH}`, { method: 'POST', body, headers });

/** How much is written: rows of every table a webhook could touch. */
async function written(): Promise<unknown> {
  return Promise.all([
    stage.list('/payments/webhook-deliveries?pageSize=200'),
    stage.list('/payments/unapplied-receipts?pageSize=200'),
    stage.list('/payments?pageSize=200'),
    stage.list('/events?pageSize=200'),
  ]);
}

describe('a signed webhook', () => {
  it.each([
    ['the portal host', () => stage.portal.url],
    ['the staff host', () => stage.staff.url],
  ])('is taken by %s, without a token', async (_, url) => {
    const { id, body, headers } = await capture();
    const answer = await post(body, headers, url());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      received: true,
      applied: true,
      paymentId: expect.any(String),
    });
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it('is judged by its bytes, whatever they are called', async () => {
    const { body, headers } = await capture();
    const odd = { ...headers, 'content-type': 'text/plain; charset=utf-16' };
    expect((await post(body, odd)).status).toBe(200);
  });

  it('told of again is answered as processed', async () => {
    const { body, headers } = await capture();
    await post(body, headers);
    expect(await (await post(body, headers)).json()).toEqual({
      received: true,
      applied: false,
      reason: 'already_processed',
    });
  });

  it('may bring an idempotency key that means nothing', async () => {
    const [one, other] = [await capture(), await capture()];
    const key = { 'idempotency-key': 'the-same' };
    expect((await post(one.body, { ...one.headers, ...key })).status).toBe(200);
    expect(await (await post(other.body, { ...other.headers, ...key })).json()).toMatchObject({
      applied: true,
    });
  });

  it('comes in storms without being held back', async () => {
    const { body, headers } = await capture();
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(body, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a webhook that does not verify', () => {
  type Spoil = (headers: Record<string, string>, body: string) => [string, Record<string, string>];
  const named = (value: (signature: string) => string): Spoil => {
    const name = 'x-razorpay-signature';
    return (headers, body) => [body, { ...headers, [name]: value(headers[name] ?? '') }];
  };

  it.each<[string, Spoil]>([
    ['no signature', (_, body) => [body, { 'content-type': 'application/json' }]],
    ['an empty signature', named(() => '')],
    ['a short one', named((signature) => signature.slice(2))],
    ['upper-case hex', named((signature) => signature.toUpperCase())],
    ['base64', named((signature) => Buffer.from(signature, 'hex').toString('base64'))],
    ['two signatures', named((signature) => `${signature}, ${signature}`)],
    [
      'a re-serialised body',
      (headers, body) => [JSON.stringify(JSON.parse(body), null, 1), headers],
    ],
    ['one byte changed', (headers, body) => [body.replace('10000', '10001'), headers]],
    ['no body', (headers) => ['', headers]],
    ['no JSON', (headers) => ['<xml/>', headers]],
    [
      'a foreign company in its notes',
      (headers, body) => [
        body.replaceAll(stage.staff.company.companyId, '0190aaaa-0000-7000-8000-000000000000'),
        headers,
      ],
    ],
  ])('for %s is refused alike, and nothing is written', async (_, spoil) => {
    const { body, headers } = await capture();
    const before = await written();
    const answer = await post(...spoil(headers, body));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const { requestId: _id, ...problem } = (await answer.json()) as Record<string, unknown>;
    expect(problem).toEqual({
      type: expect.stringContaining('/problems/invalid_signature'),
      title: 'The signature is not valid',
      status: 401,
      code: 'invalid_signature',
      detail: 'The webhook carries no valid signature of its provider.',
      instance: PATH,
    });
    expect(await written()).toEqual(before);
  });

  it('is not even read when it has very many values', async () => {
    const forged = `{"event":"payment.captured","x":[${'{},'.repeat(80_000)}0]}`;
    const before = await written();
    const answer = await post(forged, { 'x-razorpay-signature': 'a'.repeat(64) });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed_request' }),
    ]);
    expect(await written()).toEqual(before);
  });

  it('signed by another company never touches this one', async () => {
    const stranger = await stage.staff.newAdmin();
    await useRazorpay(stranger, 'the-secret-of-the-stranger');
    const { id, body, headers } = await capture({}, 'the-secret-of-the-stranger');
    expect((await post(body, headers)).status).toBe(401);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'sent' });
  });

  it('of an unknown provider is not found', async () => {
    const answer = await stage.portal.call('POST', '/payments/webhook/nobody', { body: {} });
    expect(answer.status).toBe(404);
  });
});

describe('a webhook secret that is replaced', () => {
  const [old, next] = ['the-secret-until-now', 'the-secret-from-now-on'];
  const began = () => stage.t.clock.set('2026-03-02T09:00:00Z');
  afterEach(began);

  it('still verifies for a week beside the new one, and not a second longer', async () => {
    const company = await stage.staff.newAdmin();
    await useRazorpay(company, old);
    const signed = async (secret: string) => {
      const { body, headers } = await capture({}, secret, company);
      return { body, headers };
    };
    const [early, late, tooLate] = [await signed(old), await signed(old), await signed(old)];
    const [first, last] = [await signed(next), await signed(next)];
    const status = async ({ body, headers }: typeof early) => (await post(body, headers)).status;
    await useRazorpay(company, next);
    // Sent again it is no other secret, and takes nobody's place.
    await useRazorpay(company, next);
    const { body } = await company.call('GET', '/connectors/payment');
    expect(body).toMatchObject({
      credentials: { webhookSecret: { last4: next.slice(-4) } },
      previousWebhookSecret: { last4: old.slice(-4), validUntil: '2026-03-09T09:00:00.000Z' },
    });
    expect([await status(early), await status(first)]).toEqual([200, 200]);
    stage.t.clock.set('2026-03-09T08:59:59Z');
    expect(await status(late)).toBe(200);
    stage.t.clock.set('2026-03-09T09:00:00Z');
    expect([await status(tooLate), await status(last)]).toEqual([401, 200]);
  });

  it('is forgotten at once by a rotation without overlap', async () => {
    const company = await stage.staff.newAdmin();
    await useRazorpay(company, old);
    const { body, headers } = await capture({}, old, company);
    await useRazorpay(company, next);
    await company.call('POST', '/connectors/payment/rotate-webhook-secret', {
      body: { webhookSecret: next, overlapHours: 0 },
    });
    expect((await post(body, headers)).status).toBe(401);
  });
});

describe('a webhook in an odd shape', () => {
  it.each([
    ['declared', (size: number) => 'a'.repeat(size)],
    ['streamed', (size: number) => new Blob(['a'.repeat(size)]).stream()],
  ])('above 256 KiB, %s, is too large', async (_, bytes) => {
    const answer = await fetch(`${stage.portal.url}${PATH}`, {
      method: 'POST',
      body: bytes(256 * 1024 + 1),
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large' });
  });

  it('of exactly 256 KiB is read, and refused for its signature', async () => {
    const answer = await post('a'.repeat(256 * 1024), { 'content-type': 'application/json' });
    expect(answer.status).toBe(401);
  });

  it('asked for by GET is not allowed', async () => {
    expect((await fetch(`${stage.portal.url}${PATH}`)).status).toBe(405);
  });

  it('cut off in the middle leaves the host well', async () => {
    const { body, headers } = await capture();
    const before = await written();
    const socket = await open(headers, Buffer.byteLength(body));
    socket.write(body.slice(0, 100));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect(await written()).toEqual(before);
    expect((await post(body, headers)).status).toBe(200);
  });

  it('longer than it says is not taken for what it is not', async () => {
    const { body, headers } = await capture();
    const before = await written();
    const socket = await open(headers, Buffer.byteLength(body) - 1);
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString()));
    });
    socket.write(body);
    expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    socket.destroy();
    expect(await written()).toEqual(before);
  });

  it('trickling in is still booked', async () => {
    const { id, body, headers } = await capture();
    const socket = await open(headers, Buffer.byteLength(body));
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString()));
    });
    for (let at = 0; at < body.length; at += 50) {
      socket.write(body.slice(at, at + 50));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'paid' });
  });

  /** A request whose head is sent and whose body is up to the test. */
  async function open(headers: Record<string, string>, length: number): Promise<Socket> {
    const { hostname, port } = new URL(stage.portal.url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.once('connect', resolve));
    const lines = Object.entries({ host: 'portal', ...headers, 'content-length': String(length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST ${PATH} HTTP/1.1\r\n${head}\r\n`);
    return socket;
  }
});
