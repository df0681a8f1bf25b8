import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonObject, parseExactJson, type ExactJson } from '../engines/exact-json.js';

/** A request as a fake sees it; numbers of the body are text. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ExactJson;
}

/** What a fake answers: JSON text, or nothing at all. */
export interface FakeAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * What goes wrong with the next call: before the fake acts, after it has acted, or in what it says.
 * `line` lets the second line be refused, `missing` leaves it out of the answer.
 */
export type FakeFault =
  | 'hang'
  | 'error'
  | 'error_after'
  | 'drop_after'
  | 'malformed'
  | 'too_many'
  | 'unauthorised'
  | 'wrong_sum'
  | 'wrong_currency'
  | 'line'
  | 'missing';

/** A local server that plays a provider, for tests. */
export interface FakeServer {
  readonly url: string;
  /** What came in, in order. */
  readonly requests: readonly FakeRequest[];
  /** Applies to the next calls, one each; `null` lets one through. */
  fail(...faults: (FakeFault | null)[]): void;
  /** Applies to every call until it is taken back with null. */
  failAlways(fault: FakeFault | null): void;
  stop(): Promise<void>;
}

type Answerer = (request: FakeRequest, fault: FakeFault | null) => FakeAnswer;

/** Starts a fake on 127.0.0.1 and a free port. */
export async function startFakeServer(answer: Answerer): Promise<FakeServer> {
  const faults: (FakeFault | null)[] = [];
  let always: FakeFault | null = null;
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await read(incoming);
      requests.push(request);
      respond(request, faults.shift() ?? always, answer, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (...next) => void faults.push(...next),
    failAlways: (fault) => {
      always = fault;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = jsonObject(parseExactJson(Buffer.concat(chunks).toString())) ?? {};
  const { pathname } = new URL(incoming.url ?? '/', 'http://fake');
  return { method: incoming.method ?? '', path: pathname, headers: incoming.headers, body };
}

function respond(
  request: FakeRequest,
  fault: FakeFault | null,
  answer: Answerer,
  response: ServerResponse,
): void {
  const send = (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  };
  if (fault === 'hang') return;
  if (fault === 'error') return send(500, '{"error":"broken"}');
  if (fault === 'too_many') return send(429, '{"error":"slow down"}');
  if (fault === 'unauthorised') return send(401, '{"error":"who are you"}');
  const { status, text } = answer(request, fault);
  if (fault === 'drop_after') return void response.destroy();
  if (fault === 'error_after') return send(500, '{"error":"broken"}');
  return send(status, fault === 'malformed' ? `${text.slice(0, -1)},` : text);
}
