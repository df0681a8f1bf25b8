import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How documents are numbered, the counters, and the numbers that were passed over. */
export class Numbering1764000140001 implements MigrationInterface {
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

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
