import { sql, type Tx } from '@quittance/database';
import type { DocumentVisibility } from './document.js';

/** What a document hangs on, and whom it is shown beside staff. */
export interface HeldDocument {
  readonly id: string;
  readonly object: string;
  readonly recordId: string;
  readonly visibility: DocumentVisibility;
  /** Of a portal, who has sent it. */
  readonly portalUserId: string | null;
}

/** By primary key. */
const HOLDERS = sql(`
  select d.id, d.object, d.record_id as "recordId", d.visibility,
    d.portal_user_id as "portalUserId"
  from objects.document d
  where d.company_id = $1 and d.id = any($2::uuid[]) and d.state = 'stored'`);

/** Of documents what they hang on; those that were taken away are left out. */
export async function documentHolders(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly HeldDocument[]> {
  return ids.length === 0 ? [] : tx.rows<HeldDocument>(HOLDERS, [tx.ctx.companyId, ids]);
}
