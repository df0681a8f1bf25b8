import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state of a key whose holder died, and how such keys are found. */
export class AbandonedKey1764000150004 implements MigrationInterface {
  name = 'AbandonedKey1764000150004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table http.idempotency_key
      drop constraint idempotency_key_state_check,
      add constraint idempotency_key_state_check check (
        (state in ('in_progress', 'abandoned') and status is null and body is null)
        or (state = 'completed' and status is not null and body is not null
            and fingerprint is not null))`);
    await runner.query(`create index idempotency_key_in_progress_index
      on http.idempotency_key (company_id, locked_at) where state = 'in_progress'`);
    await createDoor(
      runner,
      'http.door_companies_with_silent_keys()',
      'table (company_id uuid)',
      `select distinct k.company_id from http.idempotency_key k
       where k.state = 'in_progress' and k.locked_at < now() - interval '60 seconds'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
