import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The taxes of the Canary Islands, Ceuta and Melilla have categories of their own, L and M. */
export class SoldTaxCategories1764000980004 extends ForwardMigration {
  name = 'SoldTaxCategories1764000980004';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['quote_line', 'sales_order_line']) {
      await runner.query(`alter table sales.${name} drop constraint ${name}_category_check`);
      await runner.query(`alter table sales.${name} add constraint ${name}_category_check
        check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'))`);
    }
  }
}
