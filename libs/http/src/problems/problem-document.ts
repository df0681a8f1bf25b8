import { rightBeyondOwn } from '@quittance/access';
import type { DomainError, FieldError } from '@quittance/kernel';
import { permissionDenied } from '../http.errors.js';

const PROBLEM_TYPES = 'https://docs.quittance.dev/problems/';
const MAX_ERRORS = 100;
const NAMING_A_RIGHT: ReadonlySet<string> = new Set([permissionDenied.code, rightBeyondOwn.code]);

/** A refusal as RFC 9457 has it. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly instance: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
  /** More fields are wrong than are listed. */
  readonly errorsTruncated?: true;
  /** Of `permission_denied` and `right_beyond_own`. */
  readonly resource?: unknown;
  readonly action?: unknown;
  /** Of `permission_denied` at the portals: the missing right. */
  readonly permission?: unknown;
}

export function problemDocument(
  error: DomainError,
  request: { readonly path: string; readonly requestId: string },
): ProblemDocument {
  const { problem, params, options } = error;
  const { errors } = options;
  return {
    ...options.more,
    type: `${PROBLEM_TYPES}${problem.code}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    detail: error.message,
    instance: request.path,
    requestId: request.requestId,
    ...(NAMING_A_RIGHT.has(error.code) ? { resource: params.resource, action: params.action } : {}),
    ...(errors ? { errors: errors.slice(0, MAX_ERRORS) } : {}),
    ...(errors && errors.length > MAX_ERRORS ? { errorsTruncated: true as const } : {}),
  };
}

const DEFAULT_RETRY_SECONDS = 2;

/** The headers a refusal carries beside its document. */
export function problemHeaders(error: DomainError): Record<string, string> {
  const headers: Record<string, string> = {};
  const { retryAfter } = error.options;
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  else if (error.status === 503) headers['retry-after'] = String(DEFAULT_RETRY_SECONDS);
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  return headers;
}
