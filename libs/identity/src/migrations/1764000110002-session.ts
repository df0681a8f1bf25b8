import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refresh tokens in their families, and the single-use tokens that set a password. Hashes only. */
export class Session1764000110002 implements MigrationInterface {
  name = 'Session1764000110002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'identity.refresh_family',
      `id uuid not null,
       user_id uuid not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       revoked_at timestamptz,
       revoked_reason text,
       primary key (company_id, id),
       constraint refresh_family_revoked_check check ((revoked_at is null) = (revoked_reason is null))`,
    );
    await createCompanyTable(
      runner,
      'identity.refresh_token',
      `token_hash bytea not null,
       family_id uuid not null,
       created_at timestamptz not null,
       spent_at timestamptz,
       child_hash bytea,
       primary key (company_id, token_hash),
       constraint refresh_token_child_check check ((spent_at is null) = (child_hash is null))`,
    );
    await createCompanyTable(
      runner,
      'identity.password_token',
      `token_hash bytea not null,
       user_id uuid not null,
       purpose text not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       primary key (company_id, token_hash),
       constraint password_token_purpose_check check (purpose in ('reset', 'invitation'))`,
    );
    await this.connect(runner);
  }

  private async connect(runner: QueryRunner): Promise<void> {
    const user = `foreign key (company_id, user_id) references identity.staff_user (company_id, id)`;
    await runner.query(
      `alter table identity.refresh_family add constraint refresh_family_user_fk ${user}`,
    );
    await runner.query(
      `alter table identity.password_token add constraint password_token_user_fk ${user}`,
    );
    await runner.query(
      `alter table identity.refresh_token add constraint refresh_token_family_fk
       foreign key (company_id, family_id) references identity.refresh_family (company_id, id)
       on delete cascade`,
    );
    await runner.query(
      `create index refresh_family_user_index on identity.refresh_family (company_id, user_id)`,
    );
    await runner.query(
      `create index refresh_family_expiry_index on identity.refresh_family (company_id, expires_at)`,
    );
    // One live token per family: a second child of the same parent is impossible.
    await runner.query(
      `create unique index refresh_token_live_key on identity.refresh_token (company_id, family_id)
       where spent_at is null`,
    );
    await runner.query(
      `create index refresh_token_family_index on identity.refresh_token (company_id, family_id)`,
    );
    await runner.query(
      `create index password_token_user_index on identity.password_token (company_id, user_id)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
