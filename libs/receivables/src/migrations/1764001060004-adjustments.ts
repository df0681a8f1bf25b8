import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Allowances and charges of whole documents: what was said, and the lines that it made. */
export class Adjustments1764001060004 extends ForwardMigration {
  name = 'Adjustments1764001060004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice add column adjustments jsonb`);
    for (const name of ['invoice_line', 'credit_note_line']) {
      const table = `receivables.${name}`;
      await runner.query(`alter table ${table} add column adjustment text`);
      await runner.query(`alter table ${table} add column adjustment_percent numeric`);
      await runner.query(`alter table ${table} add column adjustment_base bigint`);
      await runner.query(`alter table ${table} add constraint ${name}_adjustment_check
        check (adjustment in ('allowance', 'charge')
          and (adjustment_percent is null) = (adjustment_base is null)
          or (adjustment is null and adjustment_percent is null and adjustment_base is null))`);
    }
  }
}
