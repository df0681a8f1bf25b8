import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * First answers of requests with an idempotency key, kept for a day. One that holds a secret is
 * sealed, and its plain body empty; a key whose holder died is abandoned, and found by its silence.
 */
export class IdempotencyKey1764000150001 extends ForwardMigration {
  name = 'IdempotencyKey1764000150001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'http');
    await createCompanyTable(
      runner,
      'http.idempotency_key',
      `principal_kind text not null,
       principal_id uuid not null,
       key text not null,
       fingerprint bytea,
       state text not null,
       owner uuid not null,
       locked_at timestamptz not null,
       status integer,
       content_type text,
       location text,
       etag text,
       body text,
       sealed_body jsonb,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       constraint idempotency_key_pk
         primary key (company_id, principal_kind, principal_id, key),
       constraint idempotency_key_key_check check (length(key) between 1 and 255),
       constraint idempotency_key_state_check check (
         (state in ('in_progress', 'abandoned') and status is null and body is null)
         or (state = 'completed' and status is not null and body is not null
             and fingerprint is not null)),
       constraint idempotency_key_sealed_check check (sealed_body is null or body = '')`,
    );
    await runner.query(
      `create index idempotency_key_expiry on http.idempotency_key (company_id, expires_at)`,
    );
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
}
