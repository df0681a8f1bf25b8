import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Fees that steps of dunning ask for: each try of a step once. */
export class StepFee1764001500601 extends ForwardMigration {
  name = 'StepFee1764001500601';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.late_charge
      drop constraint late_charge_kind_check,
      add column attempt_id uuid,
      add constraint late_charge_kind_check check (kind in ('interest', 'fee', 'step_fee')),
      add constraint late_charge_attempt_check
        check ((kind = 'step_fee') = (attempt_id is not null))`);
    await runner.query(`create unique index late_charge_attempt_key
      on receivables.late_charge (company_id, attempt_id) where attempt_id is not null`);
  }
}
