import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Quotes that become orders once what they ask for ahead is paid, and what a company has said of
 * that: how its quotes become orders, and whether what recurs begins with the order or waits for
 * its confirmation. Quotes and orders that were imported say what they are called elsewhere.
 */
export class QuoteOptions1764000400084 extends ForwardMigration {
  name = 'QuoteOptions1764000400084';

  async up(runner: QueryRunner): Promise<void> {
    const known = `auto_convert in ('manual','on_accept','on_deposit_paid')`;
    await runner.query(`alter table sales.quote
      drop constraint quote_convert_check,
      add constraint quote_convert_check check (${known})`);
    await runner.query(`alter table sales.quote_settings
      add column auto_convert text not null default 'manual',
      add column start_on_convert boolean not null default false,
      add constraint quote_settings_convert_check check (${known})`);
    for (const table of ['quote', 'sales_order']) {
      await runner.query(`alter table sales.${table} add column external_reference text`);
      await runner.query(`create unique index ${table}_external_reference_key
        on sales.${table} (company_id, external_reference) where external_reference is not null`);
    }
  }
}
