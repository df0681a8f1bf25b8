import type { DomainError, FieldError } from '@quittance/kernel';
import { malformedRequest } from '../http.errors.js';

/** What a text says of parameters that somebody may have made up. */
const MOST_TOLD = 3;
const LONGEST_NAME = 50;

/**
 * The refusal of parameters that cannot be read, in whose text they stand: whoever reads nothing
 * else is told which. At least one.
 */
export function wrongQuery(errors: readonly FieldError[]): DomainError {
  const told = errors
    .slice(0, MOST_TOLD)
    .map(({ parameter = '', message }) => `${parameter.slice(0, LONGEST_NAME)} ${message}`);
  const reason = `The query is not valid: ${told.join('; ')}.`;
  return malformedRequest({ reason }, { errors });
}
