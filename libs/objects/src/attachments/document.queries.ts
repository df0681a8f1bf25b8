import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import type { RecordOrigin } from '../timeline/record-origins.js';
import { DOCUMENT_VISIBILITIES, type DocumentId, type RecordDocument } from './document.js';
import { COLUMNS, FIND_DOCUMENT, FIND_DOCUMENT_BY_ID } from './document.sql.js';

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
    visibility: { sql: 'd.visibility', type: 'enum', values: DOCUMENT_VISIBILITIES, notNull: true },
    createdAt: { sql: 'd.created_at', type: 'instant', notNull: true },
    createdBy: { sql: 'd.created_by', type: 'id', shows: { target: 'user' } },
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

/** Those of one record, and of what it was made of. */
export function documentsOf(
  { name }: Pick<RecordObject, 'name'>,
  recordId: string,
  origins: readonly RecordOrigin[] = [],
): ListNarrowing {
  return (bind) => {
    const of = [{ object: name, recordId }, ...origins].map(
      (each) => `(d.record_id = ${bind(each.recordId)}::uuid and d.object = ${bind(each.object)})`,
    );
    return `(${of.join(' or ')}) and d.state = 'stored'`;
  };
}

/**
 * One of a record, or of what it was made of.
 * @throws DomainError not_found
 */
export async function readDocument(
  tx: Tx,
  { name }: Pick<RecordObject, 'name'>,
  recordId: string,
  id: DocumentId,
  origins: readonly RecordOrigin[] = [],
): Promise<RecordDocument> {
  for (const each of [{ object: name, recordId }, ...origins]) {
    const params = [tx.ctx.companyId, id, each.recordId, each.object];
    const found = await tx.maybe<RecordDocument>(FIND_DOCUMENT, params);
    if (found) return found;
  }
  throw notFound({ object: 'document' });
}

/**
 * One by its id alone, for whoever has found it within reach.
 * @throws DomainError not_found
 */
export async function findDocument(tx: Tx, id: DocumentId): Promise<RecordDocument> {
  const found = await tx.maybe<RecordDocument>(FIND_DOCUMENT_BY_ID, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'document' });
  return found;
}
