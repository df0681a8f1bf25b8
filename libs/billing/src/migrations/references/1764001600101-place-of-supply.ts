import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where a line is supplied, of what is supplied where something is or happens. */
export class ScheduledPlaceOfSupply1764001600101 extends ForwardMigration {
  name = 'ScheduledPlaceOfSupply1764001600101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.schedule_line add column place_of jsonb,
      add constraint schedule_line_place_of_check check (
        place_of ?& array['country', 'region', 'postalCode']
        and place_of ->> 'country' ~ '^[A-Z]{2}$')`);
  }
}
