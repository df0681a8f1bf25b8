import { preconditionFailed } from './database.errors.js';

/**
 * Refuses a lost update: call it inside the transaction, on the row just read or locked. Without an
 * expectation every version will do.
 * @throws DomainError precondition_failed
 */
export function checkVersion(actual: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === actual) return;
  throw preconditionFailed({ expected, actual });
}
