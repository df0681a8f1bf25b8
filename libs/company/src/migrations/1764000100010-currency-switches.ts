import { APP_ROLE } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which currencies a company has switched on or off, by code. On the row of the company itself: who
 * writes a document reads that anyway. A currency that is not named is on.
 */
export class CurrencySwitches1764000100010 implements MigrationInterface {
  name = 'CurrencySwitches1764000100010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column currency_switches jsonb not null default '{}'`);
    await runner.query(`create view company.currency_terms with (security_invoker = true) as
      select c.id as company_id, c.base_currency, c.currency_switches from company.company c`);
    await runner.query(`grant select on company.currency_terms to ${APP_ROLE}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
