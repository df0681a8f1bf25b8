import type { DomainError } from '@quittance/kernel';

/** What a decision answers, or the code it is refused with: for tables of states. */
export function outcomeOf(decide: () => unknown): unknown {
  try {
    return decide();
  } catch (error) {
    return (error as DomainError).code;
  }
}

/** The same for an operation. */
export function outcomeOfWork<T>(work: Promise<T>): Promise<T | string> {
  return work.catch((error: DomainError) => error.code);
}
