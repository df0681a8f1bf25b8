import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { yieldIfDue } from '@quittance/work';
import { malformedRequest, payloadTooLarge, unsupportedMediaType } from '../http.errors.js';
import { XLSX_TYPE } from '../lists/tables/workbook.js';
import { readJson } from '../input/read-json.js';
import { readLines } from '../input/read-lines.js';
import type { ApiRequest, StreamedBody } from '../requests/api-request.js';
import { ANONYMOUS_LIMIT, ANONYMOUS_VALUES, BODY_LIMIT, type BodyRule } from './limits.js';
import { spooledBody } from './spooled-body.js';

const JSON_ONLY: BodyRule = { limit: BODY_LIMIT, form: 'json' };
const OF_NOBODY: BodyRule = { limit: ANONYMOUS_LIMIT, form: 'json', values: ANONYMOUS_VALUES };
const MEDIA_TYPES = {
  json: 'application/json',
  bytes: 'any type',
  csv: 'text/csv, application/x-ndjson or a workbook (xlsx)',
  file: 'any type',
} as const;
/** Handed on as a stream; their routes cannot do without one. */
const STREAMED: ReadonlySet<BodyRule['form']> = new Set(['csv', 'file']);

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const JSON_TYPE = /^\s*application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i;
const LINES_TYPE = /^\s*application\/x-ndjson\s*(?:;|$)/i;
const ROWS = ['text/csv', 'application/x-ndjson', XLSX_TYPE.replaceAll('.', '[.]')].join('|');
const ROWS_TYPE = new RegExp(`^\\s*(?:${ROWS})\\s*(?:;|$)`, 'i');

/**
 * Takes the framework's parsers away: a body is left on the wire until somebody known and allowed
 * asks for it to be read (`BodyGuard`).
 */
export function leaveBodiesUnread(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    // The framework would refuse the header before anybody is asked who calls.
    const type = raw.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) {
      raw.headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
}

/**
 * Whether a request brings a body, as it says or as its route cannot do without; of methods that
 * take none it is not looked at.
 */
export function bringsBody(request: ApiRequest): boolean {
  const { method, headers } = request;
  if (!WITH_BODY.has(method)) return false;
  const length = headers['content-length'];
  if (length !== undefined && length !== '0') return true;
  const { 'transfer-encoding': coding, 'content-type': type } = headers;
  return coding !== undefined || type !== undefined || STREAMED.has(ruleOf(request).form);
}

/** Whether so much of a body may be left unread that the connection is better given up. */
export function leavesBodyBehind({ raw, headers }: FastifyRequest): boolean {
  if (raw.readableEnded) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT;
}

/**
 * Reads the body of a request as its route takes it, into `request.body`. A file to be attached is
 * a stream there, as it arrives; rows of a file are one too, once all have arrived: what they ask
 * for may take longer than a body may be on its way, and whether they were sent before is known.
 * @param admit told the bytes of a whole body before they are looked into
 * @throws DomainError malformed_request, payload_too_large, unsupported_media_type, uploads_busy,
 *   and what admit throws
 */
export async function readBody(request: ApiRequest, admit: (body: Buffer) => void): Promise<void> {
  const { form, limit, values, lines } = ruleOf(request);
  const type = request.headers['content-type'] ?? '';
  const isJson = JSON_TYPE.test(type);
  const any = form === 'bytes' || form === 'file';
  const byLine = lines !== undefined && LINES_TYPE.test(type);
  const taken = form === 'csv' ? ROWS_TYPE.test(type) : isJson || any || byLine;
  if (!taken) throw unsupportedMediaType({ expected: MEDIA_TYPES[form] });
  if (form === 'file') refuseCompressed(request);
  else if (form !== 'bytes') refuseEncodings(request);
  if (STREAMED.has(form)) {
    const arriving = limitedStream(request, request.raw, limit);
    request.body = form === 'csv' ? await whole(arriving, request) : arriving;
    return;
  }
  const pieces = await piecesOf(request, limit);
  const nextTurn = yieldIfDue();
  if (nextTurn) await nextTurn;
  const bytes = Buffer.concat(pieces);
  request.rawBody = bytes;
  admit(bytes);
  if (byLine) request.body = { [lines]: await readLines(bytes) };
  else if (form === 'json' && bytes.length > 0) request.body = await readJson(bytes, values);
}

/** What a route says of its body; where it says nothing, whoever is nobody has little to say. */
function ruleOf(request: ApiRequest): BodyRule {
  const { body } = (request.routeOptions.config ?? {}) as { readonly body?: BodyRule };
  return body ?? (request.ctx ? JSON_ONLY : OF_NOBODY);
}

/** Only plain UTF-8 is read: no other charset, no compressed body. */
function refuseEncodings({ headers }: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if ((charset && charset.toLowerCase() !== 'utf-8') || isCompressed(headers)) {
    throw unsupportedMediaType({ expected: 'plain UTF-8' });
  }
}

/** A file is kept as it is sent: bytes that stand for other bytes would be another file. */
function refuseCompressed({ headers }: FastifyRequest): void {
  if (isCompressed(headers)) throw unsupportedMediaType({ expected: 'sent uncompressed' });
}

function isCompressed({ 'content-encoding': coding }: FastifyRequest['headers']): boolean {
  return coding !== undefined && coding !== 'identity';
}

function piecesOf({ raw, headers }: FastifyRequest, limit: number): Promise<readonly Buffer[]> {
  const announced = headers['content-length'];
  if (Number(announced ?? 0) > limit) return Promise.reject(payloadTooLarge());
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let taken = 0;
    const settle = (outcome: () => void) => {
      raw.off('data', take).off('end', finish).off('error', fail).off('close', fail);
      outcome();
    };
    const fail = () => settle(() => reject(brokenOff()));
    const finish = () => {
      if (announced !== undefined && Number(announced) !== taken) return fail();
      return settle(() => resolve(pieces));
    };
    const take = (piece: Buffer) => {
      taken += piece.length;
      // What follows still flows, and is dropped.
      if (taken > limit) settle(() => reject(payloadTooLarge()));
      else pieces.push(piece);
    };
    // Broken off while the caller was looked up: no event tells of it any more.
    if (raw.destroyed) fail();
    else raw.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

const brokenOff = () => malformedRequest({ reason: 'The body ends before it is whole.' });

/** @throws DomainError malformed_request, payload_too_large, uploads_busy */
async function whole(body: Readable, { ctx }: ApiRequest): Promise<Readable> {
  try {
    return await spooledBody(body, ctx?.companyId ?? '');
  } catch (error) {
    throw isConnectionLost(error) ? brokenOff() : error;
  }
}

function isConnectionLost(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ECONNRESET';
}

/** Passes a body on while counting and hashing it. */
function limitedStream(request: ApiRequest, body: Readable, limit: number): Readable {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge();
  // Broken off while the caller was looked up: no event tells of it any more.
  if (body.destroyed) throw brokenOff();
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
