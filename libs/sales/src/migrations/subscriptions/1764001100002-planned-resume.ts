import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A pause that is planned may say on which day it goes on. */
export class PlannedResume1764001100002 extends ForwardMigration {
  name = 'PlannedResume1764001100002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription
      drop constraint subscription_resume_check,
      add constraint subscription_resume_check check (resume_on is null or case
        when pause_on is null then status = 'suspended' else resume_on > pause_on end)`);
  }
}
