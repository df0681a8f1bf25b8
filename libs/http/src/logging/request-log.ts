import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../requests/api-request.js';
import type { Logger } from './logger.js';

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** The trace a caller says the request belongs to (W3C Trace Context). */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? TRACE_PARENT.exec(header)?.[1] : undefined;
}

/**
 * One line per request: who, what route, how it ended, how long it took. The route, not the path.
 */
export function logRequest(logger: Logger, request: ApiRequest, reply: FastifyReply): void {
  const { ctx, method, headers } = request;
  logger.info(
    {
      requestId: request.id,
      traceId: traceIdOf(headers.traceparent),
      companyId: ctx?.companyId,
      actor: ctx && { kind: ctx.actor.kind, id: ctx.actor.id },
      method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      ip: request.ip,
    },
    'request',
  );
}
