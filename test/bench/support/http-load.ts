import { connect, type Socket } from 'node:net';

/** What is sent, one after the other, over each connection. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface Load {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The next request; called once per request. */
  next(): LoadRequest;
  /** The status every answer must have: a refusal is no work done. */
  readonly expect: number;
  /** Told how long each answer took, in milliseconds. */
  readonly onAnswer?: (milliseconds: number) => void;
}

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends requests over keep-alive connections, the next one as soon as an answer is complete. Reads
 * no more of an answer than its status and length, so that the client costs little of the machine
 * it shares with the server.
 */
export async function httpLoad(load: Load): Promise<LoadResult> {
  const started = performance.now();
  const until = started + load.seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => runConnection(load, until)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, seconds: (performance.now() - started) / 1000 };
}

function runConnection(load: Load, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1');
    socket.setNoDelay(true);
    let answers = 0;
    let sent = 0;
    const ask = () => {
      sent = performance.now();
      send(socket, load);
    };
    const reader = new AnswerReader();
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      const status = reader.add(chunk);
      if (status === null) return;
      if (status !== load.expect) {
        socket.destroy();
        reject(new Error(`Answered ${status} instead of ${load.expect}: ${reader.text()}`));
        return;
      }
      answers += 1;
      load.onAnswer?.(performance.now() - sent);
      reader.reset();
      if (performance.now() < until) ask();
      else {
        socket.destroy();
        resolve(answers);
      }
    });
  });
}

function send(socket: Socket, load: Load): void {
  const { method, path, body = '' } = load.next();
  let head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${load.port}\r\n`;
  for (const [name, value] of Object.entries(load.headers)) head += `${name}: ${value}\r\n`;
  if (body) head += 'content-type: application/json\r\n';
  socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Finds the end of an answer by its content length. */
export class AnswerReader {
  private held: Buffer = Buffer.alloc(0);
  private length = -1;

  /** The status once the whole answer has arrived. */
  add(chunk: Buffer): number | null {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    if (this.length < 0) this.length = this.lengthOfAnswer();
    if (this.length < 0 || this.held.length < this.length) return null;
    return Number(this.held.toString('latin1', 9, 12));
  }

  text(): string {
    return this.held.toString('utf8');
  }

  reset(): void {
    this.held = Buffer.alloc(0);
    this.length = -1;
  }

  private lengthOfAnswer(): number {
    const end = this.held.indexOf(HEAD_END);
    if (end < 0) return -1;
    const head = this.held.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) throw new Error(`An answer without a length: ${head}`);
    return end + HEAD_END.length + Number(length[1]);
  }
}
