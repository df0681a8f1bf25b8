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
    language: "In which they are written to; null: that of the company's documents.",
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

/** In which language a staff user is written to. */
export class UserLanguage1764001730001 extends ForwardMigration {
  name = 'UserLanguage1764001730001';
  readonly publishes = [USER];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table identity.staff_user add column language text
      constraint staff_user_language_check check (language in
        ('en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'hi', 'ar', 'he'))`);
    await runner.query(`drop view ${USER.name}`);
    await publishViews(runner, this.publishes);
  }
}
