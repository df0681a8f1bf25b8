import { sql, type Tx } from '@quittance/database';

/** A file as an agreement names it. */
export interface DocumentHash {
  readonly fileName: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

/** By `document_record_index`. */
const HASHES = sql(`select d.file_name as "fileName", d.sha256 from objects.document d
  where d.company_id = $1 and d.object = $2 and d.record_id = $3 and d.state = 'stored'
    and d.visibility = 'customer'
  order by d.file_name, d.sha256`);

/** The files of a record that its customer may see. */
export function hashDocuments(
  tx: Tx,
  object: string,
  recordId: string,
): Promise<readonly DocumentHash[]> {
  return tx.rows<DocumentHash>(HASHES, [tx.ctx.companyId, object, recordId]);
}
