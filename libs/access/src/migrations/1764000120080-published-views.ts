import { askThroughViews, publishViews } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

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
export class AccessViews1764000120080 implements MigrationInterface {
  name = 'AccessViews1764000120080';
  readonly publishes = [ROLE, ROLE_HOLDER];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
    await askThroughViews(runner, 'access.door_actors(uuid, uuid[])', {
      'company.company': 'company.pub_company',
      'identity.refresh_family': 'identity.pub_session',
      'identity.staff_user': 'identity.pub_user',
      // A view has no key that the other columns would follow from.
      'group by c.metadata_version, f.id, u.company_id, u.id':
        'group by c.metadata_version, f.id, u.company_id, u.id, u.email, u.name, u.team',
    });
    await askThroughViews(runner, 'access.door_api_key(uuid, bytea)', {
      'company.company': 'company.pub_company',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
