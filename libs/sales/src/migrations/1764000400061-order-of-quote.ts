import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a quote became: its order, and the contract and subscriptions that were made with that. A
 * subscription that awaits its order begins when that is confirmed, whatever day it was to start.
 */
export class OrderOfQuote1764000400061 extends ForwardMigration {
  name = 'OrderOfQuote1764000400061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote
      add column auto_convert text not null default 'manual',
      add column auto_renew boolean not null default false,
      add column notice_days integer not null default 30,
      add column uplift_percent numeric(9,6) not null default 0,
      add column order_id uuid,
      add constraint quote_convert_check
        check (auto_convert in ('manual','on_accept')),
      add constraint quote_renew_check check (not auto_renew or term_months is not null),
      add constraint quote_notice_check check (notice_days between 0 and 730),
      add constraint quote_uplift_check check (uplift_percent between 0 and 100),
      add constraint quote_ordered_check check ((status = 'ordered') = (order_id is not null)),
      add constraint quote_order_fk foreign key (company_id, order_id)
        references sales.sales_order (company_id, id)`);
    await runner.query(`alter table sales.contract
      add column sales_order_id uuid,
      add column quote_id uuid,
      add constraint contract_sales_order_fk foreign key (company_id, sales_order_id)
        references sales.sales_order (company_id, id),
      add constraint contract_quote_fk foreign key (company_id, quote_id)
        references sales.quote (company_id, id)`);
    await runner.query(`create unique index contract_sales_order_key
      on sales.contract (company_id, sales_order_id) where sales_order_id is not null`);
    await runner.query(`alter table sales.subscription
      add column sales_order_id uuid,
      add column quote_id uuid,
      add column awaits_order boolean not null default false,
      add constraint subscription_awaits_check check (not awaits_order
        or (sales_order_id is not null and status in ('pending','cancelled'))),
      add constraint subscription_sales_order_fk foreign key (company_id, sales_order_id)
        references sales.sales_order (company_id, id),
      add constraint subscription_quote_fk foreign key (company_id, quote_id)
        references sales.quote (company_id, id)`);
    await runner.query(`create index subscription_sales_order_index
      on sales.subscription (company_id, sales_order_id) where sales_order_id is not null`);
  }
}
