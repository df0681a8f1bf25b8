import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where the first whole period of a schedule begins, if it does not with the schedule. */
export class AnchorDate1764001500600 extends ForwardMigration {
  name = 'AnchorDate1764001500600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.schedule
      add column anchor_date date,
      add constraint schedule_anchor_check check (anchor_date is null
        or (anchor_date >= start_date and frequency <> 'one_time' and source = 'lines'))`);
  }
}
