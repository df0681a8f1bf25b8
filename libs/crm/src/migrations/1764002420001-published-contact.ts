import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const CONTACT = {
  name: 'crm.pub_contact',
  of: 'crm.contact',
  says: 'A person that the company talks to; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The contact.',
    account_id: {
      sql: 'case when t.deleted_at is null then t.account_id end',
      says: 'The account that it is a contact of; null without one, and once it was deleted.',
    },
  },
};

/** Of which account somebody is a contact still. */
export class PublishedContact1764002420001 extends ForwardMigration {
  name = 'PublishedContact1764002420001';
  readonly publishes = [CONTACT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
