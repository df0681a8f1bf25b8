import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const ENTRY = {
  name: 'audit.pub_entry',
  of: 'audit.entry',
  says: 'Something that somebody has done, written once.',
  columns: {
    company_id: 'The company.',
    action: 'What was done: schedule.paused.',
    record_id: 'The record it was done to, as text; null where there is none.',
    after: 'What it was done with, or the record as it was left; null where that says nothing.',
  },
};

/** What others may read of what was done. */
export class AuditViews1764000130080 extends ForwardMigration {
  name = 'AuditViews1764000130080';
  readonly publishes = [ENTRY];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
