import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index } from '../record-table.js';

/** Rates by pair and day. They have no owner: the column that comes along stays empty. */
export class ExchangeRate1764000200010 extends ForwardMigration {
  name = 'ExchangeRate1764000200010';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.exchange_rate',
      `name text not null,
       base text not null,
       quote text not null,
       rate numeric(22, 10) not null,
       day date not null,
       source text not null,
       constraint exchange_rate_rate_check check (rate > 0),
       constraint exchange_rate_pair_check check (base <> quote)`,
    );
    await runner.query(`create unique index exchange_rate_name_key
      on crm.exchange_rate (company_id, name) where deleted_at is null`);
    await index(runner, 'crm.exchange_rate', {
      owner: 'owner_id',
      created: 'created_at, id',
      name: 'name, id',
      pair: 'base, quote, day desc, updated_at desc, id desc',
      day: 'day desc, name, id',
    });
  }
}
