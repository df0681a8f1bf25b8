import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { Lists, type ListCall } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  AttachDocument,
  FileStore,
  RecordOrigins,
  RemoveDocument,
  UpdateDocument,
  asAttachment,
  documentList,
  documentsOf,
  readDocument,
  type DocumentId,
  type DocumentUpdate,
  type NewDocument,
  type RecordDocument,
} from '@quittance/objects/host';
import { requireRecord } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { ObjectsAtHand } from './objects-at-hand.js';
import type { ObjectAddress } from './record-routes.js';

/** The operations that change documents, handed on together. */
@Injectable()
export class DocumentOperations {
  constructor(
    readonly attach: AttachDocument,
    readonly update: UpdateDocument,
    readonly remove: RemoveDocument,
  ) {}
}

/** What the document routes of every object do. */
@Injectable()
export class DocumentEndpoints {
  constructor(
    private readonly db: Database,
    private readonly objects: ObjectsAtHand,
    private readonly lists: Lists,
    private readonly store: FileStore,
    private readonly operations: DocumentOperations,
    private readonly origins: RecordOrigins,
  ) {}

  async list(ctx: Ctx, address: ObjectAddress, recordId: RecordId, call: ListCall) {
    const object = await this.objects.find(ctx, address);
    const origins = await this.db.read(ctx, async (tx) => {
      await requireRecord(tx, object, recordId);
      return this.origins.of(tx, object, recordId);
    });
    return this.lists.answer(ctx, documentList, call, documentsOf(object, recordId, origins));
  }

  async attach(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    file: Pick<NewDocument, 'fileName' | 'body'> & Partial<Pick<NewDocument, 'visibility'>>,
  ): Promise<RecordDocument> {
    const object = await this.objects.find(ctx, address);
    const { visibility = 'internal', ...rest } = file;
    return this.operations.attach.execute(ctx, { object, recordId, visibility, ...rest });
  }

  async find(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    id: DocumentId,
  ): Promise<RecordDocument> {
    const object = await this.objects.find(ctx, address);
    return this.db.read(ctx, async (tx) => {
      // The record first: whoever may not see it is not told whether it has the document.
      await requireRecord(tx, object, recordId);
      const origins = await this.origins.of(tx, object, recordId);
      return readDocument(tx, object, recordId, id, origins);
    });
  }

  async download(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    id: DocumentId,
    reply: FastifyReply,
  ): Promise<void> {
    const document = await this.find(ctx, address, recordId, id);
    const bytes = await this.store.open(ctx.companyId, id);
    await sendFile(reply, document, bytes);
  }

  async update(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    change: Pick<DocumentUpdate, 'id' | 'patch' | 'expectedVersion'>,
  ): Promise<RecordDocument> {
    const object = await this.objects.find(ctx, address);
    return this.operations.update.execute(ctx, { object, recordId, ...change });
  }

  async remove(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    id: DocumentId,
  ): Promise<void> {
    const object = await this.objects.find(ctx, address);
    await this.operations.remove.execute(ctx, { object, recordId, id });
  }
}

/** To be saved, never shown: a browser shall not run what somebody uploaded. */
export async function sendFile(
  reply: FastifyReply,
  { mimeType, size, fileName, sha256 }: RecordDocument,
  bytes: Readable,
): Promise<void> {
  await reply
    .headers({
      'content-type': mimeType,
      'content-length': size,
      'content-disposition': asAttachment(fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      etag: `"${sha256}"`,
    })
    .send(bytes);
}
