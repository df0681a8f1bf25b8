import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const APPROVAL = {
  name: 'rules.pub_approval',
  of: 'rules.approval',
  says: 'What rules have sent for approval.',
  columns: {
    company_id: 'The company.',
    record_id: 'The record that is sent; while it waits it stays as it is.',
    object: 'API name of its object.',
    status: 'waiting, approved, rejected or recalled.',
  },
};

/** Which records wait: what the clock does to documents passes by those. */
export class ApprovalView1764001750001 extends ForwardMigration {
  name = 'ApprovalView1764001750001';
  readonly publishes = [APPROVAL];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
