import type { DomainError } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../requests/request-origin.js';
import { problemDocument, problemHeaders } from './problem-document.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** Sends the document; text, so that no serialiser or hook takes it for a record. */
export function sendProblem(
  reply: FastifyReply,
  error: DomainError,
  request: FastifyRequest,
): void {
  const document = problemDocument(error, { path: pathOf(request.url), requestId: request.id });
  reply.removeHeader('content-disposition');
  reply
    .code(error.status)
    .headers({ ...problemHeaders(error), 'content-type': PROBLEM_MEDIA_TYPE })
    .send(JSON.stringify(document));
}
