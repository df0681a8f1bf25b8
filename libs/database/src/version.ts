import { preconditionFailed } from './database.errors.js';

/** Expected by a tag that is none of ours: the versions of a record count from 1. */
export const NO_VERSION = 0;

/**
 * Refuses a lost update: call it inside the transaction, on the row just read or locked. Without an
 * expectation every version will do.
 * @throws DomainError precondition_failed
 */
export function checkVersion(actual: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === actual) return;
  const named = expected === NO_VERSION ? 'none of its versions' : `version ${expected}`;
  throw preconditionFailed({ expected: named, actual });
}
