import { createCompanyTable, createDoor, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * For which records and instants a timed rule has run: once for each, however often it is looked.
 * What is long past is forgotten, as nobody looks for it any longer.
 */
export class TimedRun1764001070002 extends ForwardMigration {
  name = 'TimedRun1764001070002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'rules.timed_run',
      `rule_id uuid not null,
       record_id uuid not null,
       field_at timestamptz not null,
       created_at timestamptz not null,
       primary key (company_id, rule_id, record_id, field_at)`,
    );
    await runner.query(`alter table rules.timed_run add constraint timed_run_rule_fk
      foreign key (company_id, rule_id) references rules.rule (company_id, id) on delete cascade`);
    await runner.query(`create index timed_run_created_index
      on rules.timed_run (company_id, created_at)`);
    await runner.query(`create index rule_timed_index on rules.rule (company_id, id)
      where kind = 'workflow' and active and definition ->> 'trigger' = 'date'`);
    await createDoor(
      runner,
      'rules.door_companies_with_timed_rules()',
      'table (company_id uuid)',
      `select distinct company_id from rules.rule
       where kind = 'workflow' and active and definition ->> 'trigger' = 'date'`,
    );
  }
}
