import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * All who have said what a quote comes to, and by which rules it passed. Hosts of the version
 * before go on to write who did last.
 */
export class Pricers1764002120001 extends ForwardMigration {
  name = 'Pricers1764002120001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote
      add column pricers jsonb not null default '[]', add column passed_rules jsonb`);
    await runner.query(`update sales.quote set pricers = ('["' || priced_by::text || '"]')::jsonb
      where priced_by is not null`);
  }
}
