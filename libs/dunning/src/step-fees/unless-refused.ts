import { isForLater, atSavepoint, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';

/**
 * Does what may be refused behind a savepoint: the refusal is answered, and the transaction goes on
 * without it. Whatever else fails ends it, as does what says that there is no room now (503).
 */
export async function unlessRefused<T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T | DomainError> {
  try {
    return await atSavepoint(tx, work);
  } catch (error) {
    if (error instanceof DomainError && !isForLater(error)) return error;
    throw error;
  }
}
