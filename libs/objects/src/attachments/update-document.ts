import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion, type Sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { RecordId, RecordObject } from '@quittance/metadata';
import { requireRecord } from '../records/require-record.js';
import type { DocumentId, RecordDocument, DocumentVisibility } from './document.js';
import { CHANGE_DOCUMENT, LOCK_DOCUMENT } from './document.sql.js';
import { safeFileName } from './file-name.js';

export interface DocumentUpdate {
  readonly object: RecordObject;
  readonly recordId: RecordId;
  readonly id: DocumentId;
  readonly expectedVersion: number | null;
  readonly patch: { readonly fileName?: string; readonly visibility?: DocumentVisibility };
}

/** Renames a document, or shows it to others. The bytes never change. */
@Injectable()
export class UpdateDocument {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, validation_failed */
  execute(ctx: Ctx, input: DocumentUpdate): Promise<RecordDocument> {
    return this.db.write(ctx, (tx) => change(tx, input));
  }
}

async function change(tx: Tx, input: DocumentUpdate): Promise<RecordDocument> {
  const { object, recordId, id, expectedVersion, patch } = input;
  await requireRecord(tx, object, recordId);
  const before = await lockDocument(tx, input);
  checkVersion(before.version, expectedVersion);
  const fileName = patch.fileName === undefined ? before.fileName : safeFileName(patch.fileName);
  if (fileName === null) throw invalidField('/fileName', 'format', 'must name a file');
  const visibility = patch.visibility ?? before.visibility;
  const { fileName: name, visibility: seenBy } = before;
  const changes = changedFields({ fileName: name, visibility: seenBy }, { fileName, visibility });
  if (Object.keys(changes.after).length === 0) return before;
  const { companyId, now } = tx.ctx;
  const params = [companyId, id, fileName, visibility, now];
  const after = await tx.one<RecordDocument>(CHANGE_DOCUMENT, params);
  const action = `${object.name}.document_updated`;
  const entry = { before: changes.before, after: { documentId: id, ...changes.after } };
  audit(tx, { action, object: object.name, recordId, ...entry });
  emit(tx, { type: 'document.updated', object: 'document', recordId: id, data: { ...after } });
  return after;
}

/** @throws DomainError not_found */
export async function lockDocument(
  tx: Tx,
  { object, recordId, id }: Pick<DocumentUpdate, 'object' | 'recordId' | 'id'>,
  lock: Sql = LOCK_DOCUMENT,
): Promise<RecordDocument> {
  const params = [tx.ctx.companyId, id, recordId, object.name];
  const found = await tx.maybe<RecordDocument>(lock, params);
  if (!found) throw notFound({ object: 'document' });
  return found;
}
