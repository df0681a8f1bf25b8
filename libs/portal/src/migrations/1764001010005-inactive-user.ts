import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const USER = {
  name: 'portal.pub_user',
  of: 'portal.portal_user',
  says: 'Somebody who acts for a customer, partner or vendor at the portal.',
  columns: {
    company_id: 'The company.',
    id: 'The user.',
    directory: 'customer, partner or vendor.',
    account_id: 'The account of a customer; null of others.',
    inactive_since: {
      sql: 'case when t.active then null else t.updated_at end',
      says: 'Since when at the latest the user is deactivated; null of one who may act.',
    },
  },
};

/** What somebody has who is deactivated is forgotten by whoever keeps it, after a while. */
export class InactiveUser1764001010005 extends ForwardMigration {
  name = 'InactiveUser1764001010005';
  readonly publishes = [USER];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${USER.name}`);
    await publishViews(runner, this.publishes);
  }
}
