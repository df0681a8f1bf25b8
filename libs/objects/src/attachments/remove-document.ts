import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { notFound, references, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { RecordId, RecordObject, RecordView, CompanyObject } from '@quittance/metadata';
import { readStored } from '../records/read-records.js';
import { requireRecord } from '../records/require-record.js';
import { updateRecords } from '../records/update-records.js';
import type { DocumentId } from './document.js';
import {
  FORGET_REMOVED,
  LOCK_TO_REMOVE,
  MARK_REMOVED,
  MARK_REMOVED_OF_RECORDS,
} from './document.sql.js';
import { FileStore } from './file-store.port.js';
import { lockDocument } from './update-document.js';

export interface DocumentRemoval {
  readonly object: CompanyObject;
  readonly recordId: RecordId;
  readonly id: DocumentId;
}

/** Takes a document away: nobody sees it from the commit on, and its file goes right behind it. */
@Injectable()
export class RemoveDocument {
  constructor(
    private readonly db: Database,
    private readonly store: FileStore,
  ) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, input: DocumentRemoval): Promise<void> {
    await this.db.write(ctx, (tx) => remove(tx, input));
    const { companyId } = ctx;
    try {
      await this.store.remove(companyId, [input.id]);
      const forget = (tx: Tx) => tx.run(FORGET_REMOVED, [companyId, [input.id]]);
      await this.db.write(ctx, forget, { answers: false });
    } catch {
      // It is removed already as far as anybody can see; the sweep takes the file.
    }
  }
}

async function remove(tx: Tx, { object, recordId, id }: DocumentRemoval): Promise<void> {
  const record = await holdRecord(tx, object, recordId);
  const document = await lockDocument(tx, { object, recordId, id }, LOCK_TO_REMOVE);
  if (record) await takeOutOfFields(tx, object, record, id);
  await tx.run(MARK_REMOVED, [tx.ctx.companyId, [id], tx.ctx.now]);
  const { fileName, visibility, size, mimeType, sha256 } = document;
  const before = { documentId: id, fileName, visibility, size, mimeType, sha256 };
  audit(tx, { action: `${object.name}.document_removed`, object: object.name, recordId, before });
  emit(tx, { type: 'document.removed', object: 'document', recordId: id, data: { ...document } });
}

const filesOf = ({ fields }: CompanyObject) =>
  [...fields.values()].filter(({ type }) => type === 'file');

/**
 * The record where a field of it may name documents: locked, and before its documents, as whoever
 * changes it does. @throws DomainError not_found
 */
async function holdRecord(
  tx: Tx,
  object: CompanyObject,
  id: RecordId,
): Promise<RecordView | undefined> {
  if (filesOf(object).length === 0) {
    await requireRecord(tx, object, id);
    return undefined;
  }
  const held = (await readStored(tx, object, [id], 'change')).get(id);
  if (!held) throw notFound({ object: references.called(object.label) });
  return held.view;
}

/** A field of files names it no longer; one that must have a file keeps it from being removed. */
async function takeOutOfFields(
  tx: Tx,
  object: CompanyObject,
  record: RecordView,
  documentId: DocumentId,
): Promise<void> {
  const patch = Object.fromEntries(
    filesOf(object).flatMap(({ name }) => {
      const ids = record[name];
      const named = Array.isArray(ids) && (ids as readonly unknown[]).includes(documentId);
      return named ? [[name, (ids as readonly string[]).filter((id) => id !== documentId)]] : [];
    }),
  );
  if (Object.keys(patch).length === 0) return;
  await updateRecords(tx, object, [{ id: record.id, patch }]);
}

/** The documents of records that are deleted for good go with them, in the same transaction. */
export async function removeDocumentsOf(
  tx: Tx,
  object: RecordObject,
  recordIds: readonly RecordId[],
): Promise<void> {
  if (recordIds.length === 0) return;
  const { companyId, now } = tx.ctx;
  await tx.run(MARK_REMOVED_OF_RECORDS, [companyId, recordIds, object.name, now]);
}
