import { connect, type Socket } from 'node:net';
import type { SignedWebhook } from './capture-webhook.js';

export interface WebhookLoadResult {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from the request's first byte to the answer's last, one per answer. */
  readonly latencies: readonly number[];
}

const HEAD_END = '\r\n\r\n';
const BOOKED = '"applied":true';

/**
 * Delivers webhooks over keep-alive connections, the next one as soon as the answer to the last is
 * there. The requests are bytes before the clock starts, and answers are only looked at, so that
 * the generator costs little of the machine it shares with the host.
 * @throws Error with the answer when one has not booked its payment
 */
export async function deliverAll(
  port: number,
  webhooks: readonly SignedWebhook[],
  connections: number,
): Promise<WebhookLoadResult> {
  const requests = webhooks.map((webhook) => requestBytes(port, webhook));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    sockets.map((socket) =>
      serve(
        socket,
        () => requests[next++],
        (milliseconds) => latencies.push(milliseconds),
      ),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  return { answers: latencies.length, seconds, latencies };
}

function requestBytes(port: number, { body, headers }: SignedWebhook): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [
    'POST /payments/webhook/razorpay HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...lines,
  ];
  return Buffer.from(`${head.join('\r\n')}${HEAD_END}${body}`);
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function serve(
  socket: Socket,
  next: () => Buffer | undefined,
  took: (milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answer = '';
    const send = () => {
      const request = next();
      if (!request) {
        socket.destroy();
        return resolve();
      }
      sent = performance.now();
      return void socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The host closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      took(performance.now() - sent);
      if (!answer.includes(BOOKED)) reject(new Error(`A payment was not booked: ${answer}`));
      answer = '';
      send();
    });
    send();
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`An answer without a length: ${answer}`);
  return answer.length >= end + HEAD_END.length + Number(length);
}

/** The value below which the share of the sorted values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
