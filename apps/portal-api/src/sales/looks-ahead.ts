import type { FastifyRequest } from 'fastify';

const AHEAD = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/**
 * Whether no customer has opened the address as yet: HEAD, browsers that fetch what may be next,
 * and whoever comes signed in, as staff who look at what they have sent.
 */
export function looksAhead({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD' || headers.authorization !== undefined) return true;
  return AHEAD.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
}
