import type { Tx } from './tx.js';

const planned = new WeakSet<Tx>();

/**
 * From here on the statements of a transaction are planned once a connection, whatever their values
 * are: for those that go by an index with a bound on what is read, of which planning costs more
 * than reading. PostgreSQL would plan them for each value, as it takes a range of unknown ends for
 * a wide one. Sent before this returns. In a cluster planning tells which machine is asked.
 */
export function planOnce(tx: Tx): void {
  if (tx.distributed || planned.has(tx)) return;
  planned.add(tx);
  // What it fails with the statements behind it fail with too.
  tx.run('set local plan_cache_mode = force_generic_plan').catch(() => undefined);
}
