import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Who has asked to do without the approval of bank changes, until another has decided. */
export class BankApprovalSwitchOff1764001500401 extends ForwardMigration {
  name = 'BankApprovalSwitchOff1764001500401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table company.company add column bank_approval_switch_off jsonb');
    await runner.query(`alter table company.company
      add constraint company_switch_off_check check (
        bank_approval_switch_off is null or bank_changes_need_approval)`);
  }
}
