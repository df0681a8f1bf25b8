import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { DomainError, notFound, type Ctx } from '@quittance/kernel';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import { rowScope } from '../records/owned-rows.js';
import { requireRecord } from '../records/require-record.js';
import type { DocumentId, RecordDocument } from './document.js';
import { documentList } from './document.queries.js';
import { FIND_DOCUMENT_BY_ID } from './document.sql.js';

/** The files of all records; narrow it by `seenDocuments`. */
export const allDocumentsList: ListDefinition<RecordDocument, RecordDocument> = {
  ...documentList,
  where: `d.state = 'stored'`,
  fields: {
    ...documentList.fields,
    object: { sql: 'd.object', type: 'text', notNull: true },
    recordId: { sql: 'd.record_id', type: 'id', notNull: true },
  },
};

/** Documents of the records that the actor may see, and of no others. */
export function seenDocuments(ctx: Ctx, model: CompanyModel): ListNarrowing {
  return rowScope.about(ctx, model, { object: 'd.object', recordId: 'd.record_id' });
}

export interface LocatedDocument {
  readonly document: RecordDocument;
  /** That of its record. */
  readonly object: CompanyObject;
}

/**
 * A document by its id alone, with the object it hangs on.
 * @throws DomainError not_found, also where the actor may not see its record
 */
export async function locateDocument(
  tx: Tx,
  model: CompanyModel,
  id: DocumentId,
): Promise<LocatedDocument> {
  const document = await tx.maybe<RecordDocument>(FIND_DOCUMENT_BY_ID, [tx.ctx.companyId, id]);
  const object = document && model.objects.get(document.object);
  if (!object || !tx.ctx.permissions.can(object.resource, 'view')) {
    throw notFound({ object: 'document' });
  }
  await requireRecord(tx, object, document.recordId).catch(asUnknown);
  return { document, object };
}

/** That there is a document on a record that is not seen is told to nobody. */
function asUnknown(error: unknown): never {
  throw error instanceof DomainError ? notFound({ object: 'document' }) : error;
}
