import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeBooks, now, refusal, type FakePayment, type Json } from './fake-books.js';

/** What goes wrong with the next request that makes a link or a refund. */
export type FakeFault =
  | 'hang_before'
  | 'hang_after'
  | 'error_before'
  | 'error_after'
  | 'drop_before'
  | 'drop_after'
  | 'too_many'
  | 'malformed_after'
  | 'wrong_currency'
  /** Answers with the id of a link made before. */
  | { readonly sameLinkAs: string };

/** A local server that keeps to Razorpay's wire contract, for tests. */
export interface FakeRazorpay {
  readonly url: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly links: readonly Json[];
  /** What was given back, once per idempotency key. */
  refunds(): readonly Json[];
  /** How many requests came in, by `METHOD path`. */
  readonly requests: readonly string[];
  /** Applies to the next creations, one each, behind those told before; without any, to none. */
  fail(...faults: FakeFault[]): void;
  /** Pays a link; answers the entities of its webhooks. */
  pay(linkId: string, payment?: Json): { link: Json; payment: FakePayment };
  /** A webhook about entities, signed over its exact bytes. */
  webhook(
    event: string,
    entities: Json,
    secret: string,
    account?: string,
  ): { body: string; headers: Record<string, string> };
  stop(): Promise<void>;
}

/** Starts the fake on 127.0.0.1 and a free port. */
export async function startFakeRazorpay(): Promise<FakeRazorpay> {
  const books = new FakeBooks();
  const faults: FakeFault[] = [];
  const server = createServer((request, response) => {
    void answer(books, faults, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keyId: books.keyId,
    keySecret: books.keySecret,
    links: books.links,
    refunds: () => [...books.refunds.values()],
    requests: books.requests,
    fail: (...next) => {
      if (next.length === 0) faults.length = 0;
      faults.push(...next);
    },
    pay: (linkId, payment) => books.pay(linkId, payment),
    webhook: (event, entities, secret, account) => signedEvent(event, entities, secret, account),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Entities under their names, as `{ payment, order }`, in Razorpay's envelope. */
function signedEvent(event: string, entities: Json, secret: string, account = 'acc_fake') {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  );
  const envelope = {
    entity: 'event',
    account_id: account,
    event,
    contains: Object.keys(entities),
    payload,
    created_at: now(),
  };
  const body = JSON.stringify(envelope);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': `evt_${randomBytes(7).toString('hex')}`,
    },
  };
}

async function answer(
  books: FakeBooks,
  faults: FakeFault[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://fake');
  books.requests.push(`${request.method} ${url.pathname}`);
  const token = Buffer.from(`${books.keyId}:${books.keySecret}`).toString('base64');
  const send = (status: number, body: Json) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.headers.authorization !== `Basic ${token}`) {
    return send(401, {
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  }
  const path = url.pathname.replace('/v1/', '');
  if (request.method === 'POST' && path === 'payment_links') {
    const body = JSON.parse(text) as Json;
    return makeWithFault(faults.shift(), () => books.create(body), response, send);
  }
  const [, paymentId] = /^payments\/([^/]+)\/refund$/.exec(path) ?? [];
  if (request.method === 'POST' && paymentId) {
    const key = String(request.headers['x-refund-idempotency'] ?? '');
    if (!/^[\w-]{10,}$/.test(key)) return send(400, refusal(null, 'The key is not valid'));
    const refund = () => books.refund(paymentId, key, JSON.parse(text) as Json);
    return makeWithFault(faults.shift(), refund, response, send);
  }
  return route(books, request.method ?? '', path, url.searchParams, send);
}

type Send = (status: number, body: Json) => void;

/** Links and refunds: what is made once, whatever happens to the answer. */
function makeWithFault(
  fault: FakeFault | undefined,
  make: () => Json,
  response: ServerResponse,
  send: Send,
): void {
  if (fault === 'hang_before') return;
  if (fault === 'error_before')
    return send(500, { error: { code: 'SERVER_ERROR', description: 'Down' } });
  if (fault === 'drop_before') return void response.destroy();
  if (fault === 'too_many')
    return send(429, { error: { code: 'BAD_REQUEST_ERROR', description: 'Too many requests' } });
  const made = make();
  if ('error' in made) return send(400, made);
  if (fault === 'hang_after') return;
  if (fault === 'error_after')
    return send(500, { error: { code: 'SERVER_ERROR', description: 'Down' } });
  if (fault === 'drop_after') return void response.destroy();
  if (fault === 'malformed_after') {
    response.end('{"id":');
    return;
  }
  if (fault === 'wrong_currency') return send(200, { ...made, currency: 'USD' });
  if (typeof fault === 'object') return send(200, { ...made, id: fault.sameLinkAs });
  return send(200, made);
}

function route(
  books: FakeBooks,
  method: string,
  path: string,
  query: URLSearchParams,
  send: Send,
): void {
  if (method === 'GET' && path === 'payment_links') {
    const reference = query.get('reference_id');
    const found = books.links.filter((link) => !reference || link.reference_id === reference);
    return send(200, { payment_links: found });
  }
  const [, ofPayment] = /^payments\/([^/]+)\/refunds$/.exec(path) ?? [];
  if (ofPayment) {
    const items = [...books.refunds.values()].filter((each) => each.payment_id === ofPayment);
    return send(200, { entity: 'collection', count: items.length, items });
  }
  const [, refundId] = /^refunds\/([^/]+)$/.exec(path) ?? [];
  const refund = [...books.refunds.values()].find(({ id }) => id === refundId);
  if (refund) return send(200, refund);
  const [, linkId, verb] = /^payment_links\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? [];
  const link = books.links.find(({ id }) => id === linkId);
  if (!link) return send(400, refusal(null, 'The id provided does not exist'));
  if (method === 'POST' && verb === 'cancel') {
    if (link.status !== 'created')
      return send(400, refusal(null, `Cannot cancel a link that is ${String(link.status)}`));
    Object.assign(link, { status: 'cancelled', cancelled_at: now() });
  }
  return send(200, link);
}
