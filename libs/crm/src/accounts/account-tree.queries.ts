import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';

/** Levels below an account that count as its tree. */
const DEEPEST = 10;

/**
 * An account and what is below it, never what is above or beside, by account_parent_index. A path
 * is not followed into itself; deleted accounts are not there, and neither is what is below them.
 */
const BELOW = sql(`
  with recursive below as (
    select a.id, 0 as depth from crm.account a
    where a.company_id = $1 and a.id = $2 and a.deleted_at is null
    union all
    select a.id, b.depth + 1 from crm.account a
    join below b on a.parent_id = b.id
    where a.company_id = $1 and a.deleted_at is null and b.depth < ${DEEPEST})
  select distinct id from below order by id`);

/** The account itself and all below it, at most ten levels deep. */
export async function accountsBelow(tx: Tx, id: AccountId): Promise<readonly AccountId[]> {
  const rows = await tx.rows<{ id: AccountId }>(BELOW, [tx.ctx.companyId, id]);
  return rows.map((row) => row.id);
}

/** What an account is below of, the nearest first, by primary key; as `BELOW` the other way round. */
const ABOVE = sql(`
  with recursive above as (
    select a.id, a.parent_id, 0 as depth from crm.account a
    where a.company_id = $1 and a.id = $2 and a.deleted_at is null
    union all
    select a.id, a.parent_id, b.depth + 1 from crm.account a
    join above b on a.id = b.parent_id
    where a.company_id = $1 and a.deleted_at is null and b.depth < ${DEEPEST})
  select id from above where depth > 0 group by id order by min(depth), id`);

/** Those in whose tree an account is, at most ten levels above it. */
export async function accountsAbove(tx: Tx, id: AccountId): Promise<readonly AccountId[]> {
  const rows = await tx.rows<{ id: AccountId }>(ABOVE, [tx.ctx.companyId, id]);
  return rows.map((row) => row.id);
}
