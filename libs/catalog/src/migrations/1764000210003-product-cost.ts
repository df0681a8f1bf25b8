import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a unit of a product costs the company itself, for each currency that it is sold in. In a
 * table and behind a right of its own: no answer about a product shows it.
 */
export class ProductCost1764000210003 extends ForwardMigration {
  name = 'ProductCost1764000210003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'catalog.product_cost',
      `product_id uuid not null,
       currency text not null,
       unit_cost numeric(18,6) not null,
       updated_at timestamptz not null,
       primary key (company_id, product_id, currency),
       constraint product_cost_currency_check check (currency ~ '^[A-Z]{3}$'),
       constraint product_cost_unit_check check (unit_cost >= 0)`,
    );
    await runner.query(`alter table catalog.product_cost
      add constraint product_cost_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id)`);
  }
}
