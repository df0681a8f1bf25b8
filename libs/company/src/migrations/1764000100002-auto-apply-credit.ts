import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether credit of a customer goes to their invoices by itself. */
export class AutoApplyCredit1764000100002 implements MigrationInterface {
  name = 'AutoApplyCredit1764000100002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column auto_apply_credit boolean not null default false`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
