import type { FastifyRequest } from 'fastify';

const AHEAD = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** Whether nobody has opened the address as yet: HEAD, and browsers that fetch what may be next. */
export function looksAhead({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  return AHEAD.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
}
