import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a company has decided of its taxes where the law leaves a choice. */
export class TaxOptions1764001720002 extends ForwardMigration {
  name = 'TaxOptions1764001720002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table company.company add column tax_options jsonb not null default
        '{"buyerOwes": [], "sourcing": [], "triangulation": "reverse_charge",
          "smallBusinessExports": "exempt"}'`,
    );
  }
}
