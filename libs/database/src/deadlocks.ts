import { isDeadlock } from './database.errors.js';

let met = 0;

/** To be told of every error that a statement or a commit comes back with. */
export function reportDeadlock(error: unknown): void {
  if (isDeadlock(error)) met += 1;
}

/**
 * How often PostgreSQL has broken a transaction of this process because others waited for what it
 * held while it waited for them. Such a transaction runs again and its caller learns nothing; but
 * where rows are locked in one order everywhere there is none, so tests hold this to 0.
 */
export function deadlocksMet(): number {
  return met;
}
