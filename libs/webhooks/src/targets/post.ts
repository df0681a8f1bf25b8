import { Outside } from '@quittance/config';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { BlockedAddress } from './guarded-lookup.js';

/** Why a message did not arrive; what the administrator is told of it. */
export const SEND_ERRORS = [
  'dns_failure',
  'blocked_address',
  'connect_timeout',
  'connect_failed',
  'tls_error',
  'timeout',
  'http_status',
  // Not tried: it has stopped its process too often.
  'work_quarantined',
] as const;
export type SendError = (typeof SEND_ERRORS)[number];

/** What became of one attempt. */
export interface Sent {
  readonly statusCode: number | null;
  /** Null when the receiver answered with 200 to 299. */
  readonly error: SendError | null;
  /** The beginning of the answer, for the log. */
  readonly answer: string;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface PostLimits {
  readonly connectMs: number;
  readonly wholeMs: number;
}

/** What the contract allows a receiver. */
export const POST_LIMITS: PostLimits = { connectMs: 5000, wholeMs: 10_000 };

const KEPT_BYTES = 4096;
const MOST_BYTES = 64 * 1024;

type Outcome = (sent: Sent) => void;

function failed(error: SendError): Sent {
  return { statusCode: null, error, answer: '', retryAfter: null };
}

const BROKEN = failed('connect_failed');

/** As many as may be under way to one receiver. */
const KEPT_CONNECTIONS = 100;
/** A receiver that says nothing of how long it keeps a connection may have closed it by then. */
const KEPT_MS = 15_000;
/** Of a connection that was kept, and that the receiver closed while the message was on its way. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Posts over connections that are kept open per host. Follows no redirect and asks no proxy. An
 * address is judged when a connection is made to it; one that is kept leads where it was judged.
 */
export class Poster extends Outside {
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor(
    private readonly lookup: LookupFunction,
    private readonly limits: PostLimits = POST_LIMITS,
  ) {
    super();
    const kept = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: KEPT_MS };
    const options = { ...kept, lookup };
    this.agents = { http: new http.Agent(options), https: new https.Agent(options) };
  }

  /** Never rejects: what went wrong is part of the answer. */
  async post(message: Post): Promise<Sent> {
    const until = performance.now() + this.limits.wholeMs;
    return (await this.send(message, until)) ?? (await this.send(message, until, false)) ?? BROKEN;
  }

  /**
   * Undefined when a kept connection was closed in the instant it was used again, which says
   * nothing about the receiver: over a new one the message is sent once more, under the same id.
   */
  private send(
    { url, headers, body }: Post,
    until: number,
    kept = true,
  ): Promise<Sent | undefined> {
    return new Promise((settle) => {
      const secure = url.startsWith('https:');
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own is looked up and judged like any other.
        agent: kept && (secure ? this.agents.https : this.agents.http),
        lookup: this.lookup,
      };
      const request = secure ? https.request(url, options) : http.request(url, options);
      const left = Math.max(1, until - performance.now());
      const whole = setTimeout(() => finish(failed('timeout')), left);
      const connecting = watchConnection(request, this.limits.connectMs, () =>
        finish(failed('connect_timeout')),
      );
      const finish = (sent: Sent | undefined) => {
        clearTimeout(whole);
        connecting.stop();
        settle(sent);
        if (!sent || sent.statusCode === null) request.destroy();
      };
      request.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = request.reusedSocket && CLOSED.has(error.code ?? '');
        finish(wasClosed ? undefined : failed(errorOf(error)));
      });
      request.on('response', (answer) => readAnswer(answer, finish));
      request.end(body);
    });
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }
}

/** Ends a connection that takes too long to be made; one that is kept open is there already. */
function watchConnection(request: ClientRequest, ms: number, onTimeout: () => void) {
  const timer = setTimeout(onTimeout, ms);
  const stop = () => clearTimeout(timer);
  request.on('socket', (socket: Socket) => {
    if (!socket.connecting) stop();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop);
  });
  return { stop };
}

function readAnswer(answer: IncomingMessage, finish: Outcome): void {
  const { statusCode = 0, headers } = answer;
  const error = statusCode >= 200 && statusCode < 300 ? null : 'http_status';
  let kept = Buffer.alloc(0);
  let bytes = 0;
  const done = () => {
    const text = kept.toString('utf8').replaceAll('\0', '');
    finish({ statusCode, error, answer: text, retryAfter: headers['retry-after'] ?? null });
  };
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (kept.length < KEPT_BYTES) kept = Buffer.concat([kept, chunk]).subarray(0, KEPT_BYTES);
    if (bytes > MOST_BYTES) answer.destroy();
  });
  answer.on('end', done);
  answer.on('close', done);
  answer.on('error', done);
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'ENODATA', 'ESERVFAIL']);

function errorOf(error: NodeJS.ErrnoException): SendError {
  const { code = '' } = error;
  if (error instanceof BlockedAddress) return 'blocked_address';
  if (DNS.has(code)) return 'dns_failure';
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) {
    return 'tls_error';
  }
  return 'connect_failed';
}
