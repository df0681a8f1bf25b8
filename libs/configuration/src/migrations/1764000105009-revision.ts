import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Every change of a company's configuration, with the whole state before and after it. */
export class Revision1764000105009 extends ForwardMigration {
  name = 'Revision1764000105009';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'configuration');
    // `json` keeps a state byte for byte, where `jsonb` would write its members in another order.
    await createCompanyTable(
      runner,
      'configuration.revision',
      `id uuid not null,
       change_id uuid not null,
       kind text not null,
       subject_id text not null,
       object text,
       name text not null,
       before json,
       after json,
       revert_of uuid,
       made_at timestamptz not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       request_id text not null,
       primary key (company_id, id),
       constraint revision_change_check check (before is not null or after is not null)`,
      { appendOnly: true },
    );
    await runner.query(`alter table configuration.revision add constraint revision_revert_fk
      foreign key (company_id, revert_of) references configuration.revision (company_id, id)`);
    await runner.query(`create index revision_change_index
      on configuration.revision (company_id, change_id, id)`);
    await runner.query(`create index revision_made_index
      on configuration.revision (company_id, made_at, id)`);
    await runner.query(`create index revision_subject_index
      on configuration.revision (company_id, kind, subject_id, id)`);
    await runner.query(`create index revision_object_index
      on configuration.revision (company_id, object, made_at, id) where object is not null`);
    await runner.query(`create index revision_revert_index
      on configuration.revision (company_id, revert_of) where revert_of is not null`);
  }
}
