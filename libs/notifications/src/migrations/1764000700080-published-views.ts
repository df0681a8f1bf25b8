import { publishViews } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

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
export class NotificationViews1764000700080 implements MigrationInterface {
  name = 'NotificationViews1764000700080';
  readonly publishes = [EMAIL];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
