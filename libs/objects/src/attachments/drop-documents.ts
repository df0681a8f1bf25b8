import type { Tx } from '@quittance/database';
import { MARK_REMOVED_OF_RECORDS } from './document.sql.js';

/** Takes the documents of records away that are no more themselves; the sweep takes their files. */
export async function dropDocuments(
  tx: Tx,
  object: string,
  recordIds: readonly string[],
): Promise<void> {
  const { companyId, now } = tx.ctx;
  await tx.run(MARK_REMOVED_OF_RECORDS, [companyId, recordIds, object, now]);
}
