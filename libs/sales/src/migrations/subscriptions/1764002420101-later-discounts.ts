import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Of what orders have sold, rows that go on at another discount, or at none: rows of one making,
 * at one price, one behind the other. What a change has cut off is followed by none of them.
 */
export const NOTE_LATER_DISCOUNTS = `
  update sales.subscription_item i
  set discount_until = i.valid_to, later_discounts = l.later
  from (select a.company_id, a.subscription_id, a.id,
      jsonb_agg(jsonb_build_object('percent', trim_scale(b.discount_percent)::text,
          'amount', b.discount_amount::text, 'until', b.valid_to) order by b.valid_from)
        filter (where b.discount_percent is not null or b.discount_amount is not null) as later
    from sales.subscription_item a
    join sales.subscription_item b on b.company_id = a.company_id
      and b.subscription_id = a.subscription_id and b.item_id = a.item_id
      and b.created_at = a.created_at and b.unit_price = a.unit_price
      and b.quantity = a.quantity and b.plan_version_id = a.plan_version_id
      and b.valid_from >= a.valid_to and (b.valid_to is null or b.valid_to > b.valid_from)
    where a.price_overridden and a.discount_until is null and a.valid_to > a.valid_from
    group by a.company_id, a.subscription_id, a.id, a.valid_to
    having bool_or(b.valid_from = a.valid_to)) l
  where i.company_id = l.company_id and i.subscription_id = l.subscription_id and i.id = l.id
    and (i.discount_percent is not null or i.discount_amount is not null or l.later is not null)`;

/**
 * What is given with an item may be another discount from a day on (`later_discounts`), as where an
 * order gives one once: then it may also begin behind a stub, and until that day there is none.
 */
export class LaterDiscounts1764002420101 extends ForwardMigration {
  name = 'LaterDiscounts1764002420101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription_item
      add column later_discounts jsonb,
      drop constraint subscription_item_until_check,
      add constraint subscription_item_until_check check (discount_until is null
        or (discount_until > valid_from and (discount_percent is not null
          or discount_amount is not null or later_discounts is not null))),
      add constraint subscription_item_later_check
        check (later_discounts is null or discount_until is not null)`);
    await runner.query(NOTE_LATER_DISCOUNTS);
  }
}
