import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where a line is supplied, of what is supplied where something is or happens. */
export class InvoicedPlaceOfSupply1764001500500 extends ForwardMigration {
  name = 'InvoicedPlaceOfSupply1764001500500';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['invoice_line', 'credit_note_line']) {
      await runner.query(`alter table receivables.${noun} add column place_of jsonb,
        add constraint ${noun}_place_of_check check (
          place_of ?& array['country', 'region', 'postalCode']
          and place_of ->> 'country' ~ '^[A-Z]{2}$')`);
    }
  }
}
