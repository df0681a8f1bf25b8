import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The body of an answer that holds a secret, sealed; the plain one is empty then. */
export class SealedAnswer1764000150003 implements MigrationInterface {
  name = 'SealedAnswer1764000150003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table http.idempotency_key add column sealed_body jsonb,
         add constraint idempotency_key_sealed_check check (sealed_body is null or body = '')`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
