import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { addSeconds, invalidField, newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { Readable } from 'node:stream';
import type { RecordId, RecordObject } from '@quittance/metadata';
import { requireRecord } from '../records/require-record.js';
import { documentEmpty, documentUploadGivenUp } from './attachments.errors.js';
import type { DocumentId, RecordDocument, DocumentVisibility } from './document.js';
import { BEGIN_UPLOAD, FINISH_UPLOAD } from './document.sql.js';
import { safeFileName } from './file-name.js';
import { FileStore, type StoredFile } from './file-store.port.js';
import { giveUpUpload } from './give-up-upload.js';
import { sniffMediaType } from './sniff-media-type.js';

export interface NewDocument {
  readonly object: RecordObject;
  readonly recordId: RecordId;
  readonly fileName: string;
  readonly visibility: DocumentVisibility;
  /** Bounded by whoever hands it over. */
  readonly body: Readable;
}

/** Longer than any request lives: an upload that is older has lost its process. */
const GIVEN_UP_AFTER_SECONDS = 3600;

/**
 * Attaches a file to a record: the intent is stored first, then the bytes with no transaction open,
 * then the document with its audit entry. Whoever is killed in between leaves a row that the sweep
 * finds, and nothing that anybody sees.
 */
@Injectable()
export class AttachDocument {
  constructor(
    private readonly db: Database,
    private readonly store: FileStore,
  ) {}

  /** @throws DomainError not_found, validation_failed, document_empty, document_upload_given_up */
  async execute(ctx: Ctx, input: NewDocument): Promise<RecordDocument> {
    const fileName = safeFileName(input.fileName);
    if (fileName === null) throw invalidField('/fileName', 'format', 'must name a file');
    const id = newId<'document'>();
    await this.db.write(ctx, (tx) => begin(tx, id, { ...input, fileName }), { answers: false });
    try {
      const stored = await this.store.put(ctx.companyId, id, input.body);
      if (stored.size === 0) throw documentEmpty();
      const mimeType = sniffMediaType(stored.head, fileName);
      return await this.db.write(ctx, (tx) => finish(tx, id, { ...input, ...stored, mimeType }));
    } catch (error) {
      await giveUpUpload(this.db, this.store, ctx, id);
      throw error;
    }
  }
}

async function begin(tx: Tx, id: DocumentId, input: NewDocument): Promise<void> {
  const { object, recordId, fileName, visibility } = input;
  await requireRecord(tx, object, recordId);
  const until = addSeconds(tx.ctx.now, GIVEN_UP_AFTER_SECONDS);
  const about = { object: object.name, recordId, fileName, visibility };
  await BEGIN_UPLOAD.run(tx, { id, ...about, until });
}

async function finish(
  tx: Tx,
  id: DocumentId,
  input: NewDocument & StoredFile & { readonly mimeType: string },
): Promise<RecordDocument> {
  const { object, recordId, mimeType, size, sha256 } = input;
  // It may have been deleted while the bytes came.
  await requireRecord(tx, object, recordId);
  const params = [tx.ctx.companyId, id, mimeType, size, sha256];
  const document = await tx.maybe<RecordDocument>(FINISH_UPLOAD, params);
  if (!document) throw documentUploadGivenUp();
  const { fileName, visibility } = document;
  const after = { documentId: id, fileName, visibility, size, mimeType, sha256 };
  audit(tx, { action: `${object.name}.document_attached`, object: object.name, recordId, after });
  emit(tx, {
    type: 'document.attached',
    object: 'document',
    recordId: id,
    data: { ...document },
  });
  return document;
}
