import type { ProblemDefinition } from '@quittance/kernel';

export const PROBLEMS_MARK = 'quittance:problems';

/**
 * Names the refusals of an operation for OpenAPI, beside those that another mark of the same
 * handler names. What every route may answer (401, 403, 429, 500 …) is documented without being
 * named.
 */
export const Problems =
  (...problems: readonly ProblemDefinition[]): MethodDecorator =>
  (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    const named = (Reflect.getMetadata(PROBLEMS_MARK, handler) ?? []) as ProblemDefinition[];
    Reflect.defineMetadata(PROBLEMS_MARK, [...named, ...problems], handler);
  };
