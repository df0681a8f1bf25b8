import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** By quote_request_account_index. */
const MOVE = sql(`
  update portal.quote_request r
  set account_id = $2, version = r.version + 1, updated_at = $4
  where r.company_id = $1 and r.account_id = $3 returning r.id`);

/** What was asked for an account that becomes part of another is asked for that from now on. */
export async function moveRequests(
  tx: Tx,
  { winnerId, loserId }: { readonly winnerId: string; readonly loserId: string },
): Promise<void> {
  const { companyId, now } = tx.ctx;
  const moved = await tx.rows<{ id: string }>(MOVE, [companyId, winnerId, loserId, now]);
  for (const { id: recordId } of moved) {
    const after = { accountId: winnerId, mergedId: loserId };
    audit(tx, {
      action: 'quote_request.account_merged',
      object: 'quote-request',
      recordId,
      after,
    });
  }
}
