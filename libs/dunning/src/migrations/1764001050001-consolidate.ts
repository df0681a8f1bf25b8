import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Whether a customer gets one letter about all that is overdue, and how many letters a run has
 * written: by then an attempt of an invoice is no letter of its own any more.
 */
export class Consolidate1764001050001 extends ForwardMigration {
  name = 'Consolidate1764001050001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.schedule
      add column consolidate boolean not null default true`);
    await runner.query(`alter table dunning.run
      add column letters integer not null default 0`);
    await runner.query('update dunning.run set letters = sent');
  }
}
