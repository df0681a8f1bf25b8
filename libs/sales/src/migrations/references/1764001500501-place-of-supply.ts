import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where a line is supplied, of what is supplied where something is or happens. */
export class SoldPlaceOfSupply1764001500501 extends ForwardMigration {
  name = 'SoldPlaceOfSupply1764001500501';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['quote_line', 'sales_order_line']) {
      await runner.query(`alter table sales.${noun} add column place_of jsonb,
        add constraint ${noun}_place_of_check check (
          place_of ?& array['country', 'region', 'postalCode']
          and place_of ->> 'country' ~ '^[A-Z]{2}$')`);
    }
  }
}
