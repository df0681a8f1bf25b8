import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Second factors of credentials: the secret of an authenticator, sealed, the codes that stand in
 * for it, and what is between a right password and a right code.
 */
export class PortalMfa1764000850001 extends ForwardMigration {
  name = 'PortalMfa1764000850001';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.mfa',
      `credential_id uuid not null,
       secret jsonb,
       confirmed_at timestamptz,
       used_step integer,
       pending jsonb,
       pending_at timestamptz,
       updated_at timestamptz not null,
       primary key (company_id, credential_id),
       constraint mfa_confirmed_check check (
         (secret is null) = (confirmed_at is null) and (secret is null) = (used_step is null)),
       constraint mfa_pending_check check ((pending is null) = (pending_at is null))`,
    );
    await createCompanyTable(
      runner,
      'portal.mfa_recovery_code',
      `credential_id uuid not null,
       code_hash text not null,
       created_at timestamptz not null,
       used_at timestamptz,
       primary key (company_id, credential_id, code_hash)`,
    );
    await createCompanyTable(
      runner,
      'portal.mfa_step',
      `token_hash bytea not null,
       credential_id uuid not null,
       portal_user_id uuid not null,
       device_id uuid,
       channel text not null,
       remembered boolean not null,
       pending jsonb,
       failures integer not null default 0,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       primary key (company_id, token_hash),
       constraint mfa_step_channel_check check (channel in ('browser', 'program')),
       constraint mfa_step_failures_check check (failures between 0 and 5)`,
    );
    for (const table of ['mfa', 'mfa_recovery_code', 'mfa_step']) {
      await runner.query(`alter table portal.${table} add constraint ${table}_credential_fk
        foreign key (company_id, credential_id) references portal.credential (company_id, id)`);
    }
    await runner.query(`alter table portal.mfa_step
      add constraint mfa_step_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id),
      add constraint mfa_step_device_fk foreign key (company_id, device_id)
        references portal.known_device (company_id, id) on delete cascade`);
    for (const [name, column] of Object.entries({
      credential: 'credential_id',
      user: 'portal_user_id',
      device: 'device_id',
      expiry: 'expires_at',
    })) {
      await runner.query(`create index mfa_step_${name}_index
        on portal.mfa_step (company_id, ${column})`);
    }
    await runner.query(`alter table portal.settings
      add column mfa text not null default 'optional',
      add constraint settings_mfa_check check (mfa in ('off', 'optional', 'admins', 'all'))`);
  }
}
