import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Says in the protocol of PostgreSQL that a transaction is to be kept. */
const COMMIT = /\bcommit\b/i;

/** The wire between hosts and their database, which can break, be slow or say nothing. */
export class Wire {
  private readonly pairs = new Set<Pair>();
  private readonly server = createServer((client) => this.join(client));
  private delayMs = 0;
  private isSilent = false;
  private commitsToCut = 0;
  /** Commits that the server got and nobody was told of. */
  cutCommits = 0;

  private constructor(private readonly target: URL) {}

  /** Before the server of an address. */
  static async before(url: string): Promise<Wire> {
    const wire = new Wire(new URL(url));
    wire.server.listen(0, '127.0.0.1');
    await once(wire.server, 'listening');
    return wire;
  }

  /** The address of the server by this wire. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks all connections, in the middle of whatever they carry. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** The next commits reach the server, and nobody is told. */
  cutAtCommit(times: number): void {
    this.commitsToCut = times;
  }

  /** From now on everything takes so long, in each direction. */
  slow(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Nothing passes any more, and no connection breaks. */
  silence(): void {
    this.isSilent = true;
  }

  /** What was said meanwhile is lost, as are the connections. */
  speak(): void {
    this.isSilent = false;
    this.cut();
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair = { client, server };
    this.pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        client.destroy();
        if (!server.writableEnded) server.destroy();
      });
    }
    client.on('data', (said: Buffer) => {
      if (this.commitsToCut > 0 && COMMIT.test(said.toString('latin1'))) this.cutBehind(pair, said);
      else this.pass(said, server);
    });
    server.on('data', (said: Buffer) => this.pass(said, client));
  }

  private cutBehind({ client, server }: Pair, said: Buffer): void {
    this.commitsToCut -= 1;
    this.cutCommits += 1;
    server.removeAllListeners('data');
    server.resume();
    server.end(said);
    client.destroy();
  }

  private pass(said: Buffer, to: Socket): void {
    if (this.isSilent) return;
    if (this.delayMs === 0) to.write(said);
    else setTimeout(() => to.writable && to.write(said), this.delayMs);
  }
}
