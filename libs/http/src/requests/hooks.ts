import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '@quittance/kernel';
import { Readable } from 'node:stream';
import type { Readiness } from '../health/readiness.js';
import { malformedRequest } from '../http.errors.js';
import type { IdempotencyOutcome } from '../idempotency/idempotency-outcome.js';
import type { Admission } from '../limits/admission.js';
import { leavesBodyBehind } from '../limits/read-body.js';
import type { Logger } from '../logging/logger.js';
import { shownPayload } from '../fields/shown-payload.js';
import { JsonText, jsonTextOf } from '../lists/json-text.js';
import { logRequest } from '../logging/request-log.js';
import { TurnedAway } from '../logging/turned-away.js';
import type { Metrics } from '../metrics/metrics.js';
import { etagOf } from '../versions/etag.js';
import type { ApiRequest } from './api-request.js';
import type { MadeAt } from './made-at.js';
import { bearerOf, originOf } from './request-origin.js';
import { SECURITY_HEADERS } from './security-headers.js';

interface Parts {
  readonly admission: Admission;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outcome: IdempotencyOutcome;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly madeAt: MadeAt;
}

/** Of each request, told before any is made, so that all have one shape. */
const OWN_MEMBERS = [
  'origin',
  'bearer',
  'ctx',
  'readAnew',
  'rawBody',
  'streamed',
  'claim',
  'kept',
  'turnedAway',
] as const;

/** What happens around every request, in the cheapest place there is. */
export function installHooks(server: FastifyInstance, parts: Parts): void {
  const { admission, clock, logger, outcome, metrics, readiness, madeAt } = parts;
  const turnedAway = new TurnedAway(logger);
  for (const name of OWN_MEMBERS) {
    server.decorateRequest(name, undefined);
  }
  server.addHook('onRequest', (request, reply, done) => {
    const own = request as ApiRequest;
    own.origin = originOf(request, clock);
    own.bearer = bearerOf(request.headers.authorization);
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    const reason = unfit(request);
    done(reason === undefined ? undefined : malformedRequest({ reason }));
  });
  server.addHook('onRequest', admission.admit);
  server.addHook('preSerialization', (request, reply, payload, done) => {
    const etag = etagOf(payload);
    if (etag !== undefined && reply.statusCode < 300) reply.header('etag', etag);
    const made = madeAt.of(request as ApiRequest, reply.statusCode, payload);
    if (made !== undefined) reply.header('location', made);
    if (payload instanceof JsonText) reply.serializer(jsonTextOf);
    done(null, payload);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { body, claim, ctx, kept, streamed } = request as ApiRequest;
    if (ctx?.work?.exhausted) reply.header('formulas-exhausted', 'true');
    // Answered before the body was read: what is left of it is not the next request. And a host
    // that stops would otherwise wait for its callers to let their connections go.
    const unread = streamed ? streamed.digest === undefined : leavesBodyBehind(request);
    // Whoever was answered before they were looked into has left them open.
    if (streamed && body instanceof Readable) body.destroy();
    if (unread || readiness.stopping) reply.header('connection', 'close');
    if (!claim && !kept) return done(null, payload);
    const leaveSome = async () => {
      if (claim) await outcome.settle(request as ApiRequest, claim, reply, payload);
      // What is kept for a repeated request is whole: it is left out of what goes out.
      if (!kept) return payload;
      const shown = await shownPayload(kept, reply.getHeader('content-type'), payload);
      reply.removeHeader('content-length').header('fields-hidden', 'true');
      return shown;
    };
    const settleFirst = async () => {
      try {
        payload = await leaveSome();
      } catch (error) {
        return done(error as Error);
      }
      return done(null, payload);
    };
    return void settleFirst();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    const own = request as ApiRequest;
    if (own.turnedAway) turnedAway.count(route);
    else logRequest(logger, own, reply);
    done();
  });
  server.addHook('onClose', (_server, done) => {
    turnedAway.tell();
    done();
  });
}

/** Why no route should see the request. */
function unfit({ url, headers, raw }: FastifyRequest): string | undefined {
  // PostgreSQL text cannot hold it, wherever it would end up.
  if (url.includes('%00')) return 'The address holds a NUL character.';
  const names = raw.httpVersion === '1.0' || headers.host !== undefined;
  return names ? undefined : 'The Host header is missing.';
}
