import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What quotes and orders say where neither they, nor a template, nor their account says anything. A
 * host of the version before leaves these as they are.
 */
export class QuoteDefaults1764002300000 extends ForwardMigration {
  name = 'QuoteDefaults1764002300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote_settings
      add column introduction text,
      add column terms text,
      add column notes text,
      add column prices_include_tax boolean not null default false,
      add column payment_terms text,
      add column credit_days integer,
      add constraint quote_settings_credit_days_check check (credit_days between 0 and 999)`);
  }
}
