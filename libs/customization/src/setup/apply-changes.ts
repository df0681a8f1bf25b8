import {
  ItemsRefused,
  refusalErrors,
  type SetupChange,
  type SetupPart,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { DomainError, type FieldError } from '@quittance/kernel';

/** Attempts at finding who of a part is to blame; what is still refused then is refused as one. */
const MOST_ATTEMPTS = 200;

/**
 * Makes changes of a part, and tells which of them are refused, and why, where no check foresaw it.
 * The others are made. Where a part cannot say itself which it refuses, its changes are made half
 * by half, until each of those to blame stands alone.
 */
export async function applyChanges<Change extends SetupChange>(
  tx: Tx,
  part: SetupPart,
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, readonly FieldError[]>> {
  const refused = new Map<Change, readonly FieldError[]>();
  const waiting = [changes];
  for (let attempt = 1; waiting.length > 0; attempt += 1) {
    const some = waiting.pop() ?? [];
    const error = some.length === 0 ? null : await attemptAt(tx, part, some);
    if (!error) continue;
    if (error instanceof ItemsRefused) {
      for (const each of some) {
        const why = error.refusals.get(each.after);
        if (why) refused.set(each, why);
      }
      waiting.push(some.filter((each) => !refused.has(each)));
    } else if (some.length === 1 || attempt >= MOST_ATTEMPTS) {
      for (const each of some) refused.set(each, refusalErrors(error));
    } else {
      const middle = Math.ceil(some.length / 2);
      waiting.push(some.slice(middle), some.slice(0, middle));
    }
  }
  return refused;
}

/** All of them or none; a savepoint lets what comes behind go on. */
async function attemptAt(
  tx: Tx,
  part: SetupPart,
  changes: readonly SetupChange[],
): Promise<DomainError | ItemsRefused | null> {
  await tx.run('savepoint setup_part');
  try {
    await part.apply(tx, changes);
    await tx.run('release savepoint setup_part');
    return null;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof ItemsRefused)) throw error;
    await tx.run('rollback to savepoint setup_part');
    await tx.run('release savepoint setup_part');
    return error;
  }
}
