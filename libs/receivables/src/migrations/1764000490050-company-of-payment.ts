import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which companies have booked a provider's payment: the last thing that a webhook without metadata
 * may be recognised by. Anybody can sign a webhook of their own about a payment of another, so
 * there may be several; whose it is shows the signature. The first to know of it come first, so
 * that latecomers cannot crowd them out.
 */
export class CompanyOfPayment1764000490050 implements MigrationInterface {
  name = 'CompanyOfPayment1764000490050';

  async up(runner: QueryRunner): Promise<void> {
    // Asked before the company is known.
    await runner.query(`create index payment_provider_payment_index
      on receivables.payment (provider_payment_id, company_id) where provider_payment_id is not null`);
    await createDoor(
      runner,
      'receivables.door_companies_of_payment(named_provider text, named_payment text)',
      'setof uuid',
      `select company_id from receivables.payment
       where provider = named_provider and provider_payment_id = named_payment
       order by created_at, id limit 8`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
