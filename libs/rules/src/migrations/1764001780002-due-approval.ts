import { createCompanyTable, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Approvals that rules are about to ask, from the change that calls them on: written with its
 * event, gone with the approval itself. Of an event that was handled or given up it says nothing.
 */
export class DueApproval1764001780002 extends ForwardMigration {
  name = 'DueApproval1764001780002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'rules.due_approval',
      `event_id uuid not null,
       record_id uuid not null,
       primary key (company_id, event_id)`,
    );
    await runner.query(`create index due_approval_record_index
      on rules.due_approval (company_id, record_id)`);
  }
}
