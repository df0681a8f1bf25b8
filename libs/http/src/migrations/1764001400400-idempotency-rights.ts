import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What its caller might see when a request began. Answers of before have none, and are not sent
 * again: what became of their requests is in the records.
 */
export class IdempotencyRights1764001400400 extends ForwardMigration {
  name = 'IdempotencyRights1764001400400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table http.idempotency_key add column rights bytea');
  }
}
