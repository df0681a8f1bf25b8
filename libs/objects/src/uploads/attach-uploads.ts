import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { referenceNotFoundAt } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { emit } from '@quittance/outbox';
import { fileTypeRefused } from '../attachments/attachments.errors.js';
import type { DocumentVisibility, RecordDocument } from '../attachments/document.js';
import { ATTACH_WAITING } from './upload.sql.js';

/** The record that uploads become documents of. */
export interface UploadTarget {
  /** API name of its object: `case`. */
  readonly object: string;
  readonly recordId: string;
  readonly visibility: DocumentVisibility;
  /** Where a record takes some types alone. */
  readonly takes?: ReadonlySet<string>;
  /** The member of the body that names them, unless it is `documentIds`. */
  readonly pointer?: string;
}

/**
 * Attaches what a user of a portal has uploaded to a record that the caller has written, or found
 * within reach, in the same transaction: one statement for all of them, and none where none is
 * named. An upload of somebody else, one that hangs on a record already, one that is over and one
 * that never was are alike.
 * @throws DomainError reference_not_found at `/documentIds/n`, file_type_refused there
 */
export async function attachUploads(
  tx: Tx,
  portalUserId: string,
  documentIds: readonly string[],
  target: UploadTarget,
): Promise<readonly RecordDocument[]> {
  if (documentIds.length === 0) return [];
  const { object, recordId, visibility, takes, pointer = '/documentIds' } = target;
  const { companyId, now } = tx.ctx;
  const params = [companyId, documentIds, portalUserId, now, object, recordId, visibility];
  const rows = await tx.rows<RecordDocument>(ATTACH_WAITING, params);
  const byId = new Map<string, RecordDocument>(rows.map((row) => [row.id, row]));
  const attached = documentIds.map((id, n) =>
    documentIds.indexOf(id) === n ? byId.get(id) : undefined,
  );
  const missing = attached.flatMap((each, n) => (each ? [] : [`${pointer}/${n}`]));
  if (missing.length > 0) throw referenceNotFoundAt(missing, 'document');
  const documents = attached as RecordDocument[];
  const wrong = documents.findIndex(({ mimeType }) => takes && !takes.has(mimeType));
  if (wrong >= 0) throw refusedAt(`${pointer}/${wrong}`, documents[wrong]?.mimeType ?? '');
  for (const document of documents) tell(tx, document);
  return documents;
}

function refusedAt(pointer: string, mimeType: string) {
  const errors = [{ pointer, code: 'file_type_refused', message: 'is of a type not taken here' }];
  return fileTypeRefused({ mimeType }, { errors });
}

function tell(tx: Tx, document: RecordDocument): void {
  const { id, object, recordId, fileName, visibility, size, mimeType, sha256 } = document;
  const after = { documentId: id, fileName, visibility, size, mimeType, sha256 };
  const about = { object, recordId: recordId as RecordId };
  audit(tx, { action: `${object}.document_attached`, ...about, after });
  const data = { ...document };
  emit(tx, { type: 'document.attached', object: 'document', recordId: id, data });
}
