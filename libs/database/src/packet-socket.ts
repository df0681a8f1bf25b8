import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

const held = new WeakMap<Writable, { ticks: number }>();

/** So many ticks later than its last statement a packet leaves: the commit behind it catches it. */
const TICKS = 3;

/**
 * Lets the statements that are sent in this turn of the event loop leave in one packet: the system
 * call that writes to the socket costs more than anything else of a small read.
 */
export function inOnePacket(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const known = held.get(stream);
  if (known) {
    known.ticks = TICKS;
    return;
  }
  const hold = { ticks: TICKS };
  held.set(stream, hold);
  stream.cork();
  const tick = () => {
    hold.ticks -= 1;
    if (hold.ticks > 0) return process.nextTick(tick);
    held.delete(stream);
    return stream.uncork();
  };
  process.nextTick(tick);
}
