import type { Behind, LockedTx, Tx } from './tx.js';

export type { LockedTx };

/** The same transaction, once its lock is sent. Not for others than `Tx` itself. */
export function asLocked(tx: Tx): LockedTx {
  return tx as LockedTx;
}

/**
 * Sends the lock, then what is asked behind it, all in one write, and waits for the answers.
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
