import { createCompanyTable, createDoor, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * When a step of an approval is due, and when the clock has something to do for it; who was written
 * to about approvals, and of how many they still have to be told.
 */
export class ApprovalClock1764001400510 extends ForwardMigration {
  name = 'ApprovalClock1764001400510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table rules.approval
      add column due_at timestamptz,
      add column next_at timestamptz`);
    await runner.query(`create index approval_clock_index
      on rules.approval (company_id, next_at) where status = 'waiting' and next_at is not null`);
    await createCompanyTable(
      runner,
      'rules.approval_letter',
      `user_id uuid not null,
       kind text not null,
       written_at timestamptz not null,
       unsaid integer not null,
       primary key (company_id, user_id, kind),
       constraint approval_letter_user_fk
         foreign key (company_id, user_id) references identity.staff_user (company_id, id),
       constraint approval_letter_kind_check check (kind in ('asked', 'decided')),
       constraint approval_letter_unsaid_check check (unsaid >= 0)`,
    );
    await runner.query(`create index approval_letter_unsaid_index
      on rules.approval_letter (company_id, written_at) where unsaid > 0`);
    await createDoor(
      runner,
      'rules.door_companies_with_approvals()',
      'table (company_id uuid)',
      `select distinct company_id from rules.approval where status = 'waiting'
       union
       select distinct company_id from rules.approval_letter where unsaid > 0`,
    );
  }
}
