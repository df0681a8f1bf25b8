import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Files that somebody of a portal has sent before it is said what they hang on. One that waits has
 * its bytes and a day: `due_at` is when the sweep takes it, unless it was attached by then.
 */
export class Upload1764000860001 extends ForwardMigration {
  name = 'Upload1764000860001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table objects.document add column portal_user_id uuid`);
    await runner.query(`alter table objects.document drop constraint document_state_check`);
    await runner.query(`alter table objects.document
      add constraint document_state_check
        check (state in ('uploading', 'waiting', 'stored', 'removed')),
      add constraint document_waiting_check
        check (state <> 'waiting' or portal_user_id is not null)`);
    await runner.query(`create index document_sender_index on objects.document
      (company_id, portal_user_id, created_at) where portal_user_id is not null`);
  }
}
