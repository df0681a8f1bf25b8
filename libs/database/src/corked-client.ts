import { Socket } from 'node:net';
import pg, { type ClientConfig, type PoolClient } from 'pg';

/** So many ticks later than its last statement a write leaves: the commit behind it catches it. */
const TICKS = 3;

/** What the driver writes to. */
export class CorkedSocket extends Socket {
  private ticksLeft = 0;

  /** What is written in this turn of the event loop, and ticks behind it, leaves together. */
  hold(): void {
    const isHeld = this.ticksLeft > 0;
    this.ticksLeft = TICKS;
    if (isHeld) return;
    this.cork();
    const tick = () => {
      this.ticksLeft -= 1;
      if (this.ticksLeft > 0) return process.nextTick(tick);
      return this.uncork();
    };
    process.nextTick(tick);
  }
}

/** A connection that writes to a socket of ours, given to the driver as its `stream`. */
export class CorkedClient extends pg.Client {
  readonly socket: CorkedSocket;

  constructor(config: ClientConfig) {
    const socket = new CorkedSocket();
    // The pool hides the password from who lists the members.
    super({ ...config, password: config.password, stream: () => socket });
    this.socket = socket;
  }
}

/**
 * Lets the statements that are sent in this turn of the event loop leave in one write: the system
 * call that writes to the socket costs more than anything else of a small read. An encrypted
 * connection writes each statement by itself, and waits for none of them either.
 */
export function inOneWrite(client: PoolClient): void {
  if (client instanceof CorkedClient) client.socket.hold();
}
