import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Refresh tokens, hashes only, in their families, and what a session tells its user about itself.
 */
export class Session1764000110002 extends ForwardMigration {
  name = 'Session1764000110002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'identity.refresh_family',
      `id uuid not null,
       user_id uuid not null,
       device_id uuid,
       user_agent text,
       ip text,
       created_at timestamptz not null,
       last_used_at timestamptz,
       expires_at timestamptz not null,
       revoked_at timestamptz,
       revoked_reason text,
       primary key (company_id, id),
       constraint refresh_family_revoked_check
         check ((revoked_at is null) = (revoked_reason is null))`,
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
    await this.connect(runner);
  }

  private async connect(runner: QueryRunner): Promise<void> {
    const user = `foreign key (company_id, user_id)
      references identity.staff_user (company_id, id)`;
    await runner.query(
      `alter table identity.refresh_family add constraint refresh_family_user_fk ${user}`,
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
      `create index refresh_family_expiry_index
        on identity.refresh_family (company_id, expires_at)`,
    );
    // One live token per family: a second child of the same parent is impossible.
    await runner.query(
      `create unique index refresh_token_live_key on identity.refresh_token (company_id, family_id)
       where spent_at is null`,
    );
    await runner.query(
      `create index refresh_token_family_index on identity.refresh_token (company_id, family_id)`,
    );
  }
}
