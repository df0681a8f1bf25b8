import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { createRecordTable, index, refer, serveLists } from '../record-table.js';

/**
 * Things sold, each for itself. The product is held by the engine, which locks what a record points
 * at: the table of products comes with a later migration.
 */
export class Asset1764000200009 extends ForwardMigration {
  name = 'Asset1764000200009';

  async up(runner: QueryRunner): Promise<void> {
    await createRecordTable(
      runner,
      'crm.asset',
      `name text not null,
       account_id uuid,
       product_id uuid,
       serial text,
       status text not null,
       installed_on date,
       warranty_until date,
       description text,
       constraint asset_status_check
         check (status in ('in_stock','shipped','installed','in_repair','retired')),
       constraint asset_account_check
         check (account_id is not null or status in ('in_stock','retired')),
       constraint asset_warranty_check check (warranty_until >= installed_on)`,
    );
    await refer(runner, 'crm.asset', { account_id: 'crm.account' });
    await serveLists(runner, 'crm.asset', { name: 'name, id' });
    await index(runner, 'crm.asset', {
      account: 'account_id, created_at, id',
      product: 'product_id',
      serial: 'serial',
      warranty: 'warranty_until, id',
    });
  }
}
