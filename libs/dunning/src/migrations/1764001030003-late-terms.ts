import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a company asks of those who pay late: nothing while there is no row, or it is not active. */
export class LateTerms1764001030003 extends ForwardMigration {
  name = 'LateTerms1764001030003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'dunning.late_terms',
      `version integer not null,
       active boolean not null,
       annual_rate numeric(9,6),
       grace_days integer not null,
       applies_from date not null,
       amounts jsonb not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id),
       constraint late_terms_rate_check check (annual_rate > 0 and annual_rate <= 100),
       constraint late_terms_grace_check check (grace_days between 0 and 365),
       constraint late_terms_amounts_check check (jsonb_typeof(amounts) = 'array')`,
    );
  }
}
