import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Notices that browsers show of themselves (Web Push): the key that a company signs them with, the
 * browsers that users have asked for them in, and what is on its way. A browser is that of the
 * session it was asked in: with the session its pushes end.
 */
export class Push1764001020010 extends ForwardMigration {
  name = 'Push1764001020010';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.push_key',
      `public_key text not null,
       private_key jsonb not null,
       created_at timestamptz not null,
       primary key (company_id)`,
    );
    await createCompanyTable(
      runner,
      'portal.push_subscription',
      `id uuid not null,
       portal_user_id uuid not null,
       session_id uuid not null,
       endpoint_hash bytea not null,
       host text not null,
       target jsonb not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint push_subscription_endpoint_key unique (company_id, endpoint_hash)`,
    );
    await createCompanyTable(
      runner,
      'portal.push_message',
      `notice_id uuid not null,
       subscription_id uuid not null,
       created_at timestamptz not null,
       due_at timestamptz not null,
       attempts integer not null default 0,
       primary key (company_id, notice_id, subscription_id)`,
    );
    await runner.query(`alter table portal.push_subscription
      add constraint push_subscription_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id),
      add constraint push_subscription_session_fk foreign key (company_id, session_id)
        references portal.refresh_family (company_id, id) on delete cascade`);
    await runner.query(`alter table portal.push_message
      add constraint push_message_notice_fk foreign key (company_id, notice_id)
        references portal.notice (company_id, id) on delete cascade,
      add constraint push_message_subscription_fk foreign key (company_id, subscription_id)
        references portal.push_subscription (company_id, id) on delete cascade`);
    await runner.query(`create index push_subscription_user_index
      on portal.push_subscription (company_id, portal_user_id, created_at)`);
    await runner.query(`create index push_subscription_session_index
      on portal.push_subscription (company_id, session_id)`);
    await runner.query(`create index push_message_due_index
      on portal.push_message (company_id, due_at)`);
    await runner.query(`create index push_message_subscription_index
      on portal.push_message (company_id, subscription_id)`);
    await createDoor(
      runner,
      'portal.door_companies_with_due_push(now timestamptz)',
      'table (company_id uuid)',
      `select distinct m.company_id from portal.push_message m where m.due_at <= $1`,
    );
  }
}
