import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

const held = new WeakSet<Writable>();

/**
 * Lets the statements that are sent in this turn of the event loop leave in one packet: the system
 * call that writes to the socket costs more than anything else of a small read.
 */
export function inOnePacket(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (held.has(stream)) return;
  held.add(stream);
  stream.cork();
  process.nextTick(() => {
    held.delete(stream);
    stream.uncork();
  });
}
