import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many events led to an event, and what an update changed: what workflow rules ask. */
export class EventCause1764000020002 implements MigrationInterface {
  name = 'EventCause1764000020002';

  async up(runner: QueryRunner): Promise<void> {
    // Neither rewrites the table: a constant default is kept beside the rows that lack the column.
    await runner.query(`alter table outbox.event
      add column depth smallint not null default 0, add column changed jsonb`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
