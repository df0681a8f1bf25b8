import type { ApiRequest } from '@quittance/http/host';
import type { PortalCtx } from '@quittance/portal';
import type { FastifyRequest } from 'fastify';

/**
 * Whether somebody of the customer looks at what they ask for: no HEAD, nothing fetched ahead, and
 * nobody of the staff who looks on as them.
 */
export function looks(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const ctx = (request as ApiRequest).ctx as PortalCtx | undefined;
  if (method === 'HEAD' || ctx?.portal.viewedBy) return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']];
  return !purpose.some((each) => /prefetch|preview|prerender/i.test(String(each ?? '')));
}
