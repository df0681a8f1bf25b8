import type { Tx } from './tx.js';

declare const BEHIND_LOCK: unique symbol;

/**
 * A transaction in which a lock has been sent: what is asked of it is answered behind that lock and
 * sees what whoever held it before has committed. Only `Tx.locked` hands one out, so that a
 * function which takes one cannot be asked ahead of the lock.
 */
export interface LockedTx extends Tx {
  readonly [BEHIND_LOCK]: true;
}

/** The same transaction, once its lock is sent. Not for others than `Tx` itself. */
export function asLocked(tx: Tx): LockedTx {
  return tx as LockedTx;
}

/** What is asked behind a lock. It sends its statement before it returns. */
export type Behind<T> = (locked: LockedTx) => T | Promise<T>;

/**
 * Sends the lock, then what is asked behind it, all in one packet, and waits for the answers.
 * @param sent how many statements have left so far
 * @throws Error where the lock has not sent anything by the time the reads would leave
 */
export async function sendBehind<L, R extends readonly unknown[]>(
  tx: Tx,
  sent: () => number,
  lock: () => Promise<L>,
  reads: { readonly [K in keyof R]: Behind<R[K]> },
): Promise<[L, ...R]> {
  const before = sent();
  const held = lock();
  const isSent = sent() > before;
  const behind = isSent ? reads.map(async (read) => read(asLocked(tx))) : [];
  const answers = await Promise.all([held, ...behind]);
  if (!isSent) throw new Error('A lock is to be sent before anything is awaited');
  return answers as unknown as [L, ...R];
}
