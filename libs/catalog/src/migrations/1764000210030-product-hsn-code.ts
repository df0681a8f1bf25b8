import type { MigrationInterface, QueryRunner } from 'typeorm';

/** India's code of goods (HSN) or services (SAC), which tax invoices bear. */
export class ProductHsnCode1764000210030 implements MigrationInterface {
  name = 'ProductHsnCode1764000210030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table catalog.product
      add column hsn_code text,
      add constraint product_hsn_code_check check (hsn_code ~ '^[0-9]{4}([0-9]{2}){0,2}$')`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
