import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How often a company lets a protection be extended: null is as often as it is asked for. */
export class PartnerSettings1764000840010 extends ForwardMigration {
  name = 'PartnerSettings1764000840010';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'partner.settings',
      `max_extensions integer,
       updated_at timestamptz not null,
       primary key (company_id),
       constraint settings_extensions_check check (max_extensions between 0 and 100)`,
    );
    await runner.query(`alter table partner.deal_registration
      drop constraint deal_registration_extension_check`);
    await runner.query(`alter table partner.deal_registration
      add constraint deal_registration_extension_check check (extensions >= 0
        and (extension_asked_at is null) = (extension_reason is null)
        and (extension_days is null or extension_asked_at is not null))`);
  }
}
