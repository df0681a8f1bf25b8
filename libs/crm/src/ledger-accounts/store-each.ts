import { atSavepoint, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { refusalsIn } from '@quittance/objects';

/**
 * How a set is stored, and whether what is wrong with one is wrong with all: they are set alike.
 */
interface SetWork<Item> {
  store(part: Tx, items: readonly Item[]): Promise<void>;
  readonly alike?: boolean;
}

/**
 * Stores what can be stored, and says of the others why not. A set is tried again without those
 * that the company's rules refuse; one that is refused otherwise is halved, until what is refused
 * stands alone.
 */
export async function storeEach<Item extends object>(
  tx: Tx,
  items: readonly Item[],
  { store, alike = false }: SetWork<Item>,
): Promise<ReadonlyMap<Item, DomainError>> {
  const refused = new Map<Item, DomainError>();
  const attempt = async (set: readonly Item[]): Promise<void> => {
    if (set.length === 0) return;
    try {
      await atSavepoint(tx, (part) => store(part, set));
    } catch (error) {
      await tryAgain(set, error);
    }
  };
  const tryAgain = async (set: readonly Item[], error: unknown): Promise<void> => {
    const named = refusalsIn(error);
    if (named) {
      for (const [i, reason] of named) refused.set(set[i] as Item, reason);
      return attempt(set.filter((_, i) => !named.has(i)));
    }
    if (!(error instanceof DomainError)) throw error;
    if (set.length === 1 || alike) {
      for (const item of set) refused.set(item, error);
      return;
    }
    const half = Math.ceil(set.length / 2);
    await attempt(set.slice(0, half));
    await attempt(set.slice(half));
  };
  await attempt(items);
  return refused;
}
