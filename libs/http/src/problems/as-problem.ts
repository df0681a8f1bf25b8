import { HttpException } from '@nestjs/common';
import { ThrottlerException } from '@nestjs/throttler';
import { translateDatabaseError } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import {
  internalError,
  malformedRequest,
  notAcceptable,
  payloadTooLarge,
  permissionDenied,
  rateLimited,
  routeNotFound,
  shuttingDown,
  unauthenticated,
  unsupportedMediaType,
  uriTooLong,
} from '../http.errors.js';

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Values PostgreSQL cannot hold that a check let through: out of range, NUL, not a date. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** The one place where anything thrown becomes a refusal with a code; the unexpected is a 500. */
export function asProblem(exception: unknown, asked: Asked): DomainError {
  const error = translateDatabaseError(exception);
  if (error instanceof DomainError) return error;
  if (error instanceof ThrottlerException) return rateLimited({ seconds: 60 }, { retryAfter: 60 });
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && DATA_EXCEPTION.test(code) && 'severity' in (error as object)) {
    return malformedRequest({ reason: 'A value is outside what can be stored.' }, { cause: error });
  }
  const status = statusOf(error);
  return status === undefined
    ? internalError({}, { cause: error })
    : byStatus(status, error, asked);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
}

function byStatus(status: number, error: unknown, asked: Asked): DomainError {
  const options = { cause: error };
  switch (status) {
    case 401:
      return unauthenticated({}, options);
    case 403:
      return permissionDenied({ action: asked.method, resource: asked.path }, options);
    case 404:
      return routeNotFound({ method: asked.method, path: asked.path.slice(0, 200) }, options);
    case 406:
      return notAcceptable({}, options);
    case 413:
      return payloadTooLarge({}, options);
    case 414:
      return uriTooLong({}, options);
    case 415:
      return unsupportedMediaType({ expected: 'application/json' }, options);
    case 429:
      return rateLimited({ seconds: 60 }, { ...options, retryAfter: 60 });
    case 503:
      return shuttingDown({}, options);
    default:
      return status < 500
        ? malformedRequest({ reason: 'The request is not valid HTTP for this route.' }, options)
        : internalError({}, options);
  }
}
