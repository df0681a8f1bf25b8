import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Why a quote was lost is one thing, and what approval sent back with it another. */
export class LossReason1764001400200 extends ForwardMigration {
  name = 'LossReason1764001400200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sales.quote rename column reason to loss_reason');
    await runner.query('alter table sales.quote add column return_note text');
    await runner.query(`update sales.quote set return_note = loss_reason, loss_reason = null
      where loss_reason is not null and status not in ('rejected', 'cancelled')`);
  }
}
