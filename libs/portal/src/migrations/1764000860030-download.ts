import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Addresses that a browser opens in a tab of its own, once and within a minute: what each leads to
 * is asked for in the session that it was made in.
 */
export class Download1764000860030 extends ForwardMigration {
  name = 'Download1764000860030';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.download',
      `token_hash bytea not null,
       portal_user_id uuid not null,
       session_id uuid not null,
       path text not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       primary key (company_id, token_hash)`,
    );
    await runner.query(`alter table portal.download add constraint download_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
    await runner.query(`create index download_user_index on portal.download
      (company_id, portal_user_id)`);
    await runner.query(`create index download_expiry_index on portal.download
      (company_id, expires_at)`);
  }
}
