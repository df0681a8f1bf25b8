import type { Invariant } from '@quittance/database';

const ORDERED: Invariant = {
  id: 'I37a',
  holds: 'A version of a cart was ordered by the user whose cart it is',
  text: `
    select o.company_id, 'cart' as object, o.cart_id as record,
      format('its version %s is order %s of another user', o.version, o.order_id) as wrong
    from storefront.cart_order o
    join storefront.cart c on c.company_id = o.company_id and c.id = o.cart_id
    join sales.pub_placed_order p on p.company_id = o.company_id and p.id = o.order_id
    where p.portal_user_id is distinct from c.portal_user_id`,
};

const WENT_ON: Invariant = {
  id: 'I37b',
  holds: 'A cart has gone on from every version of it that was ordered',
  text: `
    select o.company_id, 'cart' as object, o.cart_id as record,
      format('stands at version %s, and %s was ordered', c.version, o.version) as wrong
    from storefront.cart_order o
    join storefront.cart c on c.company_id = o.company_id and c.id = o.cart_id
    where c.version <= o.version`,
};

const PLACED: Invariant = {
  id: 'I37c',
  holds: 'What was ordered of a cart is placed, or waits for whom it was said to wait',
  text: `
    select o.company_id, 'cart' as object, o.cart_id as record,
      format('order %s is %s and was never placed', s.number, s.status) as wrong
    from storefront.cart_order o
    join sales.pub_sales_order s on s.company_id = o.company_id and s.id = o.order_id
    where s.placed_at is null or (o.outcome = 'awaiting_approval') <> (o.approval_id is not null)`,
};

/** What must be true of carts, whatever else is: `verify` looks at it. */
export const storefrontInvariants: readonly Invariant[] = [ORDERED, WENT_ON, PLACED];
