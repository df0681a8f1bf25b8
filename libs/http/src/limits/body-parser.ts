import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { payloadTooLarge, unsupportedMediaType } from '../http.errors.js';
import { readJson } from '../input/read-json.js';
import type { ApiRequest, StreamedBody } from '../requests/api-request.js';
import { BODY_LIMIT, type BodyRule } from './limits.js';

const JSON_ONLY: BodyRule = { limit: BODY_LIMIT, form: 'json' };
const MEDIA_TYPES = {
  json: 'application/json',
  bytes: 'any type',
  csv: 'text/csv or application/x-ndjson',
} as const;

function ruleOf(request: FastifyRequest): BodyRule {
  return (request.routeOptions.config as { body?: BodyRule } | undefined)?.body ?? JSON_ONLY;
}

/** Only plain UTF-8 is read: no other charset, no compressed body. */
function refuseEncodings({ headers }: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const coding = headers['content-encoding'];
  const plain = coding === undefined || coding === 'identity';
  if ((charset && charset.toLowerCase() !== 'utf-8') || !plain) {
    throw unsupportedMediaType({ expected: 'plain UTF-8' });
  }
}

/** Replaces the framework's parsers: JSON for every route, and what a route's body rule asks for. */
export function installBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addHook('onRoute', (route) => {
    const rule = (route.config as { body?: BodyRule } | undefined)?.body;
    if (rule) route.bodyLimit = rule.limit;
  });
  const asBuffer = { parseAs: 'buffer' as const };
  for (const type of ['application/json', /^application\/[\w.-]+\+json\b/]) {
    server.addContentTypeParser(type, asBuffer, async (request: FastifyRequest, body: Buffer) =>
      parseJson(request as ApiRequest, body),
    );
  }
  const rows = ['text/csv', 'application/x-ndjson'];
  server.addContentTypeParser(rows, async (request: FastifyRequest, body: Readable) => {
    const rule = ruleOf(request);
    if (rule.form !== 'csv') throw unsupportedMediaType({ expected: MEDIA_TYPES[rule.form] });
    refuseEncodings(request);
    return limitedStream(request as ApiRequest, body, rule.limit);
  });
  server.addContentTypeParser('*', asBuffer, async (request: FastifyRequest, body: Buffer) => {
    const { form } = ruleOf(request);
    if (form !== 'bytes') throw unsupportedMediaType({ expected: MEDIA_TYPES[form] });
    (request as ApiRequest).rawBody = body;
    return undefined;
  });
}

function parseJson(request: ApiRequest, body: Buffer): unknown {
  const { form } = ruleOf(request);
  if (form === 'csv') throw unsupportedMediaType({ expected: MEDIA_TYPES.csv });
  request.rawBody = body;
  if (form === 'bytes') return parsedOrNothing(body);
  refuseEncodings(request);
  return body.length === 0 ? undefined : readJson(body);
}

/** A signature is checked over the bytes first; whether they are JSON is the handler's question. */
function parsedOrNothing(body: Buffer): unknown {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

/** Passes a body on while counting and hashing it. */
function limitedStream(request: ApiRequest, body: Readable, limit: number): Readable {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge();
  const streamed: StreamedBody = {};
  request.streamed = streamed;
  const hash = createHash('sha256');
  let taken = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > limit) return done(payloadTooLarge());
      hash.update(chunk);
      return done(null, chunk);
    },
    flush(done) {
      streamed.digest = hash.digest();
      done();
    },
  });
  body.once('error', (error) => counted.destroy(error));
  // Whoever stops reading leaves bytes behind that the client is still sending.
  counted.once('close', () => body.resume());
  return body.pipe(counted);
}
