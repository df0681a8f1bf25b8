import { epochMs, systemClock, type Clock, type Instant } from '@quittance/kernel';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STRIPE_VERSION } from '../stripe-version.js';
import {
  FakeStripeBooks,
  missing,
  ok,
  refusal,
  type Answered,
  type FakePaid,
} from './fake-stripe-books.js';
import { readForm, type Json } from './fake-stripe-form.js';

/** What goes wrong with the next request that makes a page or a refund. */
export type FakeStripeFault =
  | 'hang_before'
  | 'hang_after'
  | 'error_before'
  | 'error_after'
  | 'drop_before'
  | 'drop_after'
  | 'too_many'
  | 'malformed_after'
  | 'wrong_currency'
  /** Answers with the id of a page made before. */
  | { readonly sameLinkAs: string };

/** A local server that keeps to Stripe's wire contract, for tests. */
export interface FakeStripe {
  readonly url: string;
  readonly secretKey: string;
  readonly books: FakeStripeBooks;
  /** By `METHOD path`. */
  readonly requests: readonly string[];
  /** Applies to the next creations, one each, behind those told before; without any, to none. */
  fail(...faults: FakeStripeFault[]): void;
  pay(sessionId: string, how?: 'at_once' | 'slowly'): FakePaid;
  /** A webhook about an object, signed over its exact bytes by the fake's clock. */
  webhook(type: string, object: Json, secret: string, at?: Instant): SignedWebhook;
  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  stop(): Promise<void>;
}

export interface SignedWebhook {
  readonly body: string;
  readonly headers: Record<string, string>;
}

interface Stored {
  readonly params: string;
  readonly answer: Answered;
}

/** Starts the fake on 127.0.0.1 and a free port. */
export async function startFakeStripe(clock: Clock = systemClock): Promise<FakeStripe> {
  const fake = new Server(new FakeStripeBooks(clock));
  const server = createServer((request, response) => void fake.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { books, requests } = fake;
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey: books.secretKey,
    books,
    requests,
    fail: (...next) => {
      if (next.length === 0) fake.faults.length = 0;
      fake.faults.push(...next);
    },
    pay: (sessionId, how) => books.pay(sessionId, how),
    webhook: (type, object, secret, at = clock.now()) => signed(type, object, secret, at),
    forgetKeys: () => fake.stored.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function signed(type: string, object: Json, secret: string, at: Instant): SignedWebhook {
  const time = Math.floor(epochMs(at) / 1000);
  const body = JSON.stringify({
    id: `evt_${randomBytes(9).toString('hex')}`,
    object: 'event',
    api_version: STRIPE_VERSION,
    created: time,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
  });
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` },
  };
}

class Server {
  readonly requests: string[] = [];
  readonly faults: FakeStripeFault[] = [];
  readonly stored = new Map<string, Stored>();

  constructor(readonly books: FakeStripeBooks) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://fake');
    this.requests.push(`${request.method} ${url.pathname}`);
    const refused = this.refuse(request);
    if (refused) return send(response, refused);
    const path = url.pathname.replace('/v1/', '');
    if (request.method === 'GET') return send(response, this.read(path, url.searchParams));
    const expired = /^checkout\/sessions\/([^/]+)\/expire$/.exec(path)?.[1];
    if (expired) return send(response, this.books.expire(expired));
    const make = {
      'checkout/sessions': (form: Json) => this.books.create(form),
      refunds: (form: Json) => this.books.refund(form),
    }[path];
    if (!make) return send(response, refusal(404, 'unknown_url', 'Unrecognized request URL'));
    const key = request.headers['idempotency-key'];
    this.make(String(key), text, () => make(readForm(text)), response);
  }

  private refuse({ headers, method }: IncomingMessage): Answered | undefined {
    if (headers.authorization !== `Bearer ${this.books.secretKey}`) {
      return refusal(401, 'api_key_invalid', 'Invalid API Key provided: sk_test_***');
    }
    if (headers['stripe-version'] !== STRIPE_VERSION) {
      return refusal(400, 'version_invalid', 'Invalid Stripe API version');
    }
    const form = 'application/x-www-form-urlencoded';
    if (method === 'POST' && headers['content-type'] !== form) {
      return refusal(400, 'content_type', 'Invalid content type');
    }
    return undefined;
  }

  private read(path: string, query: URLSearchParams): Answered {
    const [, list, id] = /^(checkout\/sessions|refunds)(?:\/([^/]+))?$/.exec(path) ?? [];
    const { sessions, refunds, intents } = this.books;
    const all = list === 'refunds' ? refunds : sessions;
    const expanded = (object: Json): Json =>
      query.toString().includes('payment_intent') && list === 'checkout/sessions'
        ? { ...object, payment_intent: intents.find((each) => each.id === object.payment_intent) }
        : object;
    if (id) {
      const found = all.find((each) => each.id === id);
      return found ? ok(expanded(found)) : missing(String(list), id);
    }
    if (!list) return refusal(404, 'unknown_url', 'Unrecognized request URL');
    const since = Number(query.get('created[gte]') ?? 0);
    const intent = query.get('payment_intent');
    const newestFirst = all
      .filter((each) => Number(each.created) >= since)
      .filter((each) => !intent || each.payment_intent === intent)
      .reverse();
    const after = newestFirst.findIndex((each) => each.id === query.get('starting_after'));
    const limit = Number(query.get('limit') ?? 10);
    const data = newestFirst.slice(after + 1, after + 1 + limit);
    const more = newestFirst.length > after + 1 + limit;
    return ok({ object: 'list', data: data.map(expanded), has_more: more });
  }

  /** What is made once per key, whatever happens to the answer; answers are stored, 500 as well. */
  private make(key: string, params: string, make: () => Answered, response: ServerResponse): void {
    const stored = this.stored.get(key);
    if (stored && stored.params !== params) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return send(response, refusal(400, 'idempotency_error', message));
    }
    if (stored) return send(response, stored.answer, { 'idempotent-replayed': 'true' });
    const fault = this.faults.shift();
    if (fault === 'hang_before') return;
    if (fault === 'drop_before') return void response.destroy();
    if (fault === 'too_many')
      return send(response, refusal(429, 'rate_limit', 'Too many requests'));
    const keep = (answer: Answered) => {
      if (key !== 'undefined') this.stored.set(key, { params, answer });
      return answer;
    };
    if (fault === 'error_before') return send(response, keep(BROKEN));
    const made = make();
    if (made.status !== 200) return send(response, made);
    if (fault === 'error_after') return send(response, keep(BROKEN));
    keep(made);
    if (fault === 'hang_after') return;
    if (fault === 'drop_after') return void response.destroy();
    if (fault === 'malformed_after') return void response.end('{"id":');
    if (fault === 'wrong_currency') return send(response, ok({ ...made.body, currency: 'usd' }));
    if (typeof fault === 'object')
      return send(response, ok({ ...made.body, id: fault.sameLinkAs }));
    send(response, made);
  }
}

const BROKEN: Answered = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong on our end' } },
};

function send(
  response: ServerResponse,
  { status, body }: Answered,
  headers: Record<string, string> = {},
): void {
  const requestId = `req_${randomBytes(7).toString('hex')}`;
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': requestId,
    ...headers,
  });
  response.end(JSON.stringify(body));
}
