import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What was to be said beside the tax decision of a line when it was priced. */
export class SoldTaxWarnings1764001720003 extends ForwardMigration {
  name = 'SoldTaxWarnings1764001720003';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['quote_line', 'sales_order_line']) {
      await runner.query(`alter table sales.${noun}
        add column tax_warnings jsonb not null default '[]',
        add constraint ${noun}_tax_warnings_check check (jsonb_typeof(tax_warnings) = 'array')`);
    }
  }
}
