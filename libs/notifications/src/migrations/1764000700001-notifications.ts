import { createCompanyTable, createDoor, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The templates that companies have saved, and every e-mail: queue and log in one. `due_at` says
 * when an e-mail that is not finished is next taken up, also one whose sender was killed.
 */
export class Notifications1764000700001 implements MigrationInterface {
  name = 'Notifications1764000700001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'notifications');
    await createCompanyTable(
      runner,
      'notifications.email_template',
      `code text not null,
       version integer not null default 1,
       subject text not null,
       html text not null,
       text text not null,
       language text,
       active boolean not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, code)`,
    );
    await createCompanyTable(
      runner,
      'notifications.email',
      `id uuid not null,
       template_code text not null,
       status text not null,
       to_address text not null,
       subject text not null,
       html text not null,
       text text not null,
       language text not null,
       from_name text not null,
       reply_to text,
       late jsonb,
       attachments jsonb not null,
       object text not null,
       record_id text not null,
       dedupe_key text,
       message_id text,
       attempts integer not null default 0,
       due_at timestamptz,
       last_error text,
       answer text,
       request_id text not null,
       created_at timestamptz not null,
       finished_at timestamptz,
       primary key (company_id, id),
       constraint email_status_check check (status in ('queued', 'sending', 'sent', 'failed')),
       constraint email_due_check check ((status in ('queued', 'sending')) = (due_at is not null)),
       constraint email_finished_check
         check ((status in ('sent', 'failed')) = (finished_at is not null))`,
    );
    await runner.query(
      `create unique index email_dedupe_key on notifications.email (company_id, dedupe_key)
       where dedupe_key is not null`,
    );
    await runner.query(
      `create index email_due_index on notifications.email (company_id, due_at)
       where due_at is not null`,
    );
    await runner.query(
      `create index email_created_index on notifications.email (company_id, created_at, id)`,
    );
    await runner.query(
      `create index email_record_index on notifications.email (company_id, record_id)`,
    );
    await createDueDoor(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

/**
 * Walks the index of unfinished e-mails from company to company: a backlog costs what a row costs.
 */
async function createDueDoor(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'notifications.door_companies_with_due_email(now timestamptz)',
    'table (company_id uuid)',
    `with recursive due as (
       (select e.company_id, e.due_at from notifications.email e
        where e.due_at is not null order by e.company_id, e.due_at limit 1)
       union all
       select n.company_id, n.due_at from due d, lateral (
         select e.company_id, e.due_at from notifications.email e
         where e.due_at is not null and e.company_id > d.company_id
         order by e.company_id, e.due_at limit 1) n)
     select d.company_id from due d where d.due_at <= now`,
  );
}
