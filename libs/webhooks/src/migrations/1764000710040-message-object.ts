import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A message says what object it is about, for whoever may read of some objects only. Those written
 * before say nothing, and administrators read them until they are purged.
 */
export class MessageObject1764000710040 implements MigrationInterface {
  name = 'MessageObject1764000710040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhooks.message add column object text`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
