import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where an item is supplied, of what is supplied where something is or happens. */
export class PlaceOfItems1764001900300 extends ForwardMigration {
  name = 'PlaceOfItems1764001900300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription_item add column place_of jsonb,
      add constraint subscription_item_place_of_check check (
        place_of ?& array['country', 'region', 'postalCode']
        and place_of ->> 'country' ~ '^[A-Z]{2}$')`);
  }
}
