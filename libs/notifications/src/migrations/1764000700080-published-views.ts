import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const EMAIL = {
  name: 'notifications.pub_email',
  of: 'notifications.email',
  says: 'An e-mail that was written, sent or not.',
  columns: {
    company_id: 'The company.',
    id: 'The e-mail.',
  },
};

/** What others may know of e-mails. */
export class NotificationViews1764000700080 extends ForwardMigration {
  name = 'NotificationViews1764000700080';
  readonly publishes = [EMAIL];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
