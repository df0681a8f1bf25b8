import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Who made the first of the changes that led to an event, and the rule that it is no news to. */
export class EventCause1764001310000 extends ForwardMigration {
  name = 'EventCause1764001310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox.event add column cause jsonb');
  }
}
