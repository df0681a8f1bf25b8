import {
  DocumentRenderer,
  fileNameOf,
  mediaTypeOf,
  type PrintableQuote,
} from '@quittance/documents';
import { documentTag } from '@quittance/documents/host';
import type { SignedPdf } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';

const HEADERS = {
  'cache-control': 'private, no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Sends the PDF of a quote: one that is kept as it is, another unless the caller has it. */
export async function sendQuoteFile(
  renderer: DocumentRenderer,
  made: PrintableQuote | SignedPdf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const kept = 'bytes' in made;
  const tag = kept ? `"${made.digest}"` : documentTag({ format: 'pdf', document: made });
  void reply.headers({ ...HEADERS, etag: tag });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  const bytes = kept ? made.bytes : await renderer.render({ format: 'pdf', document: made });
  const fileName = kept ? made.fileName : fileNameOf(made, 'pdf');
  await reply
    .headers({
      'content-type': mediaTypeOf('pdf'),
      'content-disposition': `inline; filename="${fileName}"`,
    })
    .send(bytes);
}
