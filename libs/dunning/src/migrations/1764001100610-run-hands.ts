import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How many work at a run: it ends with the last of them, and not with the first. */
export class RunHands1764001100610 extends ForwardMigration {
  name = 'RunHands1764001100610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.run
      add column hands integer not null default 1,
      add constraint run_hands_check check (hands >= 0)`);
  }
}
