import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What was to be said beside the tax decision of a line when it was priced. */
export class TaxWarnings1764001600100 extends ForwardMigration {
  name = 'TaxWarnings1764001600100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice_line
      add column tax_warnings jsonb not null default '[]',
      add constraint invoice_line_tax_warnings_check check (jsonb_typeof(tax_warnings) = 'array')`);
  }
}
