/** "Current transaction is aborted": what every statement behind the failed one is told. */
export const IN_FAILED_TRANSACTION = '25P02';

/** Whether the error only says that something before it failed. */
export function onlySaysBroken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION;
}

/**
 * Waits for pipelined statements and fails with the error that tells most: those behind the
 * failed one only say that it failed. One that says more is not held back until the others are
 * answered: what fails before it is sent has to be known before the commit is.
 */
export async function pipelined(statements: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(statements);
  } catch (error) {
    if (!onlySaysBroken(error)) throw error;
    const results = await Promise.allSettled(statements);
    const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    throw errors.find((each) => !onlySaysBroken(each)) ?? error;
  }
}
