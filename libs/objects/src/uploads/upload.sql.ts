import { namedSql, sql } from '@quittance/database';
import { COLUMNS } from '../attachments/document.sql.js';

/** In place of the name of an object: it hangs on none as yet. */
export const OF_NO_RECORD = 'upload';

export const UPLOAD_COLUMNS = `d.id as "documentId", d.file_name as "fileName",
  d.mime_type as "mimeType", d.size::int as size, d.sha256, d.created_at as "createdAt",
  d.due_at as "expiresAt"`;

/** The intent of an upload, before the first byte is written. */
export const BEGIN_OF_SENDER = namedSql(
  `insert into objects.document (company_id, id, object, record_id, file_name, mime_type, size,
     sha256, visibility, state, due_at, created_at, created_by, updated_at, portal_user_id)
   values (:companyId, :id, '${OF_NO_RECORD}', :portalUserId, :fileName, '', 0, '', 'internal',
     'uploading', :until, :now, null, :now, :portalUserId)`,
  { values: { id: 'uuid', portalUserId: 'uuid', fileName: 'text', until: 'timestamptz' } },
);

/** A file that is stored whole waits for its record, unless the sweep gave its upload up. */
export const FINISH_OF_SENDER = sql(`
  update objects.document d set state = 'waiting', due_at = $6, mime_type = $3, size = $4,
    sha256 = $5, file_name = $7
  where d.company_id = $1 and d.id = $2 and d.state = 'uploading' returning ${UPLOAD_COLUMNS}`);

/** By primary key: of its sender, and as long as it waits. */
export const FIND_WAITING = sql(`
  select ${UPLOAD_COLUMNS} from objects.document d
  where d.company_id = $1 and d.id = $2 and d.portal_user_id = $3 and d.state = 'waiting'
    and d.due_at > $4`);

/**
 * Nobody sees it any more; the sweep takes its file where that is not done at once. Its row stays
 * for a day ($5), in which its sender has sent it, whatever became of it.
 */
export const DROP_WAITING = sql(`
  update objects.document d set state = 'removed', due_at = $5
  where d.company_id = $1 and d.id = $2 and d.portal_user_id = $3 and d.state = 'waiting'
    and d.due_at > $4`);

/** By primary keys: those that are the sender's and wait become documents of the record. */
export const ATTACH_WAITING = sql(`
  update objects.document d set state = 'stored', due_at = null, object = $5, record_id = $6,
    visibility = $7, updated_at = $4
  where d.company_id = $1 and d.id = any($2::uuid[]) and d.portal_user_id = $3
    and d.state = 'waiting' and d.due_at > $4
  returning ${COLUMNS}`);

/** What was sent and is not taken, by primary key: it counts for as long. */
export const REFUSE_SENT = sql(`
  update objects.document d set state = 'removed', size = $3, due_at = $4
  where d.company_id = $1 and d.id = $2 and d.state = 'uploading'`);

/**
 * What a user has sent since an instant, by document_sender_index: one on its way counts as the
 * largest there may be.
 */
export const SENT_SINCE = sql(`
  select count(*) filter (where d.state in ('uploading', 'waiting'))::int as waiting,
    coalesce(sum(case when d.state = 'uploading' then $4::bigint else d.size end), 0)::bigint
      as bytes
  from objects.document d
  where d.company_id = $1 and d.portal_user_id = $2 and d.created_at > $3`);
