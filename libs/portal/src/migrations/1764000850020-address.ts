import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where customers have things delivered, beside the addresses that staff keep of an account. */
export class PortalAddress1764000850020 extends ForwardMigration {
  name = 'PortalAddress1764000850020';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.address',
      `id uuid not null,
       version integer not null default 1,
       account_id uuid not null,
       label text not null,
       recipient text,
       line1 text not null,
       line2 text,
       city text not null,
       region text,
       postal_code text,
       country text not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id)`,
    );
    await runner.query(`alter table portal.address
      add constraint address_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id)`);
    // As users do, they move with an account that becomes part of another.
    await runner.query(`comment on constraint address_account_fk on portal.address
      is 'goes along'`);
    await runner.query(`create index address_account_index
      on portal.address (company_id, account_id) where deleted_at is null`);
  }
}
