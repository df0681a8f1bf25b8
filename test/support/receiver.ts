import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message as a subscriber gets it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on; 204 unless told otherwise. */
  answer(how: (response: ServerResponse, message: Received) => void): void;
  /** Fulfilled when nobody is connected: whatever was on its way has come, or never will. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** A subscriber's server on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let respond: (response: ServerResponse, message: Received) => void = (response) =>
    response.writeHead(204).end();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const message = { headers: request.headers, body };
      received.push(message);
      respond(response, message);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  return {
    url: `http://127.0.0.1:${port}/in`,
    received,
    answer: (how) => {
      respond = how;
    },
    quiet: async () => {
      while ((await connections()) > 0) await sleep(10);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}
