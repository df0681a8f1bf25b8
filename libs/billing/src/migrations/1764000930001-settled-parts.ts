import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A line that is through came back in parts, or goes on waiting in one: `part_of` says of which
 * line each is, so that what came back can be added up. Of lines that were through before it is not
 * known: they name themselves.
 */
export class SettledParts1764000930001 extends ForwardMigration {
  name = 'SettledParts1764000930001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table billing.change_line add column part_of uuid');
    await runner.query(`update billing.change_line set part_of = id where settled_on is not null`);
    await runner.query(`create index change_line_part_index on billing.change_line
      (company_id, schedule_id, part_of) where part_of is not null`);
  }
}
