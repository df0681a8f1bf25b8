import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where what a change asks or gives back is supplied: it waits for the invoice that says it. */
export class PlaceOfChanges1764001900301 extends ForwardMigration {
  name = 'PlaceOfChanges1764001900301';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.change_line add column place_of jsonb,
      add constraint change_line_place_of_check check (
        place_of ?& array['country', 'region', 'postalCode']
        and place_of ->> 'country' ~ '^[A-Z]{2}$')`);
  }
}
