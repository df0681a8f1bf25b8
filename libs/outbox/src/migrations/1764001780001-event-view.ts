import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const EVENT = {
  name: 'outbox.pub_event',
  of: 'outbox.event',
  says: 'Which events are still to be handled.',
  columns: {
    company_id: 'The company.',
    id: 'The event.',
    state: 'pending, dispatched or dead.',
  },
};

/** Whether an event was handled: what waits for that lasts no longer. */
export class EventView1764001780001 extends ForwardMigration {
  name = 'EventView1764001780001';
  readonly publishes = [EVENT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
