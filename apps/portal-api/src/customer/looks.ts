import type { FastifyRequest } from 'fastify';

/** Whether somebody of the customer looks at what they ask for: no HEAD, nothing fetched ahead. */
export function looks({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']];
  return !purpose.some((each) => /prefetch|preview|prerender/i.test(String(each ?? '')));
}
