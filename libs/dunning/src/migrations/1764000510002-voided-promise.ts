import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A promise to pay an invoice that was voided is neither kept nor broken. */
export class VoidedPromise1764000510002 implements MigrationInterface {
  name = 'VoidedPromise1764000510002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.pause
      drop constraint pause_outcome_check,
      add constraint pause_outcome_check
        check (outcome in ('ended', 'expired', 'kept', 'broken', 'voided'))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
