import type { PriceBookId } from '@quittance/catalog';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** Levels above an account whose price books serve it. */
const HIGHEST = 10;

/**
 * An account and what is above it, the nearest first, by primary keys. A path is not followed for
 * ever; what stands above a deleted account is not asked.
 */
const ABOVE = sql(`
  with recursive above as (
    select a.id, a.parent_id, 0 as height from crm.account a
    where a.company_id = $1 and a.id = $2 and a.deleted_at is null
    union all
    select a.id, a.parent_id, b.height + 1 from crm.account a
    join above b on a.id = b.parent_id
    where a.company_id = $1 and a.deleted_at is null and b.height < ${HIGHEST})
  select u.id, l.default_currency as currency, l.default_price_book_id as "priceBookId"
  from above u
  join crm.ledger_account l on l.company_id = $1 and l.account_id = u.id
  order by u.height`);

interface Row {
  readonly id: AccountId;
  readonly currency: Currency | null;
  readonly priceBookId: PriceBookId | null;
}

/** By whose prices a customer buys. */
export interface AccountPriceBooks {
  /** That of its ledger account; null where nothing was agreed. */
  readonly currency: Currency | null;
  /** Its own, then those of the accounts above it, the nearest first. */
  readonly priceBookIds: readonly PriceBookId[];
}

/** The price books of an account and of those above it; undefined where there is no such one. */
export async function findAccountPriceBooks(
  tx: Tx,
  id: AccountId,
): Promise<AccountPriceBooks | undefined> {
  const rows = await tx.rows<Row>(ABOVE, [tx.ctx.companyId, id]);
  const own = rows.find((row) => row.id === id);
  if (!own) return undefined;
  const ids = rows.flatMap(({ priceBookId }) => priceBookId ?? []);
  return { currency: own.currency, priceBookIds: [...new Set(ids)] };
}
