import type { Tx } from '@quittance/database';

/** Fewer than `Database.write` runs a transaction, so that the last one is never refused for it. */
const MOST_REPEATS = 2;
const repeats = new WeakMap<object, number>();

/** As PostgreSQL says that a lock is not available: the whole transaction runs again. */
class StillHeld extends Error {
  readonly code = '55P03';
}

/**
 * What this transaction wants is held by another one, which is usually done in a moment: it runs
 * again, twice. Then it goes on without: a payment is not refused for it, and the sweep sees to it.
 */
export function runAgainFor({ ctx }: Tx, what: string): void {
  const before = repeats.get(ctx) ?? 0;
  if (before >= MOST_REPEATS) {
    repeats.delete(ctx);
    return;
  }
  repeats.set(ctx, before + 1);
  throw new StillHeld(`${what} are held by another transaction`);
}
