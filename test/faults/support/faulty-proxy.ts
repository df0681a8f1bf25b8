import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a call meets on its way: before the provider has heard of it, or when it has acted already.
 */
export type CallFault =
  | 'hang_before'
  | 'hang_after'
  | 'error_before'
  | 'error_after'
  | 'drop_before'
  | 'drop_after'
  | 'too_many'
  | 'malformed_after';

/** Stands before a provider and spoils the next calls, whatever they ask for. */
export class FaultyProxy {
  private faults: CallFault[] = [];
  /** Calls that met a fault. */
  met = 0;

  private constructor(
    private readonly target: string,
    private readonly server = createServer((request, response) => {
      // A provider that is gone in the middle of a call is one that breaks the connection.
      this.pass(request, response).catch(() => response.destroy());
    }),
  ) {}

  static async before(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The calls from now on meet these, one each; without any they pass. */
  fail(...faults: CallFault[]): void {
    this.faults = faults;
    this.met = 0;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const fault = this.faults.shift();
    if (fault) this.met += 1;
    if (fault && !fault.endsWith('_after')) return spoil(fault, response);
    const answer = await fetch(`${this.target}${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    });
    const text = await answer.text();
    if (fault) return spoil(fault, response);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
}

/** Without those that are of one connection only. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function spoil(fault: CallFault, response: ServerResponse): void {
  const refuse = (status: number) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 'SERVER_ERROR', description: 'Spoilt' } }));
  if (fault === 'too_many') refuse(429);
  else if (fault.startsWith('error')) refuse(500);
  else if (fault.startsWith('drop')) response.destroy();
  else if (fault === 'malformed_after') response.end('{"id":');
}
