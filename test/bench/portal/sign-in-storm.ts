import { connect, type Socket } from 'node:net';
import { AnswerReader } from '../support/http-load.js';

/** What the process is told to send, until it is told `end`. */
export interface Storm {
  readonly port: number;
  readonly path: string;
  readonly perSecond: number;
  /** Bodies of attempts, which take turns. */
  readonly bodies: readonly string[];
}

/** What came of a storm. */
export interface StormResult {
  readonly attempts: number;
  /** For how long they were sent. */
  readonly seconds: number;
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds of a processor that the generator took. */
  readonly processorMs: number;
}

const TICK_MS = 4;
/** As many addresses as a botnet might have: none makes more than the limit of one takes. */
const ADDRESSES = 4096;
const MOST_CONNECTIONS = 512;

/**
 * Attempts by the clock, whatever becomes of those before, over connections as a proxy keeps them,
 * of which each request names another address. What is sent is written before it begins, and of an
 * answer the status and the length are read: the processor is for who is attacked.
 */
class Attack {
  private readonly free: Line[] = [];
  private readonly requests: readonly Buffer[];
  private readonly statuses: Record<number, number> = {};
  private readonly processor = process.cpuUsage();
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;
  private connections = 0;
  private sent = 0;
  private answered = 0;

  constructor(private readonly storm: Storm) {
    this.requests = requestsOf(storm);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** When what was sent is answered. */
  async end(): Promise<StormResult> {
    clearInterval(this.timer);
    const seconds = (performance.now() - this.started) / 1000;
    const { user, system } = process.cpuUsage(this.processor);
    while (this.answered < this.sent) await new Promise((next) => setTimeout(next, TICK_MS));
    for (const { socket } of this.free) socket.destroy();
    const processorMs = (user + system) / 1000;
    return { attempts: this.sent, seconds, statuses: this.statuses, processorMs };
  }

  private tick(): void {
    const { perSecond } = this.storm;
    const due = Math.floor(((performance.now() - this.started) / 1000) * perSecond);
    for (; this.sent < due; this.sent += 1) {
      const line = this.free.pop() ?? this.open();
      line?.socket.write(this.requests[this.sent % this.requests.length] as Buffer);
      // As of a client that gives up: nothing is held back for later.
      if (!line) this.answered += 1;
    }
  }

  private open(): Line | undefined {
    if (this.connections >= MOST_CONNECTIONS) return undefined;
    this.connections += 1;
    const socket = connect(this.storm.port, '127.0.0.1').setNoDelay(true);
    const line = { socket, reader: new AnswerReader() };
    socket.on('data', (chunk: Buffer) => this.take(line, chunk));
    socket.on('error', (error) => {
      throw error;
    });
    return line;
  }

  private take(line: Line, chunk: Buffer): void {
    const status = line.reader.add(chunk);
    if (status === null) return;
    line.reader.reset();
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.answered += 1;
    this.free.push(line);
  }
}

interface Line {
  readonly socket: Socket;
  readonly reader: AnswerReader;
}

function requestsOf({ path, bodies }: Storm): readonly Buffer[] {
  return Array.from({ length: ADDRESSES }, (_, n) => {
    const body = bodies[n % bodies.length] as string;
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
        `x-forwarded-for: 100.64.${n >> 8}.${n & 255}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

let attack: Attack | undefined;

process.on('message', (told: Storm | 'end') => {
  if (told !== 'end') attack = new Attack(told);
  else void attack?.end().then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
