import { sql, type Tx } from '@quittance/database';

/** By primary key; where the account that stays has rules of its own they hold. */
const MOVE = sql(`
  update portal.approval_rules set account_id = $2, version = version + 1
  where company_id = $1 and account_id = $3 and not exists (
    select from portal.approval_rules r where r.company_id = $1 and r.account_id = $2)`);
const DROP = sql(`delete from portal.approval_rules where company_id = $1 and account_id = $2`);

/**
 * The rules of an account that becomes part of another go along. What waits is about documents,
 * which keep an account from that.
 */
export async function moveApprovalRules(
  tx: Tx,
  { winnerId, loserId }: { readonly winnerId: string; readonly loserId: string },
): Promise<void> {
  await tx.run(MOVE, [tx.ctx.companyId, winnerId, loserId]);
  await tx.run(DROP, [tx.ctx.companyId, loserId]);
}
