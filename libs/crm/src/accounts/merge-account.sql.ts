import { sql, type Tx } from '@quittance/database';
import type { RecordId } from '@quittance/metadata';

/**
 * What was merged into the loser earlier follows it, so that one step always leads to the account.
 */
const MARK = sql(`
  update crm.account set merged_into = $3
  where company_id = $1 and (id = $2 or merged_into = $2)`);

export async function markMerged(tx: Tx, loserId: string, winnerId: string): Promise<void> {
  await tx.run(MARK, [tx.ctx.companyId, loserId, winnerId]);
}

/** By `lead_converted_account_index`. */
const LEADS = sql(`
  select id from crm.lead
  where company_id = $1 and converted_account_id = $2 and deleted_at is null order by id`);

/** Leads that became an account. */
export async function leadsThatBecame(tx: Tx, accountId: string): Promise<readonly RecordId[]> {
  const rows = await tx.rows<{ id: RecordId }>(LEADS, [tx.ctx.companyId, accountId]);
  return rows.map(({ id }) => id);
}

/** By `contact_primary_key`. */
const PRIMARY = sql(`
  select exists (select from crm.contact
    where company_id = $1 and account_id = $2 and is_primary and deleted_at is null) as found`);

export async function hasPrimaryContact(tx: Tx, accountId: string): Promise<boolean> {
  return (await tx.one<{ found: boolean }>(PRIMARY, [tx.ctx.companyId, accountId])).found;
}
