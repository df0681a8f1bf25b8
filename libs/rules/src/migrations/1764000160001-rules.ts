import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Rules of objects, the keys by which records are the same, and what workflows have done. */
export class Rules1764000160001 extends ForwardMigration {
  name = 'Rules1764000160001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'rules');
    await createRules(runner);
    await createKeys(runner);
    await createRuns(runner);
    await createDoor(
      runner,
      'rules.door_companies_with_building_rules()',
      'table (company_id uuid)',
      `select distinct company_id from rules.rule where state = 'building'`,
    );
  }
}

async function createRules(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'rules.rule',
    `id uuid not null,
     version integer not null,
     kind text not null,
     object text not null,
     name text not null,
     active boolean not null,
     position integer not null,
     definition jsonb not null,
     state text not null default 'ready',
     build_after uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint rule_kind_check check (kind in ('duplicate', 'validation', 'workflow')),
     constraint rule_state_check check (state in ('ready', 'building')),
     constraint rule_building_check check (state = 'ready' or kind = 'duplicate'),
     constraint rule_definition_check check (jsonb_typeof(definition) = 'object')`,
  );
  await runner.query(`create unique index rule_name_key
    on rules.rule (company_id, kind, object, lower(name))`);
  await runner.query(`create index rule_object_index
    on rules.rule (company_id, kind, object, position, id)`);
  await runner.query(`create index rule_building_index
    on rules.rule (company_id, id) where state = 'building'`);
}

async function createKeys(runner: QueryRunner): Promise<void> {
  // One row for each record and duplicate rule: a hash of the values that make it the same as
  // others.
  await createCompanyTable(
    runner,
    'rules.duplicate_key',
    `rule_id uuid not null,
     record_id uuid not null,
     key text not null,
     primary key (company_id, rule_id, record_id)`,
  );
  await runner.query(`alter table rules.duplicate_key add constraint duplicate_key_rule_fk
    foreign key (company_id, rule_id) references rules.rule (company_id, id) on delete cascade`);
  await runner.query(`create index duplicate_key_index
    on rules.duplicate_key (company_id, rule_id, key, record_id)`);
  // Locked before the key is looked for, so that of two equal records made at once one sees the
  // other.
  await createCompanyTable(
    runner,
    'rules.duplicate_guard',
    `rule_id uuid not null,
     key text not null,
     primary key (company_id, rule_id, key)`,
  );
  await runner.query(`alter table rules.duplicate_guard add constraint duplicate_guard_rule_fk
    foreign key (company_id, rule_id) references rules.rule (company_id, id) on delete cascade`);
}

async function createRuns(runner: QueryRunner): Promise<void> {
  // The log outlives its rules: what was done stays to be read.
  await createCompanyTable(
    runner,
    'rules.workflow_run',
    `id uuid not null,
     rule_id uuid not null,
     rule_name text not null,
     object text not null,
     record_id uuid not null,
     event_id uuid not null,
     event_type text not null,
     depth smallint not null,
     outcome text not null,
     actions integer not null,
     error text,
     message text,
     ran_at timestamptz not null,
     primary key (company_id, id),
     constraint workflow_run_outcome_check check (outcome in ('done', 'failed', 'too_deep')),
     constraint workflow_run_error_check check ((outcome = 'done') = (error is null))`,
  );
  await runner.query(`create unique index workflow_run_event_key
    on rules.workflow_run (company_id, event_id, rule_id)`);
  await runner.query(`create index workflow_run_rule_index
    on rules.workflow_run (company_id, rule_id, ran_at, id)`);
  await runner.query(`create index workflow_run_ran_index
    on rules.workflow_run (company_id, ran_at, id)`);
}
