import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const ROLE = {
  name: 'access.pub_role',
  of: 'access.role',
  says: 'A role of a company.',
  columns: {
    company_id: 'The company.',
    id: 'The role.',
    name: 'What it is called; no two of a company bear one name.',
  },
};

const ROLE_HOLDER = {
  name: 'access.pub_role_holder',
  of: 'access.user_role',
  says: 'That a user holds a role.',
  columns: {
    company_id: 'The company.',
    role_id: 'The role.',
    user_id: 'Who holds it.',
  },
};

/** What others may know of roles and of who holds them. */
export class AccessViews1764000120080 extends ForwardMigration {
  name = 'AccessViews1764000120080';
  readonly publishes = [ROLE, ROLE_HOLDER];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
