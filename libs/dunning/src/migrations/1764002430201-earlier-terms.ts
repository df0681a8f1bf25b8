import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What days cost before a rate or days of grace were said that hold now (`earlier`, each with the
 * first day that costs by the next), and when those were said. Of what was said before it is kept,
 * nothing is known: all days cost what is said last.
 */
export class EarlierTerms1764002430201 extends ForwardMigration {
  name = 'EarlierTerms1764002430201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.late_terms
      add column said_on date,
      add column earlier jsonb not null default '[]',
      add constraint late_terms_earlier_check check (jsonb_typeof(earlier) = 'array')`);
  }
}
