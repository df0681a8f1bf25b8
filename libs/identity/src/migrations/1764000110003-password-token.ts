import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The single-use tokens that set a password, hashes only. `shown_to` is who was shown the link, a
 * user or an API key; null where it only went by e-mail.
 */
export class PasswordToken1764000110003 extends ForwardMigration {
  name = 'PasswordToken1764000110003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'identity.password_token',
      `token_hash bytea not null,
       user_id uuid not null,
       purpose text not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       shown_to uuid,
       primary key (company_id, token_hash),
       constraint password_token_purpose_check check (purpose in ('reset', 'invitation'))`,
    );
    await runner.query(
      `alter table identity.password_token add constraint password_token_user_fk
       foreign key (company_id, user_id) references identity.staff_user (company_id, id)`,
    );
    await runner.query(
      `create index password_token_user_index on identity.password_token (company_id, user_id)`,
    );
  }
}
