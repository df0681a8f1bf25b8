import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whether customers may pay parts of what they owe, and how much at least. */
export class PortalPaymentParts1764000870002 extends ForwardMigration {
  name = 'PortalPaymentParts1764000870002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.settings
      add column partial_payments text not null default 'off',
      add column minimum_partial numeric(20, 3),
      add constraint settings_partial_payments_check check (partial_payments in ('off', 'on')),
      add constraint settings_minimum_partial_check check (minimum_partial > 0)`);
  }
}
