import { Injectable } from '@nestjs/common';
import { DocumentRenderer, fileNameOf, mediaTypeOf } from '@quittance/documents';
import { HTML_POLICY, documentTag, type RenderJob } from '@quittance/documents/host';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Formats a browser shows; the others are saved. */
const SHOWN: ReadonlySet<string> = new Set(['pdf', 'html']);

/** Sends documents, and renders only those the caller does not have. */
@Injectable()
export class DocumentAnswers {
  constructor(private readonly renderer: DocumentRenderer) {}

  /** @throws DomainError e_invoice_not_possible, rendering_busy, rendering_failed */
  async send(job: RenderJob, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { document, format } = job;
    const tag = documentTag(job);
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (isKnown(tag, request.headers['if-none-match'])) return void (await reply.code(304).send());
    const bytes = await this.renderer.render(job);
    const place = SHOWN.has(format) ? 'inline' : 'attachment';
    await reply
      .headers({
        'content-type': mediaTypeOf(format),
        'content-disposition': `${place}; filename="${fileNameOf(document, format)}"`,
        ...(format === 'html' && { 'content-security-policy': HTML_POLICY }),
      })
      .send(bytes);
  }

  /** A PDF that was made before and is kept. */
  async sendKept(file: KeptFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tag = `"${file.digest}"`;
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (isKnown(tag, request.headers['if-none-match'])) return void (await reply.code(304).send());
    await reply
      .headers({
        'content-type': mediaTypeOf('pdf'),
        'content-disposition': `inline; filename="${file.fileName}"`,
      })
      .send(file.bytes);
  }
}

/** A file that was kept, with the digest of its bytes. */
export interface KeptFile {
  readonly fileName: string;
  readonly digest: string;
  readonly bytes: Buffer;
}

function isKnown(tag: string, header: string | undefined): boolean {
  if (!header) return false;
  const known = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(tag);
}
