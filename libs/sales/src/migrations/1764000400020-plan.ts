import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The columns that every record of the engine has. */
const RECORD = `owner_id uuid,
  custom jsonb not null default '{}',
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (company_id, id)`;

/**
 * What is measured, and plans with their versions. A version is never changed, so that what is
 * subscribed to stays what it was: the application may not update its row.
 */
export class Plan1764000400020 extends ForwardMigration {
  name = 'Plan1764000400020';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.meter',
      `id uuid not null,
       version integer not null default 1,
       code text not null,
       name text not null,
       aggregation text not null,
       counted_property text,
       unit text,
       ${RECORD},
       constraint meter_aggregation_check
         check (aggregation in ('sum','count','max','last','unique_count','weighted')),
       constraint meter_counted_check
         check ((aggregation = 'unique_count') = (counted_property is not null))`,
    );
    await runner.query(`create unique index meter_code_key
      on sales.meter (company_id, code) where deleted_at is null`);
    await createCompanyTable(
      runner,
      'sales.plan',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       product_id uuid not null,
       description text,
       active boolean not null default true,
       ${RECORD}`,
    );
    await serveRecords(runner, 'sales.meter', { code: 'code, id' });
    await serveRecords(runner, 'sales.plan', { name: 'name, id' });
    await runner.query(`create index plan_product_index on sales.plan (company_id, product_id)`);
    await runner.query(`alter table sales.plan add constraint plan_product_fk
      foreign key (company_id, product_id) references catalog.product (company_id, id)`);
    await createVersions(runner);
  }
}

async function createVersions(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.plan_version',
    `id uuid not null,
     plan_id uuid not null,
     number integer not null,
     frequency text not null,
     timing text not null,
     trial_days integer not null,
     trial_end_action text not null,
     stub text not null,
     usage_while_paused boolean not null,
     grace_days smallint not null,
     prices jsonb not null,
     charges jsonb not null,
     minimums jsonb not null,
     note text,
     created_by uuid,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint plan_version_number_check check (number >= 1),
     constraint plan_version_frequency_check check (frequency in
       ('weekly','fortnightly','monthly','quarterly','half_yearly','annually')),
     constraint plan_version_timing_check check (timing in ('advance','arrears')),
     constraint plan_version_trial_check check (trial_days between 0 and 730),
     constraint plan_version_trial_end_check check (trial_end_action in ('activate','cancel')),
     constraint plan_version_grace_check check (grace_days between 0 and 15),
     constraint plan_version_stub_check check (stub in ('prorated','free','full'))`,
    { appendOnly: true },
  );
  await runner.query(`create unique index plan_version_number_key
    on sales.plan_version (company_id, plan_id, number)`);
  // Whether usage is watched at all.
  await runner.query(`create index plan_version_alerts_index
    on sales.plan_version (company_id, id)
    where jsonb_path_exists(charges, '$[*].alerts.percents[*]')`);
  await runner.query(`alter table sales.plan_version add constraint plan_version_plan_fk
    foreign key (company_id, plan_id) references sales.plan (company_id, id)`);
}

/** What the lists of a record are sorted by, and the owner that scopes them. */
export async function serveRecords(
  runner: QueryRunner,
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const name = table.split('.')[1] ?? '';
  for (const [word, sorted] of Object.entries({ created: 'created_at, id', ...columns })) {
    await runner.query(`create index ${name}_${word}_index
      on ${table} (company_id, ${sorted}) where deleted_at is null`);
  }
  await runner.query(`create index ${name}_owner_index
    on ${table} (company_id, owner_id, created_at, id) include (deleted_at)`);
  await runner.query(`alter table ${table} add constraint ${name}_owner_fk
    foreign key (company_id, owner_id) references identity.staff_user (company_id, id)`);
}
