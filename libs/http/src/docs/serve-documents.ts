import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { getStorageToken, normalizeIp } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiSettings } from '../api-settings.js';
import { refusalOfRate, type RateWindows } from '../limits/rate-windows.js';
import { sendProblem } from '../problems/send-problem.js';
import { madeOnce } from './made-once.js';
import { API_TITLES, openApiDocument } from './openapi.js';
import { takesGzip } from './takes-gzip.js';

const JSON_PATH = '/openapi.json';
const PAGE_PATH = 'docs';
/** By the route that was found, however its address is written. */
const isOfDocuments = (route = '') =>
  route === JSON_PATH || route === `/${PAGE_PATH}` || route.startsWith(`/${PAGE_PATH}/`);

/** The bytes that are sent, plain and packed. */
interface Bytes {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/**
 * Serves the document at `/openapi.json` and a page to read it at `/docs`; made when first asked
 * for, and once. No guard stands before what is no route of a controller: it counts against the
 * address here.
 */
export function serveDocuments(app: NestFastifyApplication, settings: ApiSettings): void {
  const server = app.getHttpAdapter().getInstance();
  const windows = app.get<RateWindows>(getStorageToken(), { strict: false });
  server.addHook('onRequest', (request, reply, done) => {
    const isCounted = isOfDocuments(request.routeOptions.url);
    const address = normalizeIp(request.ip);
    const refusal = isCounted && refusalOfRate(windows, address, settings.requestsPerMinute);
    if (!refusal) return done();
    return sendProblem(reply, refusal, request);
  });
  const made = once(() => openApiDocument(app, settings));
  const bytes = madeOnce(async (): Promise<Bytes> => {
    const plain = Buffer.from(JSON.stringify(made()));
    return { plain, packed: await promisify(gzip)(plain) };
  });
  server.get(JSON_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
    const { plain, packed } = await bytes();
    const isPacked = takesGzip(String(request.headers['accept-encoding'] ?? ''));
    reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
    return isPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
  });
  SwaggerModule.setup(PAGE_PATH, app, made, {
    customSiteTitle: API_TITLES[settings.host],
    raw: false,
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
