import type { ApiRequest } from './api-request.js';

const requests = new WeakMap<object, ApiRequest>();

/** Remembers whose body or query it is: a pipe is handed nothing else. */
export function keepRequestOf(input: unknown, request: ApiRequest): void {
  if (typeof input === 'object' && input !== null) requests.set(input, request);
}

export function requestOfInput(input: unknown): ApiRequest | undefined {
  return typeof input === 'object' && input !== null ? requests.get(input) : undefined;
}
