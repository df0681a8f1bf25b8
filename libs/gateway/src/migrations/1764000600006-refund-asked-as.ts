import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The request of a person that a refund was asked for by: sent again, it finds what it has begun.
 */
export class RefundAskedAs1764000600006 implements MigrationInterface {
  name = 'RefundAskedAs1764000600006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gateway.refund_request add column asked_as text');
    await runner.query(`create index refund_request_asked_index
      on gateway.refund_request (company_id, payment_id, asked_as) where asked_as is not null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
