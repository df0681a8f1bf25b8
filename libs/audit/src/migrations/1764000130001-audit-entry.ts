import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of who did what. The application may read and append, nothing else. */
export class AuditEntry1764000130001 implements MigrationInterface {
  name = 'AuditEntry1764000130001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'audit');
    await createCompanyTable(
      runner,
      'audit.entry',
      `id uuid not null,
       occurred_at timestamptz not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       action text not null,
       object text not null,
       record_id text,
       before jsonb,
       after jsonb,
       request_id text not null,
       ip text,
       primary key (company_id, id)`,
      { appendOnly: true },
    );
    await runner.query(
      `create index entry_occurred_index on audit.entry (company_id, occurred_at)`,
    );
    await runner.query(
      `create index entry_record_index on audit.entry (company_id, record_id, occurred_at)`,
    );
    await runner.query(
      `create index entry_actor_index on audit.entry (company_id, actor_id, occurred_at)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
