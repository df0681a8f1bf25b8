import { createCompanyTable, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What rules ask people about records. It outlives the rule and the record: who has approved what
 * is asked years later.
 */
export class Approval1764001300200 extends ForwardMigration {
  name = 'Approval1764001300200';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'rules.approval',
      `id uuid not null,
       rule_id uuid not null,
       rule_name text not null,
       object text not null,
       record_id uuid not null,
       title text not null,
       message text,
       field text,
       status text not null,
       step smallint not null,
       steps jsonb not null,
       asked jsonb not null,
       requested_by uuid,
       requested_at timestamptz not null,
       decided_at timestamptz,
       history jsonb not null,
       primary key (company_id, id),
       constraint approval_status_check
         check (status in ('waiting', 'approved', 'rejected', 'recalled')),
       constraint approval_decided_check check ((status = 'waiting') = (decided_at is null)),
       constraint approval_step_check check (step between 1 and jsonb_array_length(steps))`,
    );
    await runner.query(`create unique index approval_waiting_key
      on rules.approval (company_id, record_id) where status = 'waiting'`);
    await runner.query(`create index approval_rule_index
      on rules.approval (company_id, rule_id) where status = 'waiting'`);
    await runner.query(`create index approval_requested_index
      on rules.approval (company_id, requested_at, id)`);
  }
}
