import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/** Cases with their service times, what was said about them, and the policy of a company. */
export class Case1764000200007 extends ForwardMigration {
  name = 'Case1764000200007';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.support_case',
      `number text not null,
       number_period text,
       number_seq bigint,
       account_id uuid,
       contact_id uuid,
       subject text not null,
       description text,
       origin text,
       reason text,
       priority text,
       status text not null default 'new',
       resolution text,
       first_response_due_at timestamptz,
       resolution_due_at timestamptz,
       first_responded_at timestamptz,
       resolved_at timestamptz,
       closed_at timestamptz,
       waiting_since timestamptz,
       paused_seconds integer not null default 0,
       first_response_breached boolean not null default false,
       resolution_breached boolean not null default false,
       constraint support_case_status_check
         check (status in ('new','open','waiting','resolved','closed')),
       constraint support_case_waiting_check
         check ((status = 'waiting') = (waiting_since is not null)),
       constraint support_case_resolved_check
         check (resolved_at is null or status in ('resolved','closed'))`,
    );
    await runner.query(
      `create unique index support_case_number_key on crm.support_case (company_id, number)`,
    );
    await refer(runner, 'crm.support_case', {
      account_id: 'crm.account',
      contact_id: 'crm.contact',
    });
    await serveLists(runner, 'crm.support_case', { status: 'status, created_at, id' });
    await index(runner, 'crm.support_case', { account: 'account_id', contact: 'contact_id' });
    await this.createService(runner);
  }

  private async createService(runner: QueryRunner): Promise<void> {
    // What the sweep for missed times looks for: clocks that still run.
    await runner.query(`create index support_case_response_due_index
      on crm.support_case (company_id, first_response_due_at)
      where first_responded_at is null and not first_response_breached and deleted_at is null`);
    await runner.query(`create index support_case_resolution_due_index
      on crm.support_case (company_id, resolution_due_at)
      where resolved_at is null and not resolution_breached and deleted_at is null`);
    await createCompanyTable(
      runner,
      'crm.case_comment',
      `case_id uuid not null,
       id uuid not null,
       visibility text not null,
       body text not null,
       author_kind text not null,
       author_id text,
       author_name text not null,
       created_at timestamptz not null,
       primary key (company_id, case_id, id),
       constraint case_comment_visibility_check check (visibility in ('public','internal'))`,
      { appendOnly: true },
    );
    await refer(runner, 'crm.case_comment', { case_id: 'crm.support_case' });
    await createCompanyTable(
      runner,
      'crm.sla_policy',
      `version integer not null,
       targets jsonb not null,
       hours jsonb,
       updated_at timestamptz not null,
       primary key (company_id)`,
    );
  }
}
