import { watchFailpoints } from '@quittance/config/host';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Burns down by one at every fail point that the work passes; at 0 the work is cut off. */
interface Fuse {
  left: number;
  at: string | null;
}

/** As if the connection to the database broke: a failure that nobody may take for an answer. */
class CutOff extends Error {
  readonly code = 'ECONNRESET';
  readonly status = 503;
}

const fuses = new AsyncLocalStorage<Fuse>();

/** What work came to that may have been cut off at a fail point. */
export interface Crashable<T> {
  /** Undefined when it failed. */
  readonly result: T | undefined;
  readonly error: unknown;
  /** The fail point it was cut off at. */
  readonly crashedAt: string | null;
}

/** From now on fuses burn; call what it answers when all is done. */
export function armFuses(): () => void {
  watchFailpoints((name) => {
    const fuse = fuses.getStore();
    if (!fuse || fuse.left === 0) return;
    fuse.left -= 1;
    if (fuse.left > 0) return;
    fuse.at = name;
    throw new CutOff();
  });
  return () => watchFailpoints(undefined);
}

/** Whether nobody knows what became of it: it was cut off, or the database was away. */
export function isUnanswered(error: unknown): boolean {
  return (error as { status?: unknown } | undefined)?.status === 503;
}

/** Whether the work that asks was cut off: a dead process tidies nothing up. */
export function wasCutOff(): boolean {
  return typeof fuses.getStore()?.at === 'string';
}

/** Runs work that is cut off at its n-th fail point, if it passes so many. Never fails. */
export async function crashing<T>(
  at: number | null,
  work: () => Promise<T>,
): Promise<Crashable<T>> {
  const fuse: Fuse = { left: at ?? 0, at: null };
  return fuses.run(fuse, async () => {
    try {
      const result = await work();
      return { result, error: undefined, crashedAt: fuse.at };
    } catch (error) {
      return { result: undefined, error, crashedAt: fuse.at };
    }
  });
}
