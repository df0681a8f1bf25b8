import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { DECOYS, NO_COMPANY, decoyId } from '../sign-in/decoy.js';

/**
 * Staff users, the decoys that make an unknown e-mail cost the same as a known one, and what a
 * company says of each directory of users.
 */
export class StaffUser1764000110001 extends ForwardMigration {
  name = 'StaffUser1764000110001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'identity');
    await createCompanyTable(
      runner,
      'identity.staff_user',
      `id uuid not null,
       email text not null,
       name text not null,
       team text,
       password_hash text,
       active boolean not null default true,
       failures integer not null default 0,
       locked_until timestamptz,
       last_failed_at timestamptz,
       last_sign_in_at timestamptz,
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint staff_user_email_key unique (company_id, email),
       constraint staff_user_email_check check (email = lower(email)),
       constraint staff_user_failures_check check (failures between 0 and 5)`,
    );
    await runner.query(`alter table identity.staff_user set (fillfactor = 85)`);
    // Not led by the company: sign-in knows the e-mail before it knows the company.
    await runner.query(`create index staff_user_sign_in_index on identity.staff_user (email)`);
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
    await this.insertDecoys(runner);
  }

  private async insertDecoys(runner: QueryRunner): Promise<void> {
    const ids = Array.from({ length: DECOYS }, (_, n) => decoyId(n));
    await runner.query(
      `insert into identity.staff_user (company_id, id, email, name, active, created_at, updated_at)
       select $1, d.id, 'decoy-' || d.id, 'Nobody', false, now(), now()
       from unnest($2::uuid[]) as d (id)`,
      [NO_COMPANY, ids],
    );
  }
}
