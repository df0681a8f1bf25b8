import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const ACCOUNT = {
  name: 'crm.pub_account',
  of: 'crm.account',
  says: 'A customer, partner or other business that the company deals with; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The account.',
    name: 'What it is called.',
    owner_id: 'The user whose record it is; null of nobody’s.',
  },
};

/** What others may know of accounts. */
export class CrmViews1764000200080 extends ForwardMigration {
  name = 'CrmViews1764000200080';
  readonly publishes = [ACCOUNT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
