import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What comes back of an invoice by changes is looked up where somebody credits it by hand. */
export class ChangeLineCorrects1764001000001 extends ForwardMigration {
  name = 'ChangeLineCorrects1764001000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index change_line_corrects_index on billing.change_line
      (company_id, corrects) where corrects is not null and settled_on is null`);
  }
}
