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

const SESSION = {
  name: 'identity.pub_session',
  of: 'identity.refresh_family',
  says: 'A sign-in of a user on a device, and all that was refreshed from it.',
  columns: {
    company_id: 'The company.',
    id: 'The session, which its tokens name.',
    user_id: 'Who signed in.',
    expires_at: 'When it ends by itself.',
    revoked_at: 'When it was ended; null while it is not.',
  },
};

/** What others may know of staff and their sessions: nothing that opens a door. */
export class IdentityViews1764000110080 extends ForwardMigration {
  name = 'IdentityViews1764000110080';
  readonly publishes = [USER, SESSION];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
