import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Devices that have signed in, each with a count of failures of its own; what a session tells its
 * user about itself; and what a company says of each directory of users.
 */
export class KnownDevice1764000110030 implements MigrationInterface {
  name = 'KnownDevice1764000110030';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'identity.known_device',
      `id uuid not null,
       user_id uuid not null,
       token_hash bytea not null,
       sign_ins integer not null default 1,
       failures integer not null default 0,
       locked_until timestamptz,
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       primary key (company_id, id),
       constraint known_device_token_key unique (company_id, token_hash),
       constraint known_device_failures_check check (failures between 0 and 5)`,
    );
    await createCompanyTable(
      runner,
      'identity.directory',
      `audience text not null,
       lock_ends_sessions boolean not null,
       updated_at timestamptz not null,
       primary key (company_id, audience),
       constraint directory_audience_check
         check (audience in ('staff', 'customer', 'partner', 'vendor'))`,
    );
    await runner.query(
      `alter table identity.known_device add constraint known_device_user_fk
       foreign key (company_id, user_id) references identity.staff_user (company_id, id)`,
    );
    await runner.query(
      `create index known_device_user_index on identity.known_device (company_id, user_id)`,
    );
    await runner.query(
      `create index known_device_expiry_index on identity.known_device (company_id, expires_at)`,
    );
    await this.tellOfSessions(runner);
  }

  /** Null for sessions that began before: nobody has written it down. */
  private async tellOfSessions(runner: QueryRunner): Promise<void> {
    for (const column of [
      'device_id uuid',
      'user_agent text',
      'ip text',
      'last_used_at timestamptz',
    ]) {
      await runner.query(`alter table identity.refresh_family add column ${column}`);
    }
    await runner.query(
      `alter table identity.refresh_family add constraint refresh_family_device_fk
       foreign key (company_id, device_id) references identity.known_device (company_id, id)`,
    );
    await runner.query(
      `create index refresh_family_device_index
       on identity.refresh_family (company_id, device_id)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
