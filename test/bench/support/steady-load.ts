import { connect, type Socket } from 'node:net';
import { AnswerReader } from './http-load.js';

export interface SteadyLoad {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
  /** The status every answer must have: a refusal is no work done. */
  readonly expect: number;
}

/** How many may wait for their answer: who is beyond that would be beyond all patience. */
const MOST_CONNECTIONS = 1000;
const TICK_MS = 1;

/**
 * Sends requests by the clock, whatever becomes of those before, each over a connection that is
 * free. Answers how many milliseconds each took from the moment for which it was planned: a server
 * that stands still is felt by all who come meanwhile, not only by the one it keeps waiting.
 */
export function steadyLoad(load: SteadyLoad): Promise<readonly number[]> {
  return new Promise((resolve, reject) => new Sending(load, resolve, reject).start());
}

interface Line {
  readonly socket: Socket;
  readonly reader: AnswerReader;
  planned: number;
}

class Sending {
  private readonly free: Line[] = [];
  private readonly all: Line[] = [];
  private readonly times: number[] = [];
  private readonly request: Buffer;
  private readonly wanted: number;
  private readonly started = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private sent = 0;

  constructor(
    private readonly load: SteadyLoad,
    private readonly done: (times: readonly number[]) => void,
    private readonly failed: (error: Error) => void,
  ) {
    const { path, headers, perSecond, seconds } = load;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.request = Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}content-length: 0\r\n\r\n`,
    );
    this.wanted = Math.floor(perSecond * seconds);
  }

  start(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  private tick(): void {
    const now = performance.now();
    for (; this.sent < this.wanted; this.sent += 1) {
      const planned = this.started + (this.sent * 1000) / this.load.perSecond;
      if (planned > now) return;
      const line = this.free.pop() ?? this.open();
      if (!line) return this.fail(new Error('Nobody is answered any more'));
      line.planned = planned;
      line.socket.write(this.request);
    }
  }

  private open(): Line | undefined {
    if (this.all.length >= MOST_CONNECTIONS) return undefined;
    const socket = connect(this.load.port, '127.0.0.1').setNoDelay(true);
    const line = { socket, reader: new AnswerReader(), planned: 0 };
    socket.on('data', (chunk: Buffer) => this.take(line, chunk));
    socket.on('error', (error) => this.fail(error));
    this.all.push(line);
    return line;
  }

  private take(line: Line, chunk: Buffer): void {
    const status = line.reader.add(chunk);
    if (status === null) return;
    const { expect } = this.load;
    if (status !== expect) {
      return this.fail(new Error(`Answered ${status}, not ${expect}: ${line.reader.text()}`));
    }
    line.reader.reset();
    this.times.push(performance.now() - line.planned);
    this.free.push(line);
    if (this.times.length < this.wanted) return;
    this.close();
    this.done(this.times);
  }

  private fail(error: Error): void {
    this.close();
    this.failed(error);
  }

  private close(): void {
    clearInterval(this.timer);
    for (const { socket } of this.all) socket.destroy();
  }
}
