import { invalidField, notFound, type DomainError } from '@quittance/kernel';
import { recordProblem, type ImportResult } from '@quittance/mass';
import type { LedgerAccountKind } from './ledger-account.js';

export function failedRow(line: number, error: DomainError): ImportResult {
  return { line, status: 'failed', problem: recordProblem(error) };
}

export function unknownRow(): DomainError {
  return notFound({ object: 'ledger account' });
}

export function kindMismatch(kind: LedgerAccountKind): DomainError {
  return invalidField('/kind', 'create_only', `is ${kind} and cannot be changed`);
}

/** The value of the row is that of several: which of them is meant is not said. */
export function ambiguousRow(path: string, count: number): DomainError {
  const message = `is that of ${count} ledger accounts; name the one by its id`;
  return invalidField(pointerOf(path), 'ambiguous', message);
}

/** Another row before is about the same, and says otherwise. */
export function repeatedRow(path: string): DomainError {
  return invalidField(pointerOf(path), 'duplicate', 'is named by a row before that says otherwise');
}

const pointerOf = (path: string) => `/${path.replaceAll('.', '/')}`;
