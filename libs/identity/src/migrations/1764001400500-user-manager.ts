import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const USER = {
  name: 'identity.pub_user',
  of: 'identity.staff_user',
  says: 'Somebody of the staff of a company.',
  columns: {
    company_id: 'The company.',
    id: 'The user.',
    email: 'Their address, in small letters; they sign in with it.',
    name: 'What they are called.',
    team: 'The team whose records they share; null without one.',
    manager_id: 'The user whom they report to, and who may be asked in their place; null: none.',
    active: 'Whether they may sign in.',
    has_password: {
      sql: 't.password_hash is not null',
      says: 'False until they have set a password for the first time.',
    },
    locked_until:
      'Until then devices that have not signed in before are kept out; null where nothing was ' +
      'guessed.',
    last_sign_in_at: 'When they last signed in; null if never.',
    version: 'Rises with every change; a change names the one it was made from.',
    created_at: 'When they were added.',
    updated_at: 'When they were last changed.',
  },
};

/** Whom a user reports to. */
export class UserManager1764001400500 extends ForwardMigration {
  name = 'UserManager1764001400500';
  readonly publishes = [USER];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table identity.staff_user add column manager_id uuid');
    await runner.query(`alter table identity.staff_user
      add constraint staff_user_manager_fk foreign key (company_id, manager_id)
        references identity.staff_user (company_id, id)`);
    await runner.query(`alter table identity.staff_user
      add constraint staff_user_manager_check check (manager_id <> id)`);
    await runner.query(`create index staff_user_manager_index
      on identity.staff_user (company_id, manager_id) where manager_id is not null`);
    await runner.query(`drop view ${USER.name}`);
    await publishViews(runner, this.publishes);
  }
}
