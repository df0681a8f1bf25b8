import type { Bind, ListDefinition, ListNarrowing } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { DomainError, notFound, type Ctx } from '@quittance/kernel';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import { liveRows, recordScope, waysOf } from '../records/owned-rows.js';
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

/** Objects whose records are in one table and seen by one rule. */
interface Seen {
  readonly scopedAs: CompanyObject | null;
  readonly objects: CompanyObject[];
}

/**
 * Documents of the records that the actor may see, and of no others: each is looked for by its
 * primary key. All custom objects are in one table, so they are asked for together.
 */
export function seenDocuments(ctx: Ctx, model: CompanyModel): ListNarrowing {
  const groups = new Map<string, Seen>();
  for (const object of model.objects.values()) {
    if (!ctx.permissions.can(object.resource, 'view')) continue;
    const scope = waysOf(object) ? ctx.permissions.scope(object.resource) : 'all';
    const scopedAs = scope === 'all' ? null : object;
    const key = object.custom ? `custom ${scope}` : object.name;
    const group = groups.get(key);
    if (group) group.objects.push(object);
    else groups.set(key, { scopedAs, objects: [object] });
  }
  return (bind) =>
    groups.size === 0
      ? 'false'
      : `(${[...groups.values()].map((seen) => seenOf(ctx, seen, bind)).join(' or ')})`;
}

function seenOf(ctx: Ctx, { scopedAs, objects }: Seen, bind: Bind): string {
  const [first] = objects as [CompanyObject];
  const names = objects.map(({ name }) => name);
  const ids = objects.flatMap(({ table: { objectId } }) => (objectId === null ? [] : [objectId]));
  const scope = scopedAs === null ? null : recordScope(ctx, scopedAs, 't', bind);
  const parts = [
    't.company_id = $1::uuid and t.id = d.record_id',
    ids.length > 0
      ? `t.deleted_at is null and t.object_id = any(${bind(ids)}::uuid[])`
      : liveRows(first, 't'),
    ...(scope === null ? [] : [scope]),
  ];
  return `(d.object = any(${bind(names)}::text[])
    and exists (select from ${first.table.name} t where ${parts.join(' and ')}))`;
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
