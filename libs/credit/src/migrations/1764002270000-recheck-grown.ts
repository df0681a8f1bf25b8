import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Whether what grew beyond its check is asked about anew. Hosts of before, which an upgrade lets
 * run on for a while, write the row without it.
 */
export class RecheckGrown1764002270000 extends ForwardMigration {
  name = 'RecheckGrown1764002270000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table credit.settings add column recheck_grown boolean not null default false`,
    );
  }
}
