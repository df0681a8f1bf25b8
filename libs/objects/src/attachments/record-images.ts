import { arrays, sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { DocumentId, DocumentVisibility, RecordDocument } from './document.js';
import { COLUMNS } from './document.sql.js';

/** What every browser draws, found by its bytes: none of them runs anything. */
const TYPES = `('image/gif', 'image/jpeg', 'image/png', 'image/webp')`;
/** Of one record; whoever keeps more has them among its documents. */
const MOST = 20;

/** By document_record_index: the first of each record. */
const IMAGES = sql(`
  select i.id, i.record_id as "recordId", i.file_name as "fileName", i.mime_type as "mimeType",
    i.size::int as size
  from (select d.id, d.record_id, d.file_name, d.mime_type, d.size, d.created_at,
      row_number() over (partition by d.record_id order by d.created_at, d.id) as place
    from objects.document d
    where d.company_id = $1 and d.record_id = any($2::uuid[]) and d.object = $3
      and d.visibility = $4 and d.state = 'stored' and d.mime_type in ${TYPES}) i
  where i.place <= ${MOST} order by i.record_id, i.place`);

/** By primary key. */
const IMAGE = sql(`
  select ${COLUMNS} from objects.document d
  where d.company_id = $1 and d.id = $2 and d.record_id = $3 and d.object = $4
    and d.visibility = $5 and d.state = 'stored' and d.mime_type in ${TYPES}`);

/** A picture of a record, as lists of it show it. */
export interface RecordImage extends Pick<RecordDocument, 'fileName' | 'mimeType' | 'size'> {
  readonly id: DocumentId;
}

/** Whose pictures, and for whom. */
export interface ImagesOf {
  /** API name of the object: `product`. */
  readonly object: string;
  readonly visibility: DocumentVisibility;
}

/** The pictures of some records that those outside may see, the oldest first: one statement. */
async function ofRecords<RecordId extends string>(
  tx: Tx,
  { object, visibility }: ImagesOf,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, readonly RecordImage[]>> {
  if (ids.length === 0) return new Map();
  const params = [tx.ctx.companyId, arrays.uuid(ids, (id) => id), object, visibility];
  const rows = await tx.rows<RecordImage & { readonly recordId: RecordId }>(IMAGES, params);
  const images = new Map<RecordId, RecordImage[]>();
  for (const { recordId, ...image } of rows) {
    images.set(recordId, [...(images.get(recordId) ?? []), image]);
  }
  return images;
}

/** One of them. @throws DomainError not_found */
async function find(
  tx: Tx,
  { object, visibility }: ImagesOf,
  recordId: string,
  id: DocumentId,
): Promise<RecordDocument> {
  const params = [tx.ctx.companyId, id, recordId, object, visibility];
  const found = await tx.maybe<RecordDocument>(IMAGE, params);
  if (!found) throw notFound({ object: 'image' });
  return found;
}

/** Pictures among the documents of records. */
export const recordImages = { ofRecords, find } as const;
