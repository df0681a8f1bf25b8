import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What quotes and orders were checked by, what an order was made of, and by which order an asset
 * was sold, is there. Lines are written anew within a transaction, so that it is asked at its end.
 */
export class SoldLinks1764001400202 extends ForwardMigration {
  name = 'SoldLinks1764001400202';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote
      add constraint quote_credit_check_fk foreign key (company_id, credit_check_id)
        references credit.credit_check (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table sales.sales_order
      add constraint sales_order_credit_check_fk foreign key (company_id, credit_check_id)
        references credit.credit_check (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table sales.quote_line
      add constraint quote_line_id_key unique (company_id, id)`);
    await runner.query(`create index sales_order_line_quote_line_index
      on sales.sales_order_line (company_id, quote_line_id) where quote_line_id is not null`);
    await runner.query(`alter table sales.sales_order_line
      add constraint sales_order_line_quote_line_fk foreign key (company_id, quote_line_id)
        references sales.quote_line (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table crm.asset
      add constraint asset_order_fk foreign key (company_id, order_id)
        references sales.sales_order (company_id, id) deferrable initially deferred`);
  }
}
