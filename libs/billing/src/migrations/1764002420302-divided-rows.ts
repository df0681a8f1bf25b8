import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Of which rows it is that something came back for the days of one: of each `id` what did
 * (`amount`), and what, as somebody had credited it by hand, was taken off what was asked anew
 * (`instead`) or did not come back (`held`), and what would have been taken off that had nobody
 * (`against`); minor units, as text. Null where nothing came back, or where that was not kept yet:
 * there all is of the row itself.
 */
export class DividedRows1764002420302 extends ForwardMigration {
  name = 'DividedRows1764002420302';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_item
      add column division jsonb,
      add column uncut_division jsonb`);
  }
}
