import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The account of a connector as a column: the door that asks for it is bound to a policy, and
 * behind one an index serves only operators that can tell nothing of hidden rows. That of a column
 * is one, that of JSON is none.
 */
export class AccountColumn1764000600020 implements MigrationInterface {
  name = 'AccountColumn1764000600020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.connector
      add column account_id text generated always as (settings->>'accountId') stored`);
    await runner.query(`drop index gateway.connector_account_index`);
    await runner.query(`create index connector_account_index
      on gateway.connector (account_id, company_id) where account_id is not null`);
    await runner.query(`drop function gateway.door_companies_of_account(text, text)`);
    await createDoor(
      runner,
      'gateway.door_companies_of_account(named_provider text, account text)',
      'setof uuid',
      `select company_id from gateway.connector
       where kind = 'payment' and provider = named_provider and account_id = account
       order by created_at, company_id limit 8`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
