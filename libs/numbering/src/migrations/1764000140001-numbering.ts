import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * How documents are numbered, the counters, and the numbers that were passed over. Rules that are
 * taken back stay, but not in force: numbers of their format are borne, so that the built-in rules
 * have to look for collisions from then on.
 */
export class Numbering1764000140001 extends ForwardMigration {
  name = 'Numbering1764000140001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'numbering');
    await createCompanyTable(
      runner,
      'numbering.setting',
      `type text not null,
       version integer not null default 1,
       format text not null,
       reset text not null,
       start bigint not null,
       increment bigint not null,
       in_force boolean not null default true,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, type),
       constraint setting_reset_check check (reset in ('never','yearly','monthly','daily')),
       constraint setting_counter_check check (start >= 0 and increment >= 1)`,
    );
    await createCompanyTable(
      runner,
      'numbering.counter',
      `type text not null,
       period text not null,
       first_seq bigint not null,
       last_seq bigint not null,
       increment bigint not null,
       primary key (company_id, type, period),
       constraint counter_order_check check (last_seq >= first_seq)`,
    );
    await createCompanyTable(
      runner,
      'numbering.skipped_number',
      `type text not null,
       period text not null,
       seq bigint not null,
       number text not null,
       reason text not null,
       created_at timestamptz not null,
       primary key (company_id, type, period, seq)`,
      { appendOnly: true },
    );
  }
}
