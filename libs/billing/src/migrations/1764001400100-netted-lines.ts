import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a change asks more of one item may be paid for by what comes back of another, so that no
 * document bears either: such lines come to nothing together and wait for none (`netted`).
 */
export class NettedLines1764001400100 extends ForwardMigration {
  name = 'NettedLines1764001400100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.change_line
      add column netted boolean not null default false,
      add constraint change_line_netted_check check (not netted
        or (invoice_id is null and credit_note_id is null))`);
  }
}
