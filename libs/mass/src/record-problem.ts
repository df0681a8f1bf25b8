import type { DomainError, FieldError } from '@quittance/kernel';

/** Why one record of many was refused, as its answer tells it. */
export interface RecordProblem {
  /** Stable; of the problem that the record alone would have been answered. */
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

/** Told of one record; more are the same mistake again. */
const MOST_ERRORS = 100;

export function recordProblem({ code, message, options }: DomainError): RecordProblem {
  return { code, detail: message, errors: (options.errors ?? []).slice(0, MOST_ERRORS) };
}
