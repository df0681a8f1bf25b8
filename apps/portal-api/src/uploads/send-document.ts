import { asAttachment, type FileStore, type RecordDocument } from '@quittance/objects/host';
import type { CompanyId } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Send = [FileStore, CompanyId, RecordDocument, FastifyRequest, FastifyReply];

/** Bytes to be saved, never shown: a browser shall not run what somebody uploaded. */
export function sendAttachment(...[files, companyId, found, request, reply]: Send): Promise<void> {
  const how = { disposition: asAttachment(found.fileName), cached: 'private, no-cache' };
  return send(files, companyId, found, { request, reply, ...how });
}

/** Bytes that were found to be a picture, which a page draws and nothing runs. */
export function sendImage(...[files, companyId, found, request, reply]: Send): Promise<void> {
  const how = { disposition: 'inline', cached: 'private, max-age=3600' };
  return send(files, companyId, found, { request, reply, ...how });
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly disposition: string;
  readonly cached: string;
}

async function send(
  files: FileStore,
  companyId: CompanyId,
  found: RecordDocument,
  { request, reply, disposition, cached }: Sending,
): Promise<void> {
  const tag = `"${found.sha256}"`;
  void reply.headers({ etag: tag, 'cache-control': cached });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  await reply
    .headers({
      'content-type': found.mimeType,
      'content-length': found.size,
      'content-disposition': disposition,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(await files.open(companyId, found.id));
}
