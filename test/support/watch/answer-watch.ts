import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { HostName } from '@quittance/http/host';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { documentedRoutes, type DocumentedRoutes } from './answer-check';
import { unauditedWrites } from './audit-rules';
import { misdescribedEvents } from './event-watch';
import { nameOf } from './open-api';

/** A write that was taken. */
export interface Taken {
  /** `POST /invoices/:id/send` */
  readonly route: string;
  readonly path: string;
  readonly requestId: string;
  readonly status: number;
  /** It was only asked what would happen. */
  readonly dryRun: boolean;
  readonly body: string;
}

/** What was seen: what the document does not tell, one line each, and the writes. */
export interface Seen {
  readonly faults: string[];
  /** In the order of their answers; not those that were taken before and are only told again. */
  readonly taken: Taken[];
}

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Longer answers are looked at in the end: some tests measure how long a host keeps others waiting.
 */
const LONG = 16_384;

/** Sees every answer of a host as it leaves, whoever asked and however. */
export class AnswerWatch {
  private readonly found: Seen = { faults: [], taken: [] };
  private readonly documented: DocumentedRoutes;
  private later: (() => void)[] = [];

  constructor(app: NestFastifyApplication, host: HostName) {
    this.documented = documentedRoutes(app, host);
    app.getHttpServer().prependListener('request', (request, response) => {
      this.listen(request, response);
    });
  }

  /** What was seen since the host was started, or settled. */
  seen(): Seen {
    for (const look of this.later.splice(0)) look();
    return this.found;
  }

  /**
   * Begins anew, once nothing is wrong.
   * @throws Error naming the answers that the document does not tell, writes without an audit row,
   *   and events that are not as described
   */
  async settle(ownerUrl: string): Promise<void> {
    const { faults, taken } = this.seen();
    const wrong = new Set(faults.splice(0));
    for (const each of await unauditedWrites(ownerUrl, taken.splice(0))) wrong.add(each);
    for (const each of await misdescribedEvents(ownerUrl)) wrong.add(each);
    if (wrong.size > 0) throw new Error(`Answers are not as told:\n${[...wrong].join('\n')}`);
  }

  private listen(request: IncomingMessage, response: ServerResponse): void {
    const parts: (string | Uint8Array)[] = [];
    let headers: OutgoingHttpHeaders = {};
    const keep = (chunk: unknown) => {
      // Files and pages are as long as they like, and nothing is said of what is in them.
      const type = headers['content-type'] ?? response.getHeader('content-type');
      if (!String(type).includes('json')) return;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(chunk);
    };
    const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => typeof response;
    response.writeHead = (...given: unknown[]) => {
      const stated = given.find((each) => typeof each === 'object') as object | undefined;
      headers = { ...response.getHeaders(), ...stated };
      return writeHead(...given);
    };
    const write = response.write.bind(response) as (...given: unknown[]) => boolean;
    response.write = (...given: unknown[]) => {
      keep(given[0]);
      return write(...given);
    };
    const end = response.end.bind(response) as (...given: unknown[]) => typeof response;
    response.end = (...given: unknown[]) => {
      keep(given[0]);
      const ended = end(...given);
      const head = { status: response.statusCode, headers };
      const look = () => this.look(request, head, textOf(parts));
      if (parts.reduce((sum, { length }) => sum + length, 0) <= LONG) look();
      else this.later.push(look);
      return ended;
    };
  }

  private look({ method = '', url = '' }: IncomingMessage, head: Head, text: string): void {
    const { status, headers } = head;
    const [path = '', query = ''] = url.split('?');
    const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
    const found = this.documented.at(method, path);
    // The document itself, and the page to read it.
    if (!found && status < 400) return;
    const route = found ? nameOf(found.route) : `${method} ${path.slice(0, 80)}`;
    const faults = this.documented.faultsOf({ method, status, mediaType, text, query }, found);
    // What is hidden from whoever asked is left out, and the answer says so.
    const isLess = headers['fields-hidden'] === 'true';
    const told = isLess ? faults.filter((fault) => !fault.endsWith(' is missing')) : faults;
    this.found.faults.push(...told.map((fault) => `${route} ${status} ${fault}`));
    const again = 'idempotency-replayed' in headers;
    if (!found || again || status >= 400 || READING.includes(method)) return;
    const dryRun = /\bdryRun=true\b/.test(query);
    const requestId = String(headers['x-request-id']);
    this.found.taken.push({ route, path, requestId, status, dryRun, body: text });
  }
}

function textOf(parts: readonly (string | Uint8Array)[]): string {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString();
}
