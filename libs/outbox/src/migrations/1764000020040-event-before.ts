import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the members that an update changed held before: what rules compare with. */
export class EventBefore1764000020040 implements MigrationInterface {
  name = 'EventBefore1764000020040';

  async up(runner: QueryRunner): Promise<void> {
    // Rewrites no row: nobody said it of the events that are there.
    await runner.query('alter table outbox.event add column before jsonb');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
