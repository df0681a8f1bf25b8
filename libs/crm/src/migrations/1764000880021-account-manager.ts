import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const MANAGER = {
  name: 'crm.pub_account_manager',
  of: 'crm.account',
  says: 'Who of the company stands behind an account.',
  columns: {
    company_id: 'The company.',
    id: 'The account.',
    user_id: {
      sql: 'coalesce(t.manager_id, t.owner_id)',
      says: 'Its account manager, else the user whose record it is; null of nobody’s.',
    },
  },
};

/** Whom a customer turns to: the manager that is named, else the owner. */
export class AccountManagerView1764000880021 extends ForwardMigration {
  name = 'AccountManagerView1764000880021';
  readonly publishes = [MANAGER];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
