import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DomainError } from '@quittance/kernel';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiSettings } from './api-settings.js';
import { serveDocuments } from './docs/serve-documents.js';
import { headersTooLarge, malformedRequest, requestTimeout } from './http.errors.js';
import { Readiness } from './health/readiness.js';
import { HttpModule } from './http.module.js';
import { IdempotencyOutcome } from './idempotency/idempotency-outcome.js';
import { addListRoutes } from './lists/list-routes.js';
import { Admission } from './limits/admission.js';
import { leaveBodiesUnread } from './limits/read-body.js';
import { createLogger, FrameworkLogger, type Logger } from './logging/logger.js';
import { Metrics } from './metrics/metrics.js';
import { asProblem } from './problems/as-problem.js';
import { problemDocument } from './problems/problem-document.js';
import { PROBLEM_MEDIA_TYPE, sendProblem } from './problems/send-problem.js';
import { installHooks } from './requests/hooks.js';
import { MadeAt } from './requests/made-at.js';
import { pathOf, requestIdOf } from './requests/request-origin.js';
import { RouteMethods } from './requests/route-methods.js';
import { NOT_KEPT, SECURITY_HEADERS } from './requests/security-headers.js';
import { closeUnusedConnections } from './requests/unused-connections.js';

export interface ApiOptions {
  /** Holds the controllers of the host. */
  readonly module: Type | DynamicModule;
  readonly settings: ApiSettings;
  /** Instead of the process's own log. */
  readonly logger?: Logger;
}

/**
 * Long enough for 50 MiB on a slow line; a body that trickles longer is cut off. What is made of it
 * does not count: rows of a file are looked at once all of them have arrived.
 */
const REQUEST_TIMEOUT_MS = 120_000;
/** For the answer to be read before the connection is gone. */
const LINGER_MS = 1000;
const MAX_PARAM_LENGTH = 255;

const CROSS_ORIGIN = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['ETag', 'Idempotency-Replayed', 'Location', 'Retry-After', 'X-Request-Id'],
  maxAge: 600,
};

/** A host with every convention of its endpoints, ready to listen or to be injected into. */
export async function createApi(options: ApiOptions): Promise<NestFastifyApplication> {
  const { settings, module } = options;
  // A portal states by itself what of a list may be taken away.
  if (settings.host === 'staff') addListRoutes(module);
  const logger = options.logger ?? createLogger(settings.logLevel, `${settings.host}-api`);
  const routes = new RouteMethods();
  const adapter = fastifyAdapter(settings);
  const server = adapter.getInstance();
  routes.watch(server);
  leaveBodiesUnread(server);
  closeUnusedConnections(server);
  // What is expected beyond `100-continue` is not ours to promise: the request is taken as it is.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response);
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    HttpModule.around(module, settings, { logger, routes }),
    adapter,
    { bodyParser: false, logger: new FrameworkLogger(logger), abortOnError: false },
  );
  installHooks(server, {
    admission: app.get(Admission),
    clock: settings.clock,
    logger,
    outcome: app.get(IdempotencyOutcome),
    metrics: app.get(Metrics),
    readiness: app.get(Readiness),
    madeAt: app.get(MadeAt),
  });
  if (settings.corsOrigins.length > 0) {
    app.enableCors({ ...CROSS_ORIGIN, origin: [...settings.corsOrigins] });
  }
  serveDocuments(app, settings);
  await app.init();
  await server.ready();
  return app;
}

function fastifyAdapter(settings: ApiSettings): FastifyAdapter {
  return new FastifyAdapter({
    // No middleware is used: requests are spared the plug-in that would look for some.
    skipMiddie: true,
    logger: false,
    trustProxy: trusted(settings.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // While stopping, requests on connections that are still open are served and then closed.
    return503OnClosing: false,
    genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers['x-request-id']),
    frameworkErrors: refuseAddress as never,
    // Checked by a hook, so that its refusal is a problem document like every other.
    http: { requireHostHeader: false },
    clientErrorHandler: refuseBytes,
  });
}

/** A number is how many proxies stand in front; their addresses count from this host outwards. */
function trusted(setting: ApiSettings['trustProxy']) {
  if (typeof setting !== 'number') return setting;
  return (_address: string, hop: number) => hop < setting;
}

/** Addresses the router cannot read, before any hook or filter. */
function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { method, url } = request;
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  sendProblem(reply, asProblem(error, { method, path: pathOf(url) }), request);
}

/** Bytes that are no HTTP request: answered on the socket, there is no request to speak of. */
function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy(error);
  const problem = bytesProblem(error.code);
  const facts = { path: '/', requestId: requestIdOf(undefined) };
  const body = JSON.stringify(problemDocument(problem, facts));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cache-Control: ${NOT_KEPT}`,
    'Connection: close',
  ];
  // Who goes on sending is not read for ever: a body that is late is of a request that is over.
  const close = () => void setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, close);
}

function bytesProblem(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  return malformedRequest({ reason: 'The bytes are not an HTTP request.' });
}
