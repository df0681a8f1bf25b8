import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const DIRECTORY = {
  name: 'identity.pub_directory',
  of: 'identity.directory',
  says: 'What a company has set for all users of a directory.',
  columns: {
    company_id: 'The company.',
    audience: 'The directory: staff, customer, partner or vendor.',
    lock_ends_sessions: 'Whether five wrong guesses keep those out as well who are signed in.',
  },
};

/** What others may know of how a company has its users sign in. */
export class DirectoryView1764000110091 extends ForwardMigration {
  name = 'DirectoryView1764000110091';
  readonly publishes = [DIRECTORY];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
