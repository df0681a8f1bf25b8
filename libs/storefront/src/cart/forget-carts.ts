import { sql, type Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';

/** So long somebody who was deactivated finds their cart again (portals in detail, §2). */
const KEPT_SECONDS = 30 * 86_400;

const LEFT = `from portal.pub_user u
  where c.company_id = $1 and u.company_id = $1 and u.id = c.portal_user_id
    and u.inactive_since < $2`;

/** Locks what is emptied; a cart whose version was shown is another from then on. */
const CLEAR = sql(`
  update storefront.cart c set version = c.version + 1, po_number = null, notes = null,
    delivery_address_id = null, delivery_address = null, requested_delivery_date = null,
    updated_at = $3
  ${LEFT} and exists (
    select from storefront.cart_line l where l.company_id = $1 and l.cart_id = c.id)
  returning c.id`);
/** By primary key. */
const DROP_LINES = sql(`
  delete from storefront.cart_line where company_id = $1 and cart_id = any($2::uuid[])`);

/**
 * Empties the carts of those who were deactivated thirty days ago; how many. The carts themselves
 * stay: what was ordered of them names them.
 */
export async function forgetCarts(tx: Tx): Promise<number> {
  const { companyId, now } = tx.ctx;
  const before = addSeconds(now, -KEPT_SECONDS);
  const emptied = await tx.rows<{ id: string }>(CLEAR, [companyId, before, now]);
  if (emptied.length === 0) return 0;
  await tx.run(DROP_LINES, [companyId, emptied.map(({ id }) => id)]);
  return emptied.length;
}
