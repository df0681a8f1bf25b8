import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiProduces, ApiResponse } from '@nestjs/swagger';
import {
  DocumentRenderer,
  fileNameOf,
  mediaTypeOf,
  type PrintableInvoice,
} from '@quittance/documents';
import {
  documentTag,
  renderingBusy,
  renderingFailed,
  type RenderJob,
} from '@quittance/documents/host';
import { Problems } from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const JSON_OBJECT = { schema: { type: 'object', additionalProperties: true } } as const;

const contentOf = (type: string) => (type === 'application/json' ? JSON_OBJECT : FILE);

export type Printable = RenderJob['document'] | PrintableInvoice;

/** A PDF; whoever has it already is answered 304. */
export const AnswersPdf = () => AnswersFile('application/pdf');

/** A document in one of these media types; whoever has it already is answered 304. */
export const AnswersFile = (...mediaTypes: readonly string[]) =>
  applyDecorators(
    Problems(notFound, renderingBusy, renderingFailed),
    ApiProduces(...mediaTypes),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the document that is there already.',
    }),
    ApiResponse({
      status: 200,
      description: 'The document, with its ETag and the name of its file.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type)])),
    }),
    ApiResponse({ status: 304, description: 'It has not changed.' }),
  );

/** Sends a document as PDF, and renders it only for whoever does not have it. */
export function sendPdf(
  renderer: DocumentRenderer,
  document: Printable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  return sendDocument(renderer, { format: 'pdf', document }, request, reply);
}

/** The same in whatever format. */
export async function sendDocument(
  renderer: DocumentRenderer,
  job: RenderJob,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { format, document } = job;
  const tag = documentTag(job);
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  const bytes = await renderer.render(job);
  await reply
    .headers({
      'content-type': mediaTypeOf(format),
      'content-disposition': `attachment; filename="${fileNameOf(document, format)}"`,
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}

/** A PDF that was made before and is kept. */
export interface KeptPdf {
  readonly fileName: string;
  readonly digest: string;
  readonly bytes: Buffer;
}

export async function sendKeptPdf(
  { fileName, digest, bytes }: KeptPdf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const tag = `"${digest}"`;
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  await reply
    .headers({
      'content-type': mediaTypeOf('pdf'),
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}
