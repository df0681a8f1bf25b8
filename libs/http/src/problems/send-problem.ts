import type { DomainError } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../requests/request-origin.js';
import { NOT_KEPT } from '../requests/security-headers.js';
import { problemDocument, problemHeaders } from './problem-document.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** Sends the document; text, so that no serialiser or hook takes it for a record. */
export function sendProblem(
  reply: FastifyReply,
  error: DomainError,
  request: FastifyRequest,
): void {
  const document = problemDocument(error, { path: pathOf(request.url), requestId: request.id });
  // What a route had said about the answer that it could not give after all.
  reply.removeHeader('content-disposition').removeHeader('etag');
  reply
    .code(error.status)
    .headers({
      ...problemHeaders(error),
      'content-type': PROBLEM_MEDIA_TYPE,
      'cache-control': NOT_KEPT,
    })
    .send(JSON.stringify(document));
}
