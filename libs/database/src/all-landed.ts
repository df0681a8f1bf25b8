/** "Current transaction is aborted": what every statement behind the failed one is told. */
export const IN_FAILED_TRANSACTION = '25P02';

/** Whether the error only says that something before it failed. */
export function onlySaysBroken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION;
}

/**
 * Waits for statements of one flight and fails with the error that tells most: which of them is
 * heard first is a matter of chance, and those behind the failed one only say that it failed.
 */
export async function allLanded(statements: readonly Promise<unknown>[]): Promise<void> {
  const errors = (await Promise.allSettled(statements)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (errors.length > 0) throw errors.find((error) => !onlySaysBroken(error)) ?? errors[0];
}
