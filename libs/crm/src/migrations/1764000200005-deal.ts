import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/**
 * Pipelines with their stages, and the deals in them. The stages of a pipeline stand in its row as
 * the API shows them; `pipeline_stage` repeats them so that a deal can refer to one, and is written
 * together with the pipeline only. Deals that name no pipeline begin in the default one, so that it
 * is active. Amounts are minor units of the deal's currency.
 */
export class Deal1764000200005 extends ForwardMigration {
  name = 'Deal1764000200005';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.pipeline',
      `name text not null,
       stages jsonb not null,
       is_default boolean not null default false,
       active boolean not null default true,
       constraint pipeline_default_check check (active or not is_default)`,
    );
    await index(runner, 'crm.pipeline', {
      owner: 'owner_id',
      created: 'created_at, id',
      name: 'name, id',
    });
    await runner.query(`create unique index pipeline_default_key
      on crm.pipeline (company_id) where is_default and deleted_at is null`);
    await createCompanyTable(
      runner,
      'crm.pipeline_stage',
      `pipeline_id uuid not null,
       id uuid not null,
       name text not null,
       position integer not null,
       probability integer not null,
       kind text not null,
       primary key (company_id, pipeline_id, id),
       constraint pipeline_stage_kind_check check (kind in ('open','won','lost')),
       constraint pipeline_stage_probability_check check (probability between 0 and 100)`,
    );
    await refer(runner, 'crm.pipeline_stage', { pipeline_id: 'crm.pipeline' });
    await index(runner, 'crm.pipeline_stage', { id: 'id' });
    await this.createDeal(runner);
  }

  private async createDeal(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.deal',
      `name text not null,
       account_id uuid,
       contact_id uuid,
       pipeline_id uuid not null,
       stage_id uuid not null,
       amount bigint,
       currency text not null,
       probability integer not null,
       probability_overridden boolean not null default false,
       expected_close_date date,
       status text not null default 'open',
       loss_reason text,
       partner_id uuid,
       stage_entered_at timestamptz not null,
       closed_at timestamptz,
       closed_on date,
       constraint deal_status_check check (status in ('open','won','lost')),
       constraint deal_amount_check check (amount >= 0),
       constraint deal_probability_check check (probability between 0 and 100),
       constraint deal_closed_check check ((status = 'open') = (closed_at is null)),
       constraint deal_lost_check check (loss_reason is null or status = 'lost')`,
    );
    await refer(runner, 'crm.deal', {
      account_id: 'crm.account',
      contact_id: 'crm.contact',
      pipeline_id: 'crm.pipeline',
      partner_id: 'crm.ledger_account',
    });
    await runner.query(`alter table crm.deal add constraint deal_stage_fk
      foreign key (company_id, pipeline_id, stage_id)
      references crm.pipeline_stage (company_id, pipeline_id, id)`);
    await serveLists(runner, 'crm.deal', {
      name: 'name, id',
      expected: 'status, expected_close_date, id',
      closed: 'status, closed_on, id',
    });
    await index(runner, 'crm.deal', {
      account: 'account_id',
      contact: 'contact_id',
      partner: 'partner_id',
      stage: 'pipeline_id, stage_id',
    });
  }
}
