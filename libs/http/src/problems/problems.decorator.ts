import { SetMetadata } from '@nestjs/common';
import type { ProblemDefinition } from '@quittance/kernel';

export const PROBLEMS_MARK = 'quittance:problems';

/**
 * Names the refusals of an operation for OpenAPI. What every route may answer (401, 403, 429, 500 …)
 * is documented without being named.
 */
export const Problems = (...problems: readonly ProblemDefinition[]) =>
  SetMetadata(PROBLEMS_MARK, problems);
