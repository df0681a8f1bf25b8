/**
 * Chance where it need not be secret, such as the length of a pause. Secrets are drawn by
 * `node:crypto`, ids by `newId`.
 */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
}

export const systemRandom: Random = { next: () => Math.random() };
