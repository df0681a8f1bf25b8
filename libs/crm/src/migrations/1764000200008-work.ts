import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/** Knowledge articles, activities, tasks, and campaigns with their members. */
export class Work1764000200008 extends ForwardMigration {
  name = 'Work1764000200008';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.knowledge_article',
      `title text not null,
       body text not null,
       audience text not null default 'internal',
       status text not null default 'draft',
       published_at timestamptz,
       archived_at timestamptz,
       constraint knowledge_article_status_check check (status in ('draft','published','archived')),
       constraint knowledge_article_audience_check
         check (audience in ('internal','customer','partner','vendor'))`,
    );
    await serveLists(runner, 'crm.knowledge_article', {
      title: 'title, id',
      audience: 'audience, status, title, id',
    });
    const work = `subject text not null,
       description text,
       priority text,
       status text not null default 'open',
       related_object text,
       related_id uuid,
       completed_at timestamptz`;
    const whole = (table: string) => `
       constraint ${table}_related_check check ((related_object is null) = (related_id is null)),
       constraint ${table}_completed_check
         check ((status = 'completed') = (completed_at is not null))`;
    await createRecordTable(
      runner,
      'crm.activity',
      `${work}, kind text not null, due_at timestamptz,
       constraint activity_kind_check check (kind in ('call','meeting','note','email')),
       constraint activity_status_check check (status in ('open','completed','cancelled')),
       ${whole('activity')}`,
    );
    await createRecordTable(
      runner,
      'crm.task',
      `${work}, due_date date,
       constraint task_status_check
         check (status in ('open','in_progress','completed','cancelled')),
       ${whole('task')}`,
    );
    await serveLists(runner, 'crm.activity', { due: 'status, due_at, id' });
    await serveLists(runner, 'crm.task', { due: 'status, due_date, id' });
    for (const table of ['crm.activity', 'crm.task']) {
      await index(runner, table, { related: 'related_object, related_id, created_at' });
    }
    await this.createCampaign(runner);
  }

  private async createCampaign(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.campaign',
      `name text not null,
       type text,
       status text not null default 'planned',
       description text,
       start_date date,
       end_date date,
       budget bigint,
       currency text not null,
       constraint campaign_status_check
         check (status in ('planned','active','completed','cancelled')),
       constraint campaign_dates_check check (end_date >= start_date),
       constraint campaign_budget_check check (budget >= 0)`,
    );
    await serveLists(runner, 'crm.campaign', { name: 'name, id' });
    await createCompanyTable(
      runner,
      'crm.campaign_member',
      `campaign_id uuid not null,
       id uuid not null,
       lead_id uuid,
       contact_id uuid,
       status text not null default 'planned',
       added_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, campaign_id, id),
       constraint campaign_member_kind_check check ((lead_id is null) <> (contact_id is null)),
       constraint campaign_member_status_check
         check (status in ('planned','sent','responded','converted','unsubscribed'))`,
    );
    await refer(runner, 'crm.campaign_member', {
      campaign_id: 'crm.campaign',
      lead_id: 'crm.lead',
      contact_id: 'crm.contact',
    });
    for (const kind of ['lead', 'contact']) {
      await runner.query(`create unique index campaign_member_${kind}_key
        on crm.campaign_member (company_id, campaign_id, ${kind}_id)`);
      await index(runner, 'crm.campaign_member', { [kind]: `${kind}_id` });
    }
    await index(runner, 'crm.campaign_member', { list: 'campaign_id, created_at, id' });
  }
}
