import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A partner is deleted, and a ledger account, where no quote and no order names it. */
export class PartnersOfDocuments1764002420202 extends ForwardMigration {
  name = 'PartnersOfDocuments1764002420202';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['quote', 'sales_order']) {
      await runner.query(`create index ${table}_partner_index
        on sales.${table} (company_id, partner_id) where partner_id is not null`);
    }
  }
}
