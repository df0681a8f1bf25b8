import { namedSql, sql } from '@quittance/database';

export const COLUMNS = `d.id, d.version, d.object, d.record_id as "recordId",
  d.file_name as "fileName", d.mime_type as "mimeType", d.size::int as size, d.sha256,
  d.visibility, d.created_at as "createdAt", d.created_by as "createdBy",
  d.updated_at as "updatedAt"`;

/** The intent of an upload, before the first byte is written. */
export const BEGIN_UPLOAD = namedSql(
  `insert into objects.document (company_id, id, object, record_id, file_name, mime_type, size,
     sha256, visibility, state, due_at, created_at, created_by, updated_at)
   values (:companyId, :id, :object, :recordId, :fileName, '', 0, '', :visibility, 'uploading',
     :until, :now, :userId, :now)`,
  {
    values: {
      id: 'uuid',
      object: 'text',
      recordId: 'uuid',
      fileName: 'text',
      visibility: 'text',
      until: 'timestamptz',
    },
  },
);

/**
 * A file that is stored whole becomes a document, unless the sweep gave its upload up meanwhile.
 */
export const FINISH_UPLOAD = sql(`
  update objects.document d set state = 'stored', due_at = null, mime_type = $3, size = $4,
  sha256 = $5
  where d.company_id = $1 and d.id = $2 and d.state = 'uploading' returning ${COLUMNS}`);

/** One document of a record, by the primary key. */
export const FIND_DOCUMENT = sql(`
  select ${COLUMNS} from objects.document d
  where d.company_id = $1 and d.id = $2 and d.record_id = $3 and d.object = $4
    and d.state = 'stored'`);

/** One document of any record, by the primary key. */
export const FIND_DOCUMENT_BY_ID = sql(`
  select ${COLUMNS} from objects.document d
  where d.company_id = $1 and d.id = $2 and d.state = 'stored'`);

export const LOCK_DOCUMENT = sql(`${FIND_DOCUMENT.text} for no key update`);

/** To take it away: who puts it in a field holds it for key share. */
export const LOCK_TO_REMOVE = sql(`${FIND_DOCUMENT.text} for update`);

export const CHANGE_DOCUMENT = sql(`
  update objects.document d set file_name = $3, visibility = $4, version = d.version + 1,
    updated_at = $5
  where d.company_id = $1 and d.id = $2 returning ${COLUMNS}`);

/** Nobody sees it any more; its file is taken away after the commit, or by the sweep. */
export const MARK_REMOVED = sql(`
  update objects.document d set state = 'removed', due_at = $3
  where d.company_id = $1 and d.id = any($2::uuid[])`);

/**
 * An upload that came to nothing, by primary key. One that was finished after all is left alone:
 * its commit may have reached the server and its answer nobody.
 */
export const GIVE_UP_UPLOAD = sql(`
  update objects.document d set state = 'removed', due_at = $3
  where d.company_id = $1 and d.id = $2 and d.state = 'uploading'`);

/** Whether a row stands for the file still, by primary key. */
export const IS_KEPT = sql(`
  select 1 from objects.document d
  where d.company_id = $1 and d.id = $2 and d.state <> 'removed'`);

/** The documents of records that are deleted, by document_record_index. */
export const MARK_REMOVED_OF_RECORDS = sql(`
  update objects.document d set state = 'removed', due_at = $4
  where d.company_id = $1 and d.record_id = any($2::uuid[]) and d.object = $3
    and d.state <> 'removed'`);

/**
 * Takes documents whose file is to go, by document_due_index: an upload that was given up is
 * marked, so that it cannot be finished any more.
 */
export const CLAIM_DUE = sql(`
  update objects.document d set state = 'removed', due_at = $4
  where d.company_id = $1 and d.id in (
    select e.id from objects.document e where e.company_id = $1 and e.due_at <= $2
    order by e.due_at limit $3 for update skip locked)
  returning d.id`);

/** The file is gone: so goes the row. */
export const FORGET_REMOVED = sql(`
  delete from objects.document d
  where d.company_id = $1 and d.id = any($2::uuid[]) and d.state = 'removed'`);
