import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The taxes of the Canary Islands, Ceuta and Melilla have categories of their own, L and M. */
export class TaxCategories1764000980003 extends ForwardMigration {
  name = 'TaxCategories1764000980003';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['invoice_line', 'credit_note_line']) {
      const table = `receivables.${name}`;
      await runner.query(`alter table ${table} drop constraint ${name}_category_check`);
      await runner.query(`alter table ${table} add constraint ${name}_category_check
        check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'))`);
      await runner.query(`alter table ${table} drop constraint ${name}_decision_check`);
      await runner.query(`alter table ${table} add constraint ${name}_decision_check
        check (tax_category is null
          or (tax_reason is not null and (tax_category in ('S', 'L', 'M') or tax = 0)))`);
    }
  }
}
