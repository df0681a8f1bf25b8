import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An event that names none of our documents may still name the account at the provider. Several
 * companies may say that one is theirs; whose the event is shows the signature.
 */
export class AccountOfConnector1764000600010 implements MigrationInterface {
  name = 'AccountOfConnector1764000600010';

  async up(runner: QueryRunner): Promise<void> {
    // Asked before the company is known.
    await runner.query(`create index connector_account_index
      on gateway.connector ((settings->>'accountId'), company_id)
      where settings->>'accountId' is not null`);
    await createDoor(
      runner,
      'gateway.door_companies_of_account(named_provider text, account text)',
      'setof uuid',
      `select company_id from gateway.connector
       where kind = 'payment' and provider = named_provider and settings->>'accountId' = account
       order by created_at, company_id limit 8`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
