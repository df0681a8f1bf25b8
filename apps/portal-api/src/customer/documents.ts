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

export type Printable = RenderJob['document'] | PrintableInvoice;

/** A PDF; whoever has it already is answered 304. */
export const AnswersPdf = () =>
  applyDecorators(
    Problems(notFound, renderingBusy, renderingFailed),
    ApiProduces('application/pdf'),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the document that is there already.',
    }),
    ApiResponse({
      status: 200,
      description: 'The document, with its ETag and the name of its file.',
      content: { 'application/pdf': FILE },
    }),
    ApiResponse({ status: 304, description: 'It has not changed.' }),
  );

/** Sends a document as PDF, and renders it only for whoever does not have it. */
export async function sendPdf(
  renderer: DocumentRenderer,
  document: Printable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const job: RenderJob = { format: 'pdf', document };
  const tag = documentTag(job);
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  const bytes = await renderer.render(job);
  await reply
    .headers({
      'content-type': mediaTypeOf('pdf'),
      'content-disposition': `attachment; filename="${fileNameOf(document, 'pdf')}"`,
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
