import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** First answers of requests with an idempotency key, kept for a day. */
export class IdempotencyKey1764000150001 implements MigrationInterface {
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
       created_at timestamptz not null,
       expires_at timestamptz not null,
       constraint idempotency_key_pk
         primary key (company_id, principal_kind, principal_id, key),
       constraint idempotency_key_key_check check (length(key) between 1 and 255),
       constraint idempotency_key_state_check check (
         (state = 'in_progress' and status is null and body is null)
         or (state = 'completed' and status is not null and body is not null
             and fingerprint is not null))`,
    );
    await runner.query(
      `create index idempotency_key_expiry on http.idempotency_key (company_id, expires_at)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
