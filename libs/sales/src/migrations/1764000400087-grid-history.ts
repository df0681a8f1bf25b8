import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A subscription may go on at another frequency: `grid_before` has the periods of the days before
 * its grid began (`until`, and what was before that), `grid_next` those that begin on a day.
 */
export class GridHistory1764000400087 extends ForwardMigration {
  name = 'GridHistory1764000400087';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription
      add column grid_before jsonb,
      add column grid_next jsonb,
      add constraint subscription_grid_next_check
        check (grid_next is null or (grid_next->>'on')::text = change_on::text)`);
  }
}
