import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What users of the portals are told of, and what each wants to be told of by which way. `source`
 * names what a notice tells of, so that nobody is told twice of one thing; `mail_due_at` stands as
 * long as one waits to be gathered into an e-mail with others.
 */
export class Notice1764000860010 extends ForwardMigration {
  name = 'Notice1764000860010';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.notice',
      `id uuid not null,
       portal_user_id uuid not null,
       source text not null,
       kind text not null,
       category text not null,
       object text not null,
       record_id uuid not null,
       facts jsonb not null,
       in_app boolean not null,
       created_at timestamptz not null,
       read_at timestamptz,
       mail_due_at timestamptz,
       primary key (company_id, id),
       constraint notice_source_key unique (company_id, portal_user_id, source)`,
    );
    await runner.query(`create index notice_list_index
      on portal.notice (company_id, portal_user_id, created_at desc, id)`);
    await runner.query(`create index notice_unread_index
      on portal.notice (company_id, portal_user_id) where read_at is null and in_app`);
    await runner.query(`create index notice_mail_index
      on portal.notice (company_id, mail_due_at) where mail_due_at is not null`);
    await runner.query(`create index notice_age_index
      on portal.notice (company_id, created_at)`);
    await createCompanyTable(
      runner,
      'portal.notice_choice',
      `portal_user_id uuid not null,
       category text not null,
       in_app boolean not null,
       by_mail boolean not null,
       by_push boolean not null,
       of_colleagues boolean not null,
       updated_at timestamptz not null,
       primary key (company_id, portal_user_id, category)`,
    );
    await createCompanyTable(
      runner,
      'portal.notice_digest',
      `portal_user_id uuid not null,
       digest text not null,
       updated_at timestamptz not null,
       primary key (company_id, portal_user_id),
       constraint notice_digest_check check (digest in ('off', 'daily', 'weekly'))`,
    );
    await createCompanyTable(
      runner,
      'portal.follower',
      `portal_user_id uuid not null,
       object text not null,
       record_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, record_id, object, portal_user_id)`,
    );
    await runner.query(`create index follower_user_index
      on portal.follower (company_id, portal_user_id)`);
    for (const table of ['notice', 'notice_choice', 'notice_digest', 'follower']) {
      await runner.query(`alter table portal.${table} add constraint ${table}_user_fk
        foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    }
  }
}
