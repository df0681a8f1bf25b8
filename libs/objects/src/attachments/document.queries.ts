import type { ListDefinition, ListNarrowing, Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { RecordId, RecordObject } from '../catalogue/object.js';
import { VISIBILITIES, type DocumentId, type RecordDocument } from './document.js';
import { COLUMNS, FIND_DOCUMENT } from './document.sql.js';

/** The files of records, the latest first. */
export const documentList: ListDefinition<RecordDocument, RecordDocument> = {
  from: 'objects.document d',
  select: COLUMNS,
  id: 'd.id',
  fields: {
    id: { sql: 'd.id', type: 'id', notNull: true },
    fileName: { sql: 'd.file_name', type: 'text', notNull: true },
    mimeType: { sql: 'd.mime_type', type: 'text', notNull: true },
    size: { sql: 'd.size', type: 'integer', notNull: true },
    visibility: { sql: 'd.visibility', type: 'enum', values: VISIBILITIES, notNull: true },
    createdAt: { sql: 'd.created_at', type: 'instant', notNull: true },
    createdBy: { sql: 'd.created_by', type: 'id' },
    updatedAt: { sql: 'd.updated_at', type: 'instant', notNull: true },
  },
  search: ['d.file_name'],
  defaultSort: '-createdAt',
  columns: [
    'id',
    'version',
    'object',
    'recordId',
    'fileName',
    'mimeType',
    'size',
    'sha256',
    'visibility',
    'createdAt',
    'createdBy',
    'updatedAt',
  ],
  map: (row) => row,
};

/** Those of one record. */
export function documentsOf(object: RecordObject, recordId: RecordId): ListNarrowing {
  return (bind) =>
    `d.record_id = ${bind(recordId)}::uuid and d.object = ${bind(object.name)} and d.state = 'stored'`;
}

/** @throws DomainError not_found */
export async function readDocument(
  tx: Tx,
  object: RecordObject,
  recordId: RecordId,
  id: DocumentId,
): Promise<RecordDocument> {
  const params = [tx.ctx.companyId, id, recordId, object.name];
  const found = await tx.maybe<RecordDocument>(FIND_DOCUMENT, params);
  if (!found) throw notFound({ object: 'document' });
  return found;
}
