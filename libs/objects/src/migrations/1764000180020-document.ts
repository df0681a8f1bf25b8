import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Files attached to records. A row comes before its file and goes
 * after it, so that no file is without a row: `due_at` says when one
 * that is not stored is looked at, also one whose uploader was killed.
 */
export class Document1764000180020 extends ForwardMigration {
  name = 'Document1764000180020';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.document',
      `id uuid not null,
       object text not null,
       record_id uuid not null,
       version integer not null default 1,
       file_name text not null,
       mime_type text not null,
       size bigint not null,
       sha256 text not null,
       visibility text not null,
       state text not null,
       due_at timestamptz,
       created_at timestamptz not null,
       created_by uuid,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint document_state_check check (state in ('uploading', 'stored', 'removed')),
       constraint document_due_check check ((state = 'stored') = (due_at is null)),
       constraint document_visibility_check
         check (visibility in ('internal', 'customer', 'partner', 'vendor'))`,
    );
    await runner.query(
      `create index document_record_index on objects.document
         (company_id, record_id, created_at, id)`,
    );
    await runner.query(
      `create index document_due_index on objects.document (company_id, due_at)
       where due_at is not null`,
    );
    // The documents of all records are listed by their time, those of an object or a person as
    // well.
    for (const [name, columns] of [
      ['created', 'created_at, id'],
      ['object', 'object, created_at, id'],
      ['author', 'created_by, created_at, id'],
    ]) {
      await runner.query(`create index document_${name}_index on objects.document
        (company_id, ${columns}) where state = 'stored'`);
    }
  }
}
