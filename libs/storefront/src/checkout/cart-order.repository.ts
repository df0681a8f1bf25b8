import { namedSql, sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { OrderId } from '@quittance/sales';
import type { CartId } from '../cart/cart.js';

/** How an order of a cart has gone as it was made. */
const STORED_OUTCOMES = ['placed', 'awaiting_approval', 'awaiting_credit'] as const;
export type StoredOutcome = (typeof STORED_OUTCOMES)[number];

/** How it stands; one that is asked for again may be cancelled. */
export const CHECKOUT_OUTCOMES = [...STORED_OUTCOMES, 'cancelled'] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

/** What has become of a version of a cart: it is ordered once. */
export interface CartOrder {
  readonly outcome: StoredOutcome;
  readonly orderId: OrderId;
  readonly approvalId: Id<'portal-approval'> | null;
  /** By how much less it was ordered than was shown, net or with tax, in minor units. */
  readonly priceDropped: bigint | null;
}

/** By primary key. */
const FIND = sql(`
  select o.outcome, o.order_id as "orderId", o.approval_id as "approvalId",
    o.price_dropped as "priceDropped", s.currency, s.status
  from storefront.cart_order o
  join sales.pub_sales_order s on s.company_id = $1 and s.id = o.order_id
  where o.company_id = $1 and o.cart_id = $2 and o.version = $3`);
const KEEP = namedSql(
  `insert into storefront.cart_order (company_id, cart_id, version, order_id, outcome,
     approval_id, price_dropped, ordered_at)
   select k.id, :cartId, :version, :orderId, :outcome, :approvalId, :priceDropped, :now
   from company.pub_company k where k.id = :companyId`,
  {
    values: {
      cartId: 'uuid',
      version: 'integer',
      orderId: 'uuid',
      outcome: 'text',
      approvalId: 'uuid',
      priceDropped: 'bigint',
    },
  },
);

/** The order of a version of a locked cart; undefined where there is none. */
export function findCartOrder(
  tx: Tx,
  cartId: CartId,
  version: number,
): Promise<(CartOrder & { readonly currency: Currency; readonly status: string }) | undefined> {
  return tx.maybe(FIND, [tx.ctx.companyId, cartId, version]);
}

export async function keepCartOrder(
  tx: Tx,
  order: CartOrder & { readonly cartId: CartId; readonly version: number },
): Promise<void> {
  await KEEP.run(tx, order);
}
