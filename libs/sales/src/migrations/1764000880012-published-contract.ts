import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const CONTRACT = {
  name: 'sales.pub_contract',
  of: 'sales.contract',
  says: 'What is agreed with a customer for a time; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The contract.',
    status: 'draft, active, expired, renewed or terminated.',
    account_id: 'The customer.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

/** What others may know of contracts: whose they are, and whether they are in force. */
export class PublishedContract1764000880012 extends ForwardMigration {
  name = 'PublishedContract1764000880012';
  readonly publishes = [CONTRACT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
