import { asAttachment, type FileStore, type RecordDocument } from '@quittance/objects/host';
import type { CompanyId } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes to be saved, never shown: a browser shall not run what somebody uploaded. */
export async function sendAttachment(
  files: FileStore,
  companyId: CompanyId,
  found: RecordDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const tag = `"${found.sha256}"`;
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  await reply
    .headers({
      'content-type': found.mimeType,
      'content-length': found.size,
      'content-disposition': asAttachment(found.fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(await files.open(companyId, found.id));
}
