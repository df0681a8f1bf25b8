import { sql, type Tx } from '@quittance/database';

/**
 * By cart_account_index. Where a user has a cart for both accounts that of the one that stays is
 * kept; the other stays with the account that nobody reaches any more.
 */
const MOVE = sql(`
  update storefront.cart c set account_id = $2, version = c.version + 1, updated_at = $4
  where c.company_id = $1 and c.account_id = $3 and not exists (
    select from storefront.cart o where o.company_id = $1 and o.account_id = $2
      and o.portal_user_id = c.portal_user_id)`);

/** By favourite_list_account_index. */
const MOVE_LISTS = sql(`
  update storefront.favourite_list f set account_id = $2, version = f.version + 1, updated_at = $4
  where f.company_id = $1 and f.account_id = $3`);

/** Carts and lists of an account that becomes part of another are for that from now on. */
export async function followMergedAccount(
  tx: Tx,
  { winnerId, loserId }: { readonly winnerId: string; readonly loserId: string },
): Promise<void> {
  const params = [tx.ctx.companyId, winnerId, loserId, tx.ctx.now];
  await tx.run(MOVE, params);
  await tx.run(MOVE_LISTS, params);
}
